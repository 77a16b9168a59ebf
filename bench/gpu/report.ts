import { geometricMean } from 'simple-statistics';
import { isTimed } from '../../src/products/bench/row.js';
import { plural } from '../../src/target/format.js';
import { encode } from '../../src/log/record/record.js';
import { markdownTable } from '../markdown-table.js';
import { peerNames } from './peers.js';
import type { GpuRow } from './row.js';

/** Everything that a run found, with what one must know to judge it. */
export interface GpuReport {
  /** `NVIDIA H100 80GB HBM3`. */
  readonly gpu: string;
  readonly target: string;
  readonly compiler: string;
  /** PyTorch with its libraries, or why there are no peers. */
  readonly peers: string;
  /** Wall-clock minutes that the run was given. */
  readonly minutes: number;
  readonly seed: number;
  readonly rows: readonly GpuRow[];
  /** Workloads that the time did not reach. */
  readonly notReached: readonly string[];
}

/** One table of all workloads, what the ratios come to, and notes. */
export function toMarkdown(report: GpuReport): string {
  const { gpu, target, compiler, peers, minutes, seed, rows, notReached } = report;
  const head = ['workload', 'ours', ...peerNames, 'ratio', 'spread', 'template', 'trials', 'error'];
  const notes = [
    `${gpu}, \`${target}\`, ${compiler}; ${minutes} minutes in all, seed ${seed}.`,
    `Peers: ${peers}.`,
    ...suitesOf(rows).flatMap((suite) => meanOf(suite, rows)),
    'GFLOPS, counted on the direct algorithm. Ratio: how many times as fast ours is as the best peer, which computes ' +
      'in the same type. Ours and peers took turns; the spread is that of four fifths of the rounds. Every kernel of ' +
      'ours was compared in full with the naive reference in every round: error is the largest one, relative.',
    ...rows.flatMap(problems),
    ...(notReached.length > 0 ? [`Not reached in time: ${notReached.join(', ')}.`] : []),
  ];
  const table = rows.length > 0 ? [markdownTable(head, rows.map(cells)), ''] : [];
  return [`# tune on ${gpu}`, '', ...table, ...notes.map((note) => `- ${note}`), ''].join('\n');
}

function cells({ workload, flops, ours, peers, ratio }: GpuRow): readonly string[] {
  const gflops = (seconds: number | undefined): string =>
    seconds === undefined ? '' : (flops / seconds / 1e9).toFixed(seconds * 1e11 < flops ? 0 : 1);
  return [
    workload,
    isTimed(ours) ? gflops(ours.seconds.median) : '',
    ...peerNames.map((name) => gflops(peers.find((peer) => peer.name === name)?.seconds.median)),
    ...(ratio ? [ratio.value.toFixed(3), `${ratio.low.toFixed(3)} .. ${ratio.high.toFixed(3)}`] : ['', '']),
    ...(isTimed(ours) ? [ours.record.task, `${ours.effort.trials}`, ours.error.toExponential(1)] : ['', '', '']),
  ];
}

function suitesOf(rows: readonly GpuRow[]): readonly string[] {
  return [...new Set(rows.map(({ suite }) => suite))];
}

function meanOf(suite: string, rows: readonly GpuRow[]): readonly string[] {
  const ratios = rows.filter((row) => row.suite === suite).flatMap(({ ratio }) => (ratio ? [ratio.value] : []));
  if (ratios.length === 0) return [];
  return [
    `${suite}: geometric mean of the ratios ${geometricMean(ratios).toFixed(3)} over ${plural(ratios.length, 'row')}.`,
  ];
}

/** Why a row lacks what others have. */
function problems({ workload, ours, noPeers }: GpuRow): readonly string[] {
  if (!isTimed(ours)) return [`${workload} is not measured: ${ours.why}`];
  return noPeers === undefined ? [] : [`${workload} has no peers: ${noPeers}.`];
}

/** The same for programs; the record of each kernel is a line that a log can hold. */
export function toJson({ rows, notReached, ...rest }: GpuReport): object {
  return {
    ...rest,
    rows: rows.map(({ ours, noPeers, ...row }) => ({
      ...row,
      ours: isTimed(ours)
        ? { ...ours, template: ours.record.task, record: encode(ours.record) }
        : { failed: ours.failed, why: ours.why },
      ...(noPeers !== undefined && { no_peers: noPeers }),
    })),
    not_reached: notReached,
  };
}
