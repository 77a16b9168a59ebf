/** What is heard while templates are checked, in plain values. */
import { z } from 'zod';
import { ErrorNo } from '../measure/measurement.js';

const count = z.int().nonnegative();

const start = z
  .object({
    event: z.literal('start'),
    template: z.string(),
    operator: z.string(),
    targets: z.array(z.string()),
    configs: count.describe('random ones of each shape that it serves, on each target'),
    seed: count,
  })
  .describe('the checks of a template begin');

const check = z
  .object({
    event: z.literal('check'),
    template: z.string(),
    check: z
      .enum(['operator', 'define', 'serves', 'log', 'pure', 'kernel'])
      .describe(
        'named workloads have work and survive the log; spaces can be made; a shape is served; a config survives the log; the same config gives the same source; a kernel is right',
      ),
    workload: z.string().nullable().describe('null where it is of none'),
    target: z.string().nullable(),
    index: count.nullable(),
    values: z.record(z.string(), z.unknown()).nullable().describe('of the knobs'),
    ok: z.boolean(),
    error: z.literal(Object.values(ErrorNo)).describe("AutoTVM's number of the class of failure, 0 for none"),
    message: z.string().nullable(),
  })
  .describe('one thing was checked');

const finish = z
  .object({
    event: z.literal('finish'),
    templates: count,
    kernels: count.describe('built and compared with the reference'),
    checks: count.describe('in all, kernels included'),
    failed: count,
    aborted: z.boolean(),
  })
  .describe('all are checked, or a signal ended it');

export const contractEventSchema = z.discriminatedUnion('event', [start, check, finish]);

export type ContractEvent = Readonly<z.output<typeof contractEventSchema>>;
export type ContractCheck = Readonly<z.output<typeof check>>;
export type ContractFinish = Readonly<z.output<typeof finish>>;
