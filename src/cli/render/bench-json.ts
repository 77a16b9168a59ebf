import { isTimed, type Row } from '../../bench/row.js';
import type { Spread } from '../../bench/statistics.js';
import type { Setting } from './bench-notes.js';

/** A row of `bench --json`; what is not there is null. */
export function rowToJson(row: Row, { machine, compiler, rounds }: Setting): object {
  const { suite, workload, threads, flops, bytes, peak, bandwidth, ours, ratio } = row;
  return {
    suite,
    workload,
    threads,
    peak_gflops: peak / 1e9,
    ours: isTimed(ours)
      ? {
          template: ours.record.task,
          ...timesToJson(ours.seconds, flops),
          index: ours.record.index,
          entity: ours.record.entity,
          max_rel_error: ours.error,
          peak_fraction: flops / ours.seconds.median / peak,
          bandwidth_fraction: bytes / ours.seconds.median / bandwidth,
          trials: ours.effort.trials,
          tuning_minutes: ours.effort.seconds / 60,
          tuned_here: ours.here,
          log: ours.record.log,
          line: ours.record.line,
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
    bandwidth_gbps: bandwidth / 1e9,
    flops,
    bytes,
    rounds,
    fingerprint: machine,
    compiler,
  };
}

function timesToJson({ median, low, high }: Spread, flops: number): object {
  return { seconds: median, gflops: flops / median / 1e9, seconds_p10: low, seconds_p90: high };
}
