/** What `tune network MODEL --compare` reports of one number of threads. */
import { z } from 'zod';
import { count, seconds } from '../../log/json-keys.js';

const times = {
  seconds: seconds.describe('a call, the median over the rounds'),
  seconds_p10: seconds,
  seconds_p90: seconds,
  load_seconds: seconds.describe(
    'until a first call can be made: ours, its weights are in memory; theirs, the session',
  ),
  first_seconds: seconds.describe('the first call behind that'),
  base_bytes: count.describe('memory of the process before that, that of Node included; 0 where it is unknown'),
  peak_bytes: count.describe(
    'the most memory that the process had, base_bytes included (VmHWM); 0 where it is unknown',
  ),
};
const ratio = z.number().nonnegative();

const runtime = { ...times, description: z.string().describe('version, and what the way to it costs') };
const beside = {
  ratio: ratio.describe('their seconds / ours, the median over the rounds'),
  ratio_low: ratio.describe('tenth percentile of the rounds'),
  ratio_high: ratio.describe('ninetieth percentile'),
  largest_difference: z
    .number()
    .nonnegative()
    .nullable()
    .describe('of the outputs, relative to max(|theirs|, root mean square); null where only one of both is a number'),
};

export const compareRowSchema = z.object({
  network: z.string(),
  threads: count,
  rounds: count.describe('in which all took turns'),
  ours: z.object(times),
  onnxruntime: z.object(runtime),
  ...beside,
  openvino: z
    .object({ ...runtime, ...beside })
    .nullable()
    .describe('--openvino'),
  openvino_refusal: z.string().nullable().describe('--openvino: why it could not be compared'),
  largest_error: z
    .number()
    .nonnegative()
    .nullable()
    .describe('the same of ours and the reference: computed in double precision, or the first set of --verify'),
  layers: z.array(
    z.object({
      kind: z
        .enum(['layer', 'conversions', 'other'])
        .describe('`conversions`: moving elements between layouts; `other`: what only runtimes run'),
      layer: z.string(),
      nodes: z.array(z.string()).describe('of the model; of `other`, of the runtimes'),
      seconds: seconds.describe('ours, the median; 0 where it lies within the memory of others'),
      alone_seconds: seconds
        .nullable()
        .describe('of its kernels by themselves, as their trials here measured them; null without trials'),
      onnxruntime_seconds: seconds
        .nullable()
        .describe('by its profile; null where it has no node for this: folded away, or part of another'),
      openvino_seconds: seconds.nullable().describe('the same'),
    }),
  ),
});

export type CompareRow = Readonly<z.output<typeof compareRowSchema>>;

/** NaN is null, as JSON has it. */
export function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
