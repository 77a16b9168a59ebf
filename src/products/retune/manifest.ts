/** What a job of `tune retune` is asked to do, as its YAML file says. */
import { z } from 'zod';
import { TOLERANCE } from '../../measure/ratio.js';
import { shareOf } from './percent.js';

const share = z
  .union([z.number(), z.string()])
  .transform((given) => (typeof given === 'number' ? given : (shareOf(given) ?? NaN)))
  .refine((value) => value >= 0 && value <= 10, 'it must be a share of time, such as 10%');

const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** Of one search. */
export const trials = z
  .int()
  .min(1, 'a search needs 1 trial at least')
  .max(100_000, 'a search has 100000 trials at most');
export const minutes = z
  .number()
  .positive('a search needs some time')
  .max(10_000, 'a search has 10000 minutes at most');
const targets = z.array(z.string()).min(1, 'it names no target').readonly();

const workloadSchema = z.union([
  z.string(),
  z.strictObject({
    operator: z.string(),
    workload: z.string().exactOptional(),
    shape: z.record(z.string(), z.union([scalar, z.array(scalar).readonly()])).default({}),
    template: z.string().exactOptional(),
    targets: targets.exactOptional(),
    trials: trials.exactOptional(),
    minutes: minutes.exactOptional(),
  }),
]);

export const manifestSchema = z.strictObject({
  workloads: z.array(workloadSchema).min(1, 'it names no workload').readonly(),
  targets: targets.default(['llvm']),
  /** Of each workload on each target that is searched. */
  budget: z.strictObject({ trials: trials.default(48), minutes: minutes.exactOptional() }).prefault({}),
  gates: z
    .strictObject({
      /** How much slower than its log a record may be; `off`: that is reported, and fails nothing. */
      speed: z.union([z.literal('off'), share]).default(TOLERANCE),
    })
    .prefault({}),
  /** A folder with a log for each workload. */
  logs: z.string().min(1).default('logs'),
  /** More logs, to learn from and to begin with. */
  history: z.array(z.string()).readonly().default([]),
  seed: z.int().min(0).exactOptional(),
});

export type Manifest = Readonly<z.output<typeof manifestSchema>>;
export type ManifestWorkload = Manifest['workloads'][number];
