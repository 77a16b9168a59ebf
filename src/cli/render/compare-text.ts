import type { ChalkInstance } from 'chalk';
import type { CompareRow } from '../../network/compare/compare-row.js';
import { formatBytes, formatTime, plural } from '../../target/format.js';
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
      'threads',
      'ours',
      'ONNX Runtime',
      'ratio',
      'spread',
      'difference',
      'error',
      'rounds',
    ]),
    rows.map((row) => named(row, wholeCells(row, paint))),
    columns,
  );
  const sections = rows.map((row) => {
    const cells = row.layers.filter(isThere).map((layer) => layerCells(layer));
    const table = renderTable(head(['layer', 'ours', 'ONNX Runtime', 'ratio', 'nodes']), cells, columns);
    return `${paint.bold(`${row.network}, ${plural(row.threads, 'thread')}, layer by layer`)}\n${table}`;
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
    rows.flatMap((row) => (['ours', 'onnxruntime'] as const).map((side) => named(row, startCells(row, side)))),
    columns,
  );
  return [whole, starts, ...sections, wrapped(notesOf(rows).join('\n'), columns)].join('\n\n');
}

/**
 * `1 thread: 13.9 ms, ONNX Runtime 19.2 ms, ratio 1.384 (1.350 .. 1.401)`
 *
 * @internal Tests render without a comparison.
 */
export function renderCompareLine({ threads, ours, onnxruntime, ...row }: CompareRow): string {
  const ratio = `${row.ratio.toFixed(3)} (${row.ratio_low.toFixed(3)} .. ${row.ratio_high.toFixed(3)})`;
  const times = `${formatTime(ours.seconds)}, ONNX Runtime ${formatTime(onnxruntime.seconds)}`;
  return `${plural(threads, 'thread')}: ${times}, ratio ${ratio}`;
}

function wholeCells(row: CompareRow, paint: ChalkInstance): string[] {
  const { threads, ours, onnxruntime, ratio, ratio_low: low, ratio_high: high } = row;
  const colour = low >= 1 ? paint.green : high < 1 ? paint.red : paint.yellow;
  return [
    String(threads),
    formatTime(ours.seconds),
    formatTime(onnxruntime.seconds),
    colour(ratio.toFixed(3)),
    `${low.toFixed(3)} .. ${high.toFixed(3)}`,
    ...[row.largest_difference, row.largest_error].map((one) => one?.toExponential(1) ?? paint.red('not numbers')),
    String(row.rounds),
  ];
}

function startCells(row: CompareRow, side: 'ours' | 'onnxruntime'): string[] {
  const { load_seconds: load, first_seconds: first, seconds, base_bytes: base, peak_bytes: peak } = row[side];
  const memory = [peak, base].map((bytes) => (bytes > 0 ? formatBytes(bytes) : '-'));
  const who = side === 'ours' ? 'ours' : 'ONNX Runtime';
  return [String(row.threads), who, ...[load, first, seconds].map((time) => formatTime(time)), ...memory];
}

/** Whether anybody needs time for it. */
function isThere({ kind, seconds, onnxruntime_seconds: theirs }: CompareLayer): boolean {
  return kind === 'layer' || seconds > 0 || theirs !== null;
}

function layerCells({ layer, nodes, seconds, onnxruntime_seconds: theirs }: CompareLayer): string[] {
  const ratio = theirs !== null && seconds > 0 ? (theirs / seconds).toFixed(2) : '-';
  return [
    layer,
    seconds > 0 ? formatTime(seconds) : '-',
    theirs === null ? '-' : formatTime(theirs),
    ratio,
    nodes.join(' '),
  ];
}

function notesOf(rows: readonly CompareRow[]): readonly string[] {
  const ran = rows.map(({ onnxruntime }) => onnxruntime.description);
  return [
    ...(ran.length > 0 ? [`Beside ours: ${ran.join('; ')}.`] : []),
    'Ratios are its time divided by ours, of the same round; the spread is from the tenth to the ninetieth percentile.',
    'Loading: ours reads its weights into memory, ONNX Runtime makes a session; memory is of the process, Node included.',
    'Differences from it and errors against the reference are of outputs, relative to max(|wanted|, root mean square).',
    'Its layers are by its own profile, whose clock they pay for; "-" is what is part of another layer, or nothing.',
  ];
}
