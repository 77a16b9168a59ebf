import type { ChalkInstance } from 'chalk';
import { median } from 'simple-statistics';
import { isTimed, type Ours, type Ratio, type Row } from '../../products/bench/row.js';
import { groupsOf, summarise, type Group } from '../../products/bench/summary.js';
import { formatGflops, formatPercent, formatSpeed, plural, speedUnits } from '../../target/format.js';
import { missingLibraries } from '../../products/bench/missing-libraries.js';
import type { Setting } from '../../products/bench/row-to-json.js';
import { notesOf, unique } from './bench-notes.js';
import { renderTable } from './table.js';
import { wrapped } from './wrapped.js';

/** How a ratio looks: in colour on a terminal, plain elsewhere. */
type PaintRatio = (text: string, ratio: Ratio) => string;

/** All tables with their summaries and notes, for a terminal. */
export function renderText(rows: readonly Row[], setting: Setting, paint: ChalkInstance, columns?: number): string {
  const paintRatio: PaintRatio = (text, { low, high }) =>
    low >= 1 ? paint.green(text) : high < 1 ? paint.red(text) : paint.yellow(text);
  const sections = groupsOf(rows).map((group) => {
    const { head, cells } = tableOf(group, paintRatio);
    const table = renderTable(
      head.map((title) => paint.dim(title)),
      cells,
      columns,
    );
    return `${paint.bold(headline(group))}\n${table}\n${wrapped(summaryLine(group), columns)}`;
  });
  return [...sections, wrapped(notesOf(rows, setting).join('\n'), columns)].join('\n\n');
}

/** The same as a Markdown document. */
export function renderMarkdown(rows: readonly Row[], setting: Setting): string {
  const missing = missingLibraries(rows);
  const sections = groupsOf(rows).map((group) => {
    const { head, cells } = tableOf(group, (text) => text);
    const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
    const lines = [head, rule, ...cells].map((line) => `| ${line.join(' | ')} |`);
    return [`## ${headline(group)}`, '', ...lines, '', summaryLine(group)].join('\n');
  });
  const notes = [...(missing === undefined ? [] : [missing]), ...notesOf(rows, setting)];
  return `${[...sections, notes.map((note) => `- ${note}`).join('\n')].join('\n\n')}\n`;
}

/** One row as it is measured: `3/34 gemm.512, 1 thread: 112.9 GFLOPS, 0.998 (0.990 .. 1.004) of oneDNN sgemm`. */
export function renderRowLine(row: Row, count: string): string {
  const { workload, threads, ours, flops, counts, ratio } = row;
  const speed = isTimed(ours) ? formatSpeed(flops / ours.seconds.median, counts) : ours.why.split(':')[0];
  const against = ratio === undefined ? '' : `, ${formatRatio(ratio)} of ${ratio.rival}`;
  return `${count} ${workload}, ${plural(threads, 'thread')}: ${speed}${against}`;
}

function headline({ name, threads, counts, rows }: Group): string {
  const peak = formatGflops(median(rows.map((row) => row.peak)));
  const bandwidth = formatGflops(median(rows.map((row) => row.bandwidth)));
  return `${name}, ${plural(threads, 'thread')}, ${speedUnits[counts]} (peak ${peak}, memory ${bandwidth} GB/s)`;
}

function tableOf({ rows }: Group, paintRatio: PaintRatio): { head: readonly string[]; cells: readonly string[][] } {
  const peers = unique(rows.flatMap((row) => row.peers.map(({ name }) => name)));
  const head = ['workload', 'ours', ...peers, 'ratio', 'spread', 'of peak', 'of memory', 'trials', 'minutes'];
  return { head, cells: rows.map((row) => cellsOf(row, peers, paintRatio)) };
}

function cellsOf(row: Row, peers: readonly string[], paintRatio: PaintRatio): string[] {
  const { workload, flops, bytes, peak, bandwidth, ours, ratio } = row;
  const gflops = (seconds: number | undefined): string => (seconds === undefined ? '-' : formatGflops(flops / seconds));
  return [
    workload,
    ...(isTimed(ours) ? [gflops(ours.seconds.median)] : ['-']),
    ...peers.map((name) => gflops(row.peers.find((peer) => peer.name === name)?.seconds.median)),
    ...(ratio
      ? [paintRatio(ratio.value.toFixed(3), ratio), `${ratio.low.toFixed(3)} .. ${ratio.high.toFixed(3)}`]
      : ['-', '-']),
    ...(isTimed(ours)
      ? [
          formatPercent(flops / ours.seconds.median / peak),
          formatPercent(bytes / ours.seconds.median / bandwidth),
          ...effortCells(ours),
        ]
      : ['-', '-', '-', '-']),
  ];
}

function effortCells(ours: Ours): readonly [trials: string, minutes: string] {
  if (!('record' in ours)) return ['0', '-'];
  const { trials, seconds } = ours.effort;
  return [String(trials), (seconds / 60).toFixed(seconds < 60 ? 2 : 1)];
}

function summaryLine(group: Group): string {
  const summary = summarise(group);
  if (summary === undefined) return 'Nothing to compare: no kernel of ours, or no library.';
  const { compared, geometricMean, worst, below, clearlyBelow } = summary;
  return [
    `geometric mean ${geometricMean.toFixed(3)} over ${plural(compared, 'row')}`,
    `worst ${worst.workload} ${formatRatio(worst.ratio)} against ${worst.ratio.rival}`,
    `${below} below 1, ${clearlyBelow} of them by more than the spread`,
  ].join('; ');
}

function formatRatio({ value, low, high }: Ratio): string {
  return `${value.toFixed(3)} (${low.toFixed(3)} .. ${high.toFixed(3)})`;
}
