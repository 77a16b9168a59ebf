/** What `dryRun` yields and `tune <operator> --dry-run --json` prints. */
import { z } from 'zod';
import { count, failures, noteEvent, seconds, subjectKeys } from './common.js';

const dry = z.literal(true).describe('tells them from the events of a tuning run');
const range = z.object({ min: z.number(), median: z.number(), max: z.number() });
const bytes = count.nullable();

const start = z
  .object({
    event: z.literal('start'),
    dry_run: dry,
    ...subjectKeys,
    templates: z.array(z.object({ template: z.string(), raw_size: z.number().describe('configs before constraints') })),
    trials: count.describe('candidates to build'),
    minutes: z.number().nullable(),
    seed: count,
  })
  .describe('first');

const candidate = z
  .object({
    event: z.literal('candidate'),
    template: z.string(),
    index: count.describe('place of the config in its space'),
    error: count.describe("AutoTVM's number of the class of failure, 0 for none"),
    message: z.string().nullable().describe('what went wrong'),
    registers: bytes.describe('of a thread, where the compiler tells'),
    spill_bytes: bytes,
    shared_bytes: bytes,
    local_bytes: bytes,
  })
  .describe('after each candidate, built or failed');

const finish = z
  .object({
    event: z.literal('finish'),
    dry_run: dry,
    reason: z.enum(['trials', 'minutes', 'exhausted', 'interrupted']),
    ...subjectKeys,
    seed: count,
    built: count,
    failed: count,
    failures,
    first_failure: z.string().nullable().describe('of a compiler, or else the first of all'),
    resources: z
      .object({ registers: range, shared_bytes: range, spilling: count.describe('kernels that spill') })
      .nullable()
      .describe('what the kernels need, where the compiler tells'),
    compiler: z.string().describe('`NVRTC 13.0`'),
    seconds: seconds.describe('wall-clock time'),
    builds_per_second: z.number(),
    spent: z
      .object({ instantiate: seconds, compile: seconds })
      .describe('making sources, and compiling them, which adds up over builds beside each other'),
  })
  .describe('last');

export const dryRunEventSchema = z.discriminatedUnion('event', [start, noteEvent, candidate, finish]);

/** An event of a dry run. */
export type DryRunEvent = Readonly<z.output<typeof dryRunEventSchema>>;
export type DryRunEventNamed<Name extends DryRunEvent['event']> = Extract<DryRunEvent, { readonly event: Name }>;
