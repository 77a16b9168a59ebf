/**
 * The events of a tuning run, as the tuner emits them, the library yields them and `tune <operator> --json` prints
 * them: one schema that types, documents and checks them.
 */
import { z } from 'zod';
import { settingsSchema, unshown, type Settings } from './settings.js';
import {
  configKeys,
  count,
  counts,
  failures,
  gflops,
  interval,
  maxRelError,
  noteEvent,
  seconds,
  subjectKeys,
} from '../log/json-keys.js';

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? (First extends Lowercase<First> ? First : `_${Lowercase<First>}`) : First}${Snake<Rest>}`
  : Name;
type Shown = Omit<Settings, keyof typeof unshown>;
type SettingsKeys = {
  readonly [Key in keyof Shown as Snake<Key>]-?: Partial<Pick<Shown, Key>> extends Pick<Shown, Key>
    ? z.ZodNullable<z.ZodType<Shown[Key]>>
    : z.ZodType<Shown[Key]>;
};

/** `early_stop` of `earlyStop`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** All that can be set, by the names of JSON; null where there is no limit or the tuner decides. */
export const settingsKeys = Object.fromEntries(
  Object.entries(settingsSchema.omit(unshown).shape).map(([key, schema]) => [
    snakeCase(key),
    (schema instanceof z.ZodExactOptional ? bare(schema).nullable() : bare(schema)).describe(schema.description ?? ''),
  ]),
) as unknown as SettingsKeys;

/** A setting as events show it, which has neither a default nor may be left out. */
function bare(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodExactOptional || schema instanceof z.ZodReadonly
    ? bare(schema.unwrap() as z.ZodType)
    : schema;
}

export const log = z.string().nullable().describe('the log, null without one');

/** A config and how fast it is. */
export const result = z.object({
  ...configKeys,
  seconds: seconds.describe('a call, the mean of undisturbed repeats'),
  interval: interval.describe('between which bounds that time lies'),
  seconds_min: seconds.describe('the fastest repeat'),
  seconds_max: seconds.describe('the slowest one'),
  gflops,
  max_rel_error: maxRelError,
});

/** Why a template gets no more trials. */
const retirementKeys = {
  after: count.describe('its trials'),
  gflops: gflops.describe('its best'),
  potential_gflops: gflops.describe('the most that it was thought to reach with the rest of the budget'),
  leader: z.string().describe('the template that leads'),
  leader_gflops: gflops.describe('the best of that one'),
};

const phase = z
  .enum(['search', 'again', 'final'])
  .describe('`again`: a noisy trial is measured again; `final`: so are the best, taking turns');

const start = z
  .object({
    event: z.literal('start'),
    ...subjectKeys,
    templates: z.array(z.object({ template: z.string(), raw_size: z.number().describe('configs before constraints') })),
    ...settingsKeys,
    asks_model: z.boolean().describe('whether the explorer asks the model'),
    resumed: count.describe('trials found in the log, which count as done'),
    best_gflops: gflops.nullable().describe('the best of these'),
    counts,
    history: count.describe('rows of history that the models learn from'),
    log,
  })
  .describe('first');

export const trial = z
  .object({
    event: z.literal('trial'),
    phase,
    trial: count.describe('counts from 1 over the whole log; 0 in other phases than the search, which try nothing new'),
    ...configKeys,
    error: count.describe("AutoTVM's number of the class of failure, 0 for none"),
    message: z.string().nullable().describe('what went wrong'),
    seconds: seconds.nullable().describe('a call, the mean of undisturbed repeats'),
    interval: interval.nullable().describe('between which bounds that time lies'),
    disturbed: z.number().nullable().describe('share of the repeats that something else on the machine disturbed'),
    noisy: z.boolean().describe('whether its repeats disagree too much to say how fast it is'),
    copied: z
      .boolean()
      .describe('whether its times are those of an earlier trial with the same code, and nothing was run'),
    gflops,
    max_rel_error: maxRelError,
    durable: z
      .boolean()
      .describe(
        'its record is on the disk; false: without a log, or until `batch`, when it is in the log but not yet on the disk',
      ),
  })
  .describe('after each measurement, once its record is in the log');

export const best = z
  .object({ event: z.literal('best'), trial: count, ...result.shape })
  .describe('the best changes: a trial beats all before it, or measuring again replaces its time, as finals do');

export const batch = z
  .object({
    event: z.literal('batch'),
    phase,
    batch: count.describe('counts from 1'),
    template: z.string(),
    size: count.describe('trials'),
    failed: count,
    search_seconds: seconds.describe('of choosing them'),
    measure_seconds: seconds.describe('of building, checking and timing them'),
  })
  .describe('after a batch');

export const model = z
  .object({
    event: z.literal('model'),
    template: z.string(),
    model: z.string(),
    rows: count,
    fitted: z.boolean().describe('false where there was nothing to learn'),
    seconds,
    error: z.string().nullable().describe('why training failed; the trials that follow are drawn at random'),
  })
  .describe('a cost model learned');

export const retire = z
  .object({ event: z.literal('retire'), trial: count, template: z.string(), ...retirementKeys })
  .describe('a template gets no more trials');

export const finals = z
  .object({ event: z.literal('finals'), trial: count.describe('of the search, the last') })
  .describe('the search is over: its best configs are measured again, whose trials follow');

/** What a template made of its part of the budget. */
export const share = z.object({
  template: z.string(),
  trials: count,
  gflops: gflops.nullable().describe('its best'),
  retired: z.object(retirementKeys).nullable(),
});

export const timeSplit = z
  .object({ search: seconds, compile: seconds, check: seconds, run: seconds, wall: seconds })
  .describe('where the time went; compiling adds up over builds beside each other');

const finish = z
  .object({
    event: z.literal('finish'),
    reason: z.enum(['trials', 'minutes', 'early-stop', 'exhausted', 'decided', 'interrupted']),
    ...subjectKeys,
    best: result.nullable(),
    ties: z.array(result).describe('those that are statistically tied with the best'),
    confirmed: z.boolean().describe('whether the best was measured again beside its rivals'),
    space: z
      .object({
        size: z.number().describe('configs of its space'),
        valid: z.number().describe('of these, those that no constraint forbids'),
        exact: z.boolean().describe('false where `valid` is an estimate'),
      })
      .nullable()
      .describe('of the best'),
    allowed_error: z.number().nullable().describe('the error that the best may make'),
    counts,
    source: z.boolean().describe('whether it is a kernel in source, with its own reference'),
    saving: z.string().nullable().describe('what GFLOPS count that the best does not compute, as a clause'),
    peak_gflops: gflops.nullable().describe("the machine's multiply-add peak, measured at the end"),
    peak_fraction: z.number().nullable().describe('what of it the best reaches'),
    trials: count.describe('of this run'),
    resumed: count.describe('found in the log'),
    shared: count.describe('of other runs at the same time on the same log, which count as done'),
    failed: count.describe('of all'),
    disturbance: z
      .object({
        share: z
          .number()
          .nullable()
          .describe('of the repeats, what something else disturbed; null where nobody watched'),
        slowed: z
          .number()
          .nullable()
          .describe(
            'of the repeats, what ran on a core that was slower than it can be, though no process here took it',
          ),
        noisy: count.describe('trials whose times did not show whether they are among the best'),
        again: count.describe('looks at such trials that were taken again'),
      })
      .describe('how much else on the machine got in the way'),
    templates: z.array(share),
    failures,
    first_failure: z
      .string()
      .nullable()
      .describe('of a compiler or a run, or else the first of all: what to look at when nothing works'),
    seconds: timeSplit,
    log,
    replay: z.string().nullable().describe('the command that replays the log'),
    show: z.string().nullable().describe('the command that shows the best kernel; null where there is none'),
    export: z
      .string()
      .nullable()
      .describe('the command that makes a library of the log; null also for source of a target that has none'),
  })
  .describe('last: what the last lines of a run say');

export const tuneEventSchema = z.discriminatedUnion('event', [
  start,
  noteEvent,
  trial,
  best,
  batch,
  model,
  retire,
  finals,
  finish,
]);

/** An event of a tuning run. */
export type TuneEvent = Readonly<z.output<typeof tuneEventSchema>>;
/** An event of one name. */
export type TuneEventNamed<Name extends TuneEvent['event']> = Extract<TuneEvent, { readonly event: Name }>;
/** A config and how fast it is. */
export type Result = Readonly<z.output<typeof result>>;
/**
 * Why a run ends. `exhausted`: every config is measured. `decided`: those of the best template are, and all others are
 * retired.
 */
export type StopReason = TuneEventNamed<'finish'>['reason'];
/** What a template made of its part of the budget. */
export type Share = Readonly<z.output<typeof share>>;
/** Seconds by what they were spent on. */
export type TimeSplit = Readonly<z.output<typeof timeSplit>>;
/** How much else on the machine got in the way of a run, and what that did. */
export type Disturbance = TuneEventNamed<'finish'>['disturbance'];
/** What is tuned, as events name it. */
export type Subject = Pick<TuneEventNamed<'start'>, keyof typeof subjectKeys>;

/** What the error of a fit means, for people. */
export function noteOfFailedFit(error: string): string {
  return `The next trials are drawn at random: ${error}`;
}
