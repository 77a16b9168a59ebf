import { mean } from 'simple-statistics';
import { z } from 'zod';
import { failureClasses } from '../../measure/failure-classes.js';
import { ErrorNo, type Measurement } from '../../measure/measurement.js';
import { nameText, shownText } from '../record/names.js';
import { reasonOf } from '../record/schema.js';
import type { KnobValue } from '../../space/config.js';
import { keyOf, type Knob } from '../../space/knob.js';
import type { Space } from '../../space/space.js';
import { plural } from '../../target/format.js';
import { parseCache } from './cache-text.js';
import { textOf } from './file.js';
import { spaceOf } from './space-of.js';

const value = z.union([z.number(), shownText, z.boolean(), z.array(z.number()), z.array(shownText)]);

/** A grid has three sizes; kernels of several dimensions more have some. */
const MOST_SIZES = 16;

/** The file; what else it holds is passed over, and its rows are looked at one by one. */
const cacheSchema = z
  .object({
    device_name: shownText.default(''),
    kernel_name: shownText,
    problem_size: z
      .union([z.array(z.union([z.number(), shownText])).max(MOST_SIZES), z.number(), shownText])
      .default([]),
    tune_params_keys: z
      .array(nameText)
      .min(1)
      .refine((names) => new Set(names).size === names.length, 'a parameter is there twice'),
    tune_params: z.record(nameText, z.array(value).min(1)),
    cache: z.record(z.string(), z.unknown()),
    tune: z.unknown().optional(),
  })
  .refine(
    ({ tune_params_keys: names, tune_params: params }) => names.every((knob) => Object.hasOwn(params, knob)),
    'a parameter of tune_params_keys is not in tune_params',
  );
type Cache = z.infer<typeof cacheSchema>;

/** NaN is read as null. */
const milliseconds = z.number().nonnegative().nullish();
const rowSchema = z.object({
  time: z.union([z.number(), z.string(), z.null()]).optional(),
  times: z.array(z.number().nullable()).optional(),
  __error__: z.string().optional(),
  compile_time: milliseconds,
  verification_time: milliseconds,
  benchmark_time: milliseconds,
  strategy_time: milliseconds,
  framework_time: milliseconds,
  timestamp: z.string().optional().catch(undefined),
  error_class: z.literal(Object.values(failureClasses)).optional().catch(undefined),
});
type RowJson = z.infer<typeof rowSchema>;

/** What Kernel Tuner writes in place of a time, or under `__error__`. */
const failures: Readonly<Record<string, ErrorNo | undefined>> = {
  InvalidConfig: ErrorNo.instantiation,
  CompilationFailedConfig: ErrorNo.compileDevice,
  RuntimeFailedConfig: ErrorNo.runtimeDevice,
};
/** The time of a failure as its first versions wrote it, in milliseconds. */
const FAILED_TIME = 1e20;

/** What a row says of its config. */
interface CacheRow extends Pick<Measurement, 'costs' | 'error' | 'message'> {
  /** Seconds that the trial took in all, where the file says. */
  readonly trialSeconds?: number | undefined;
}

/** What a cache says of one config. */
interface CacheTrial {
  /** Of its config in the product of the knobs. */
  readonly index: number;
  readonly row: CacheRow;
  /** Seconds of compiling, checking and running; those that the file does not say are 0. */
  readonly spent: { readonly compile: number; readonly check: number; readonly run: number };
  /** Seconds since the epoch, where the file says. */
  readonly timestamp: number | undefined;
}

/** A whole cache. */
export interface CacheFile {
  readonly device: string;
  readonly kernel: string;
  readonly problemSize: readonly (string | number)[];
  /** All combinations of the knobs. */
  readonly space: Space;
  readonly trials: readonly CacheTrial[];
  /** Whether its end is missing. */
  readonly cut: boolean;
  /** What is under the key `tune`, which a log that was converted leaves there. */
  readonly tune: unknown;
}

/** A cache, if it is one, and a clause for everything that is wrong with it. */
export interface OpenedCache {
  readonly cache: CacheFile | undefined;
  readonly problems: readonly string[];
}

/**
 * Reads a Kernel Tuner cache: its configs are the cache's keys, its knobs the parameters in the order of
 * `tune_params_keys`. A cache whose end is missing gives the rows that are whole. Throws UsageError when there is no
 * such file, WorkError when it cannot be read.
 */
export async function openCache(path: string): Promise<OpenedCache> {
  const { text, damage } = await textOf(path);
  const { json, cut } = parseCache(text);
  const parsed = cacheSchema.safeParse(json);
  const damaged = damage === undefined ? [] : [`the compressed file is damaged (${damage})`];
  if (!parsed.success) return { cache: undefined, problems: [...damaged, noCache(text, json, parsed.error)] };
  const { cache, problems } = readTrials(parsed.data, cut);
  return { cache, problems: [...damaged, ...problems] };
}

function noCache(text: string, json: unknown, error: z.ZodError): string {
  if (text.trim() === '') return 'it is empty';
  return `it is neither an AutoTVM log nor a Kernel Tuner cache (${json === undefined ? 'not JSON' : reasonOf(error)})`;
}

function readTrials(cache: Cache, cut: boolean): OpenedCache {
  const space = spaceOf(knobsOf(cache));
  if (typeof space === 'string') return { cache: undefined, problems: [space] };
  const trials: CacheTrial[] = [];
  const bad: string[] = [];
  for (const [key, json] of Object.entries(cache.cache)) {
    const found = readRow(space, key, json);
    if (typeof found === 'string') bad.push(`${key}: ${found}`);
    else trials.push(found);
  }
  const timeless = trials.filter(({ row }) => row.message === TIMELESS).length;
  const { device_name: device, kernel_name: kernel, problem_size: size, tune } = cache;
  return {
    cache: { device, kernel, problemSize: [size].flat(), space, trials, cut, tune },
    problems: [
      ...(bad.length > 0 ? [`${plural(bad.length, 'row')} without use (${bad[0]!})`] : []),
      ...(timeless > 0 ? [`${plural(timeless, 'row')} without a number for a time, counted as failed`] : []),
    ],
  };
}

function knobsOf({ tune_params_keys: names, tune_params: params }: Cache): readonly Knob[] {
  const choices = new Map(Object.entries(params));
  return names.map((knob) => {
    const values = new Map(choices.get(knob)?.map((choice) => [keyOf(choice), choice]));
    return { name: knob, kind: 'ot', values: [...values.values()] };
  });
}

/** A row and the index of its config, or why it cannot be used. */
function readRow(space: Space, key: string, json: unknown): CacheTrial | string {
  const parsed = rowSchema.safeParse(json);
  if (!parsed.success) return reasonOf(parsed.error);
  const row = toRow(parsed.data);
  if (typeof row === 'string') return row;
  try {
    const index = space.indexOf(valuesOf(space, key, json as Readonly<Record<string, unknown>>));
    return { index, row, spent: spentOf(parsed.data), timestamp: epochOf(parsed.data.timestamp) };
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function spentOf({ compile_time, verification_time, benchmark_time }: RowJson): CacheTrial['spent'] {
  return {
    compile: (compile_time ?? 0) / 1000,
    check: (verification_time ?? 0) / 1000,
    run: (benchmark_time ?? 0) / 1000,
  };
}

/** Seconds since the epoch of a time as Python writes it, `2023-12-22 09:54:05.502007+00:00`. */
export function epochOf(text: string | undefined): number | undefined {
  const time = text === undefined ? NaN : Date.parse(text.replace(' ', 'T'));
  return time >= 0 ? time / 1000 : undefined;
}

/** The parameters that the row spells out; what it lacks stands in its key. */
function valuesOf(
  { knobs }: Space,
  key: string,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, KnobValue>> {
  const words = key.split(',');
  return Object.fromEntries(
    knobs.map(({ name: knob, values }, place) => {
      const word = words.at(place) ?? '';
      const own = Object.hasOwn(row, knob) ? (row[knob] as KnobValue) : undefined;
      return [knob, own ?? values.find((choice) => isWrittenAs(choice, word)) ?? word];
    }),
  );
}

/** Whether Python writes a value so: `True`, `1.0`. */
function isWrittenAs(choice: KnobValue, word: string): boolean {
  if (typeof choice === 'number') return word.trim() !== '' && Number(word) === choice;
  return String(choice) === (typeof choice === 'boolean' ? word.toLowerCase() : word);
}

const TIMELESS = 'no time';

/** Why a row is none: no clock gives such a time. */
function toRow(row: RowJson): CacheRow | string {
  const { time } = row;
  const failure = failureOf(row);
  const common = { trialSeconds: trialSecondsOf(row) };
  if (failure !== undefined)
    return { ...common, costs: [], error: classOf(row) ?? failures[failure] ?? ErrorNo.unknown, message: failure };
  if (typeof time !== 'number') return { ...common, costs: [], error: ErrorNo.unknown, message: TIMELESS };
  if (time <= 0) return `a time of ${time} ms is impossible`;
  return { ...common, costs: costsOf(time, row.times ?? []), error: ErrorNo.none };
}

/** AutoTVM's class, which is finer, where a log was converted. */
function classOf({ error_class: name }: RowJson): ErrorNo | undefined {
  return Object.values(ErrorNo).find((error) => error !== ErrorNo.none && failureClasses[error] === name);
}

function failureOf({ time, __error__: error }: RowJson): string | undefined {
  if (error !== undefined || typeof time === 'string') return error ?? String(time);
  return typeof time === 'number' && time >= FAILED_TIME ? 'failed' : undefined;
}

/** Seconds of the single runs, if it is their mean that the file calls the time; otherwise of the time alone. */
function costsOf(time: number, times: RowJson['times'] & object): readonly number[] {
  const runs = times.filter((run) => run !== null && run > 0).map((run) => run! / 1000);
  const agree = runs.length > 0 && Math.abs(mean(runs) * 1000 - time) <= 1e-6 * time;
  return agree && runs.length === times.length ? runs : [time / 1000];
}

function trialSecondsOf(row: RowJson): number | undefined {
  const steps = [row.compile_time, row.verification_time, row.benchmark_time, row.strategy_time, row.framework_time];
  const known = steps.filter((step) => step != null);
  return known.length === 0 ? undefined : known.reduce((sum, step) => sum + step) / 1000;
}

/** `Xgemm 4096x4096 on NVIDIA GeForce RTX 3090`. */
export function labelOf({ device, kernel, problemSize }: Pick<CacheFile, 'device' | 'kernel' | 'problemSize'>): string {
  return [kernel, problemSize.join('x'), ...(device === '' ? [] : ['on', device])]
    .filter((word) => word !== '')
    .join(' ');
}
