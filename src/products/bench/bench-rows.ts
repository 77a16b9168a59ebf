/** The rows that `tune bench --json` prints. */
import { z } from 'zod';
import { configKeys, count, counts, gflops, maxRelError, seconds } from '../../log/json-keys.js';

const workload = z.string().describe('full name, `gemm.512+constant-B`');
const threads = count.describe('of every kernel in the row');

const times = {
  seconds: seconds.describe('a call, the median over the rounds'),
  gflops,
  seconds_p10: seconds,
  seconds_p90: seconds,
};

export const benchRowSchema = z.object({
  suite: z.string().nullable().describe('null where the workload is one of a log or was asked for by its shape'),
  operator: z.string(),
  workload,
  threads,
  dtype: z.string().default('float32').describe('type of the elements'),
  counts: counts.default('flops'),
  peak_gflops: gflops.describe('multiply-add peak of these threads on that type, in the same run'),
  ours: z
    .object({
      ...configKeys,
      ...times,
      max_rel_error: maxRelError,
      peak_fraction: z.number().nonnegative(),
      bandwidth_fraction: z.number().nonnegative().describe('inputs and output once, of the bandwidth of memory'),
      trials: count,
      tuning_minutes: z.number().nonnegative(),
      tuned_here: z.boolean().describe('whether it was tuned on a machine like this one'),
      log: z
        .string()
        .nullable()
        .describe('null where no log has a kernel of the workload that works: one is chosen without a trial'),
      line: count.nullable().describe('of the log, from 1'),
    })
    .nullable()
    .describe('null without a kernel'),
  problem: z.string().nullable().describe('why there is no kernel of ours'),
  peers: z
    .record(
      z.string(),
      z.object({ ...times, competes: z.boolean(), description: z.string().describe('what really ran') }),
    )
    .describe('by name'),
  left_out: z.record(z.string(), z.string()).describe('why, by the name of the peer'),
  ratio: z.number().nonnegative().nullable().describe('seconds of the best peer that competes / ours'),
  ratio_low: z.number().nonnegative().nullable().describe('tenth percentile of the rounds'),
  ratio_high: z.number().nonnegative().nullable().describe('ninetieth percentile'),
  best_peer: z.string().nullable(),
  peers_without: z.string().nullable().describe('epilogue that ours computes and peers do not'),
  bandwidth_gbps: z.number().nonnegative().describe('at which memory is read, in the same run'),
  flops: count,
  bytes: count,
  rounds: count.describe('at most: fewer where calls are long'),
  fingerprint: z.string().describe('of the machine'),
  compiler: z.string(),
});

/** One workload on one number of threads: our kernel and its peers, timed in one run. */
export type BenchRow = Readonly<z.output<typeof benchRowSchema>>;
