import { mean } from 'simple-statistics';
import { z } from 'zod';
import { ErrorNo } from '../../measure/measurement.js';
import { nameText, shownText } from '../record/names.js';
import { reasonOf } from '../record/schema.js';
import type { Entity } from '../../space/entity.js';
import { keyOf } from '../../space/knob.js';
import { epochOf } from './kernel-tuner-cache.js';
import { parseCache } from './cache-text.js';
import { textOf } from './file.js';
import { plural } from '../../target/format.js';
import {
  identityIn,
  type Format,
  type LogIdentity,
  type MeasuredTask,
  type MeasuredTrial,
  type MeasurementFile,
} from './measured.js';
import { milliseconds, pythonTime } from './units.js';

/**
 * T4, the results of the autotuning community's schemas, version 1.0.0 (odgaard/TuningSchema, results-schema.json): the
 * configs of one kernel, each with its times. What a log says of the task is kept under the key `tune`, since the
 * schema, which forbids no key, has none for it.
 */
export const t4: Format = {
  name: 't4',
  single: true,
  write: ([task]) => ({
    pieces: piecesOf(task!),
    written: task!.trials.length,
    refused: [],
    lost: [
      ...(task!.trials.some(({ error }) => coarse.has(error))
        ? ['T4 has five classes of failure: both time-outs are one, crashes and unknown failures another.']
        : []),
      ...(task!.identity?.own ? ['T4 has no place for runs, phases, scores, intervals and messages.'] : []),
      ...(task!.identity ? [] : ['T4 names neither kernel nor device.']),
    ],
  }),
};

/** Failures that are read back as another class. */
const coarse: ReadonlySet<ErrorNo> = new Set([
  ErrorNo.compileDevice,
  ErrorNo.buildTimeout,
  ErrorNo.unknown,
  ErrorNo.implausible,
]);

const invalidities: Readonly<Record<ErrorNo, string>> = {
  [ErrorNo.none]: 'correct',
  [ErrorNo.instantiation]: 'constraints',
  [ErrorNo.compileHost]: 'compile',
  [ErrorNo.compileDevice]: 'compile',
  [ErrorNo.runtimeDevice]: 'runtime',
  [ErrorNo.wrongAnswer]: 'correctness',
  [ErrorNo.buildTimeout]: 'timeout',
  [ErrorNo.runTimeout]: 'timeout',
  [ErrorNo.unknown]: 'runtime',
  [ErrorNo.implausible]: 'correctness',
};

const errors: Readonly<Record<string, ErrorNo>> = {
  correct: ErrorNo.none,
  constraints: ErrorNo.instantiation,
  compile: ErrorNo.compileHost,
  runtime: ErrorNo.runtimeDevice,
  correctness: ErrorNo.wrongAnswer,
  timeout: ErrorNo.runTimeout,
};

function* piecesOf({ trials, identity }: MeasuredTask): Generator<string> {
  yield `{"schema_version": "1.0.0",${identity ? `\n"tune": ${JSON.stringify(identity)},` : ''}\n"results": [`;
  for (const [place, trial] of trials.entries()) yield `${place === 0 ? '' : ','}\n${JSON.stringify(resultOf(trial))}`;
  yield '\n]}\n';
}

function resultOf({ entity, costs, error, spent, timestamp }: MeasuredTrial): object {
  const time = error === ErrorNo.none ? [{ name: 'time', value: milliseconds(mean([...costs])), unit: 'ms' }] : [];
  return {
    timestamp: pythonTime(timestamp),
    configuration: Object.fromEntries(entity.map(([name, , value]) => [name, value])),
    times: {
      compilation_time: milliseconds(spent?.compile ?? 0),
      framework: 0,
      search_algorithm: 0,
      validation: milliseconds(spent?.check ?? 0),
      benchmark: milliseconds(spent?.run ?? 0),
      runtimes: costs.map(milliseconds),
    },
    invalidity: invalidities[error],
    correctness: error === ErrorNo.wrongAnswer ? 0 : 1,
    measurements: time,
    objectives: ['time'],
  };
}

const value = z.union([z.number(), shownText, z.boolean(), z.array(z.number()), z.array(shownText)]);
const spentTime = z.number().nonnegative().nullish();

const resultSchema = z.object({
  timestamp: z.string().optional(),
  configuration: z.record(nameText, value),
  times: z.object({
    compilation_time: spentTime,
    /** As Kernel Tuner writes the same. */
    compilation: spentTime,
    framework: spentTime,
    search_algorithm: spentTime,
    validation: spentTime,
    benchmark: spentTime,
    runtimes: z.array(z.number().nullable()).nullish(),
  }),
  invalidity: z.enum(Object.keys(errors)),
  correctness: z.number(),
  measurements: z.array(z.object({ name: z.string(), value: z.unknown(), unit: z.string().optional() })).optional(),
  objectives: z.array(z.unknown()).optional(),
});
type Result = z.output<typeof resultSchema>;

const fileSchema = z.object({ results: z.array(z.unknown()), tune: z.unknown().optional() });

/** How a file of this format begins. */
export function isT4(head: string): boolean {
  return /^\s*\{/.test(head) && /"results"\s*:\s*\[/.test(head) && !/"tune_params_keys"/.test(head);
}

/** Reads the results of a kernel. Throws UsageError when there is no such file, WorkError when it cannot be read. */
export async function readT4(path: string): Promise<MeasurementFile> {
  const { text } = await textOf(path);
  const parsed = fileSchema.safeParse(parseCache(text).json);
  if (!parsed.success)
    return { format: t4.name, tasks: [], skipped: 0, problems: [`it is no T4 file (${reasonOf(parsed.error)})`] };
  const identity = identityIn(parsed.data.tune);
  const bad: string[] = [];
  const trials: MeasuredTrial[] = [];
  for (const [place, json] of parsed.data.results.entries()) {
    const found = trialOf(json, identity);
    if (typeof found === 'string') bad.push(`result ${place + 1}: ${found}`);
    else trials.push(found);
  }
  const names = JSON.stringify(trials[0]?.entity.map(([name]) => name));
  const alike = trials.filter(({ entity }) => JSON.stringify(entity.map(([name]) => name)) === names);
  const others = trials.length - alike.length;
  return {
    format: t4.name,
    tasks: alike.length === 0 ? [] : [taskFrom(alike, identity)],
    skipped: bad.length + others,
    problems: [
      ...(bad.length > 0 ? [`${plural(bad.length, 'result')} without use (${bad[0]!})`] : []),
      ...(others > 0 ? [`${plural(others, 'result')} with other parameters than the first left out`] : []),
    ],
  };
}

function taskFrom(trials: readonly MeasuredTrial[], identity: LogIdentity | undefined): MeasuredTask {
  const knobs = trials[0]!.entity.map(([name, kind], place) => {
    const values = new Map(trials.map(({ entity }) => [keyOf(entity[place]![2]), entity[place]![2]]));
    return { name, kind, values: [...values.values()] };
  });
  const { operator, workload, fingerprint } = identity?.own ?? {};
  const kernel = identity?.task ?? 'unnamed';
  const own = [operator, workload].filter((word) => typeof word === 'string').join(' ');
  return {
    label: own || kernel,
    identity,
    kernel,
    device: typeof fingerprint === 'string' ? fingerprint : '',
    problemSize: typeof workload === 'string' ? [workload] : [],
    knobs,
    trials,
  };
}

function trialOf(json: unknown, identity: LogIdentity | undefined): MeasuredTrial | string {
  const parsed = resultSchema.safeParse(json);
  if (!parsed.success) return reasonOf(parsed.error);
  const { configuration, times, invalidity, timestamp } = parsed.data;
  const error = errors[invalidity]!;
  const costs = error === ErrorNo.none ? costsOf(parsed.data) : [];
  if (error === ErrorNo.none && costs.length === 0) return 'it is correct, and has no time';
  const entity = Object.entries(configuration).map(([name, value]): Entity => [
    name,
    identity?.kinds[name] ?? 'ot',
    value,
  ]);
  const compile = (times.compilation_time ?? times.compilation ?? 0) / 1000;
  const check = (times.validation ?? 0) / 1000;
  const run = (times.benchmark ?? 0) / 1000;
  return {
    entity,
    costs,
    error,
    spent: { compile, check, run },
    allCost: compile + check + run,
    timestamp: epochOf(timestamp) ?? 0,
  };
}

/** Seconds of the runs, or else of what was measured under the name `time`. */
function costsOf({ times, measurements = [] }: Result): readonly number[] {
  const runs = (times.runtimes ?? []).filter((run) => run !== null && run > 0).map((run) => run! / 1000);
  if (runs.length > 0) return runs;
  const time = measurements.find(({ name }) => name === 'time');
  return typeof time?.value === 'number' && time.value > 0 ? [time.value / (perSecond[time.unit ?? ''] ?? 1000)] : [];
}

/** Kernel Tuner, which has milliseconds, leaves some units out. */
const perSecond: Readonly<Record<string, number>> = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 };
