/** What a comparison with other libraries is asked to do, by programs and by the command line. */
import { z } from 'zod';
import { benchSchema } from './settings.js';
import { suites } from './suites.js';
import { modulesSchema } from '../../catalogue/resolve.js';
import { shapeSchema } from '../../tuner/tune-options.js';

const names = z.array(z.string()).readonly();

/** One of `suite`, `operator` and `logs` says what is compared; without any of them all suites are. */
export const benchOptionsSchema = z.strictObject({
  suite: z
    .enum(suites.map(({ name }) => name))
    .exactOptional()
    .describe('all workloads of this suite'),
  operator: z.string().exactOptional().describe('one shape of this operator'),
  workload: z.string().exactOptional().describe('its named shape'),
  shape: shapeSchema.default({}).describe('its shape options by their key'),
  logs: names.exactOptional().describe('all workloads of these logs, with their kernels'),
  only: names.default([]).describe('only these workloads, each by its full name or that of its shape'),
  threads: z
    .array(z.int().min(1))
    .readonly()
    .exactOptional()
    .describe('numbers of threads (default: 1 and all cores; of logs, those that they were tuned for)'),
  modules: modulesSchema,
  log: names.exactOptional().describe('logs with our kernels; the last takes what `trials` tunes'),
  ...benchSchema.shape,
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends the comparison after the turn in flight'),
});

/** What `bench` takes. */
export type BenchOptions = Readonly<z.input<typeof benchOptionsSchema>>;
/** The same with all defaults. */
export type CheckedBenchOptions = Readonly<z.output<typeof benchOptionsSchema>>;
