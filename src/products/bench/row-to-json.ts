import { isTimed, type Row } from './row.js';
import type { Spread } from '../../measure/statistics.js';
import { toEntities } from '../../space/entity.js';
import type { BenchRow } from './bench-rows.js';
import type { Found } from './records.js';
import type { ExpectedConfig } from './expectations.js';

/** What is true of all rows of a run. */
export interface Setting {
  /** The machine's fingerprint. */
  readonly machine: string;
  readonly compiler: string;
  readonly rounds: number;
}

/** A row of `bench --json`; what is not there is null. */
export function rowToJson(row: Row, { machine, compiler, rounds }: Setting): BenchRow {
  const { suite, operator, workload, threads, dtype, counts, flops, bytes, peak, bandwidth, ours, ratio } = row;
  return {
    suite: suite ?? null,
    operator,
    workload,
    threads,
    dtype,
    counts,
    peak_gflops: peak / 1e9,
    ours: isTimed(ours)
      ? {
          ...timesToJson(ours.seconds, flops),
          max_rel_error: ours.error,
          peak_fraction: flops / ours.seconds.median / peak,
          bandwidth_fraction: bytes / ours.seconds.median / bandwidth,
          ...kernelToJson(ours),
        }
      : null,
    problem: isTimed(ours) ? null : ours.why,
    peers: Object.fromEntries(
      row.peers.map(({ name, seconds, competes, description }) => [
        name,
        { ...timesToJson(seconds, flops), competes, description },
      ]),
    ),
    left_out: Object.fromEntries(row.leftOut.map(({ peer, why }) => [peer.name, why])),
    ratio: ratio?.value ?? null,
    ratio_low: ratio?.low ?? null,
    ratio_high: ratio?.high ?? null,
    best_peer: ratio?.rival ?? null,
    peers_without: row.peersWithout ?? null,
    bandwidth_gbps: bandwidth / 1e9,
    flops,
    bytes,
    rounds,
    fingerprint: machine,
    compiler,
  };
}

type KernelKeys = Pick<
  NonNullable<BenchRow['ours']>,
  'template' | 'index' | 'entity' | 'trials' | 'tuning_minutes' | 'tuned_here' | 'log' | 'line'
>;

function kernelToJson(ours: Found | ExpectedConfig): KernelKeys {
  if (!('record' in ours)) {
    const { task, config } = ours;
    return {
      template: task.template.name,
      index: config.index,
      entity: toEntities(task.space, config),
      trials: 0,
      tuning_minutes: 0,
      tuned_here: false,
      log: null,
      line: null,
    };
  }
  const { record, effort, here } = ours;
  return {
    template: record.task,
    index: record.index,
    entity: [...record.entity],
    trials: effort.trials,
    tuning_minutes: effort.seconds / 60,
    tuned_here: here,
    log: record.log,
    line: record.line,
  };
}

type Times = Pick<NonNullable<BenchRow['ours']>, 'seconds' | 'gflops' | 'seconds_p10' | 'seconds_p90'>;

function timesToJson({ median, low, high }: Spread, flops: number): Times {
  return { seconds: median, gflops: flops / median / 1e9, seconds_p10: low, seconds_p90: high };
}
