/** What `dryRun` and `dryRunNetwork` yield, and `tune <operator>` and `tune network` print with `--dry-run --json`. */
import { z } from 'zod';
import { count, failures, layerKeys, noteEvent, seconds, subjectKeys } from '../log/json-keys.js';

const dry = z.literal(true).describe('distinguishes them from the events of a tuning run');
const reason = z.enum(['trials', 'minutes', 'exhausted', 'interrupted']);
const range = z.object({ min: z.number(), median: z.number(), max: z.number() });
const bytes = count.nullable();

/** The templates of an operator or of a layer, as events show them. */
const templates = z.array(
  z.object({ template: z.string(), raw_size: z.number().describe('configs before constraints') }),
);

/** What some candidates came to. */
const tallied = {
  built: count,
  failed: count,
  failures,
  first_failure: z.string().nullable().describe('of a compiler, or else the first of all'),
  resources: z
    .object({ registers: range, shared_bytes: range, spilling: count.describe('kernels that spill') })
    .nullable()
    .describe('what the kernels need, where the compiler reports it'),
};

const effort = {
  compiler: z.string().describe('`NVRTC 13.0`'),
  seconds: seconds.describe('wall-clock time'),
  builds_per_second: z.number(),
  spent: z
    .object({ instantiate: seconds, compile: seconds })
    .describe('making sources, and compiling them, which adds up over builds beside each other'),
};

const start = z
  .object({
    event: z.literal('start'),
    dry_run: dry,
    ...subjectKeys,
    templates,
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
    registers: bytes.describe('of a thread, where the compiler reports it'),
    spill_bytes: bytes,
    shared_bytes: bytes,
    local_bytes: bytes,
  })
  .describe('after each candidate, built or failed');

const finish = z
  .object({
    event: z.literal('finish'),
    dry_run: dry,
    reason,
    ...subjectKeys,
    seed: count,
    ...tallied,
    ...effort,
  })
  .describe('last');

export const dryRunEventSchema = z.discriminatedUnion('event', [start, noteEvent, candidate, finish]);

const ofNetwork = {
  network: z.string().describe('its name, or that of the file'),
  target: z.string().describe('in full, as logs write it'),
};

export const networkDryRunEventSchema = z.discriminatedUnion('event', [
  z
    .object({
      event: z.literal('start'),
      dry_run: dry,
      ...ofNetwork,
      layers: z.array(z.object({ ...layerKeys, templates })),
      trials: count.describe('candidates to build, of all layers in all'),
      minutes: z.number().nullable(),
      seed: count,
    })
    .describe('first'),
  noteEvent.extend({ layer: z.null().describe('it is about no single layer') }),
  candidate.extend({ layer: z.string().describe('name of the layer') }),
  z
    .object({
      event: z.literal('finish'),
      dry_run: dry,
      reason,
      ...ofNetwork,
      seed: count,
      layers: z.array(z.object({ ...layerKeys, ...tallied })).describe('in the order of the network'),
      ...tallied,
      ...effort,
    })
    .describe('last'),
]);

/** An event of a dry run. */
export type DryRunEvent = Readonly<z.output<typeof dryRunEventSchema>>;
export type DryRunEventNamed<Name extends DryRunEvent['event']> = Extract<DryRunEvent, { readonly event: Name }>;

/** An event of a dry run of a network. */
export type NetworkDryRunEvent = Readonly<z.output<typeof networkDryRunEventSchema>>;
export type NetworkDryRunEventNamed<Name extends NetworkDryRunEvent['event']> = Extract<
  NetworkDryRunEvent,
  { readonly event: Name }
>;
