/** What is heard while templates are checked: the lines of `tune contract --json`. */
import { z } from 'zod';
import { knobValue } from '../../space/config.js';

const count = z.int().nonnegative();
const template = z.string().describe('`conv2d.direct`');

const checks = ['kernel', 'pure', 'log', 'suggestions', 'operator', 'define', 'serves'] as const;

const start = z
  .object({
    event: z.literal('start'),
    template,
    operator: z.string().describe('`conv2d`'),
    targets: z.array(z.string()).describe('in full, as logs write them'),
    configs: count.describe('random ones of each shape that it serves, on each target'),
    seed: count,
  })
  .describe('before the checks of a template');

const check = z
  .object({
    event: z.literal('check'),
    template,
    check: z
      .enum(checks)
      .describe(
        '`operator`: named workloads have work and survive the log; `define`: spaces can be made; `log`: a shape has configs, which survive the log; `pure`: a config gives the same source twice; `suggestions`: what it suggests has a value for every knob, and is the same when it is asked again; `kernel`: a config is right; `serves`: it serves a shape',
      ),
    workload: z.string().nullable(),
    target: z.string().nullable(),
    index: count.nullable().describe('place of the config in its space'),
    values: z.record(z.string(), knobValue).nullable().describe('its knobs'),
    ok: z.boolean(),
    error: count.describe("AutoTVM's number of the class of failure, 0 for none"),
    message: z.string().nullable().describe('what is not as promised'),
  })
  .describe('after each thing that was checked');

const finish = z
  .object({
    event: z.literal('finish'),
    templates: count,
    kernels: count.describe('kernels that were compared with the reference'),
    checks: count.describe('all, kernels included'),
    failed: count,
    aborted: z.boolean().describe('whether a signal ended it'),
  })
  .describe('last');

export const contractEventSchema = z.discriminatedUnion('event', [start, check, finish]);

export type ContractEvent = Readonly<z.output<typeof contractEventSchema>>;
export type ContractCheck = Readonly<z.output<typeof check>>;
export type ContractFinish = Readonly<z.output<typeof finish>>;
