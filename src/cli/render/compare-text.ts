import type { ChalkInstance } from 'chalk';
import type { CompareRow } from '../../network/compare/compare-row.js';
import { formatBytes, formatPercent, formatTime, plural } from '../../target/format.js';
import { renderTable } from './table.js';
import { wrapped } from './wrapped.js';

type CompareLayer = CompareRow['layers'][number];

/** A network on several numbers of threads, or for several shapes: the whole calls, and then their layers. */
export function renderComparison(rows: readonly CompareRow[], paint: ChalkInstance, columns?: number): string {
  const head = (titles: readonly string[]): string[] => titles.map((title) => paint.dim(title));
  // Of several shapes each has a name of its own.
  const isNamed = new Set(rows.map(({ network }) => network)).size > 1;
  const named = ({ network }: CompareRow, cells: readonly string[]): string[] => [
    ...(isNamed ? [network] : []),
    ...cells,
  ];
  const whole = renderTable(
    head([
      ...(isNamed ? ['network'] : []),
      ...['threads', 'ours', 'beside', 'its time', 'ratio', 'spread', 'difference', 'error', 'rounds'],
    ]),
    rows.flatMap((row) => besideOf(row).map((beside) => named(row, wholeCells(row, beside, paint)))),
    columns,
  );
  const sections = rows.map((row) => {
    const title = paint.bold(`${row.network}, ${plural(row.threads, 'thread')}, layer by layer`);
    return `${title}\n${renderLayers(row, head, columns)}\n${sumLine(row)}`;
  });
  const starts = renderTable(
    head([
      ...(isNamed ? ['network'] : []),
      'threads',
      '',
      'loading',
      'first call',
      'later calls',
      'peak memory',
      'before loading',
    ]),
    rows.flatMap((row) =>
      [{ name: 'ours', ...row.ours }, ...besideOf(row)].map((side) => named(row, startCells(row, side))),
    ),
    columns,
  );
  return [whole, starts, ...sections, wrapped(notesOf(rows).join('\n'), columns)].join('\n\n');
}

type Beside = CompareRow['onnxruntime'] &
  Pick<CompareRow, 'ratio' | 'ratio_low' | 'ratio_high' | 'largest_difference'> & { readonly name: string };

/** The runtimes of a row, with what ours is beside each. */
function besideOf({ onnxruntime, openvino, ...row }: CompareRow): readonly Beside[] {
  const { ratio, ratio_low, ratio_high, largest_difference } = row;
  const first = { name: 'ONNX Runtime', ...onnxruntime, ratio, ratio_low, ratio_high, largest_difference };
  return openvino === null ? [first] : [first, { name: 'OpenVINO', ...openvino }];
}

function wholeCells({ threads, ours, largest_error, rounds }: CompareRow, its: Beside, paint: ChalkInstance): string[] {
  const { ratio_low: low, ratio_high: high } = its;
  const colour = low >= 1 ? paint.green : high < 1 ? paint.red : paint.yellow;
  return [
    String(threads),
    formatTime(ours.seconds),
    its.name,
    formatTime(its.seconds),
    colour(its.ratio.toFixed(3)),
    `${low.toFixed(3)} .. ${high.toFixed(3)}`,
    ...[its.largest_difference, largest_error].map((one) => one?.toExponential(1) ?? paint.red('not numbers')),
    String(rounds),
  ];
}

function startCells({ threads }: CompareRow, side: CompareRow['ours'] & { readonly name: string }): string[] {
  const { load_seconds: load, first_seconds: first, seconds, base_bytes: base, peak_bytes: peak } = side;
  const memory = [peak, base].map((bytes) => (bytes > 0 ? formatBytes(bytes) : '-'));
  return [String(threads), side.name, ...[load, first, seconds].map((time) => formatTime(time)), ...memory];
}

/** Columns are left out of what this row has nothing of. */
function renderLayers(
  { openvino, layers }: CompareRow,
  head: (titles: readonly string[]) => string[],
  columns: number | undefined,
): string {
  const isAlone = layers.some(({ alone_seconds: alone }) => alone !== null);
  const titles = [
    ...['layer', 'ours', ...(isAlone ? ['alone'] : [])],
    ...['ONNX Runtime', 'ratio', ...(openvino === null ? [] : ['OpenVINO', 'ratio']), 'nodes'],
  ];
  const cellsOf = (layer: CompareLayer): string[] => [
    layer.layer,
    timeOrDash(layer.seconds),
    ...(isAlone ? [timeOrDash(layer.alone_seconds)] : []),
    ...theirCells(layer.seconds, layer.onnxruntime_seconds),
    ...(openvino === null ? [] : theirCells(layer.seconds, layer.openvino_seconds)),
    layer.kind === 'other' ? plural(layer.nodes.length, 'node') : layer.nodes.join(' '),
  ];
  return renderTable(head(titles), layers.filter(isThere).map(cellsOf), columns);
}

/** Whether any side needs time for it. */
function isThere({ seconds, onnxruntime_seconds, openvino_seconds }: CompareLayer): boolean {
  return seconds > 0 || onnxruntime_seconds !== null || openvino_seconds !== null;
}

function theirCells(ours: number, theirs: number | null): readonly string[] {
  return [timeOrDash(theirs), theirs !== null && ours > 0 ? (theirs / ours).toFixed(2) : '-'];
}

function timeOrDash(seconds: number | null): string {
  return seconds === null || seconds === 0 ? '-' : formatTime(seconds);
}

/** `Layers in place sum to 9.90 ms, 99 % of a call.` */
function sumLine({ ours, layers }: CompareRow): string {
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  const whole = sum(layers.map(({ seconds }) => seconds));
  const known = layers.filter(({ alone_seconds: alone }) => alone !== null);
  const share = `${formatPercent(whole / ours.seconds)} of a call`;
  const alone = sum(known.map(({ alone_seconds: time }) => time!));
  const beside =
    known.length === 0
      ? ''
      : `; those that trials measured ${formatTime(sum(known.map(({ seconds }) => seconds)))}, and in their trials ${formatTime(alone)}`;
  return `Layers in place sum to ${formatTime(whole)}, ${share}${beside}.`;
}

function notesOf(rows: readonly CompareRow[]): readonly string[] {
  const ran = rows.flatMap((row) => besideOf(row).map(({ description }) => description));
  const refusals = [...new Set(rows.flatMap(({ openvino_refusal: refusal }) => refusal ?? []))];
  return [
    ...(ran.length > 0 ? [`Beside ours: ${ran.join('; ')}.`] : []),
    ...refusals,
    'Ratios are its time divided by ours, of the same round; the spread is from the tenth to the ninetieth percentile.',
    'Loading: ours reads its weights into memory, a runtime makes a session; memory is of the process, Node or Python included.',
    'Differences from it and errors against the reference are of outputs, relative to max(|wanted|, root mean square).',
    'Its layers are by its own profile, whose clock they pay for; "-" is what is part of another layer, or nothing.',
  ];
}
