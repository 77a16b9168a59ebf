import { mean } from 'simple-statistics';
import { failureClasses } from '../../measure/failure-classes.js';
import { ErrorNo } from '../../measure/measurement.js';
import type { TuneRecord } from '../record/record.js';
import { isOfFinals, standingOf, type Placed } from '../record/time.js';
import type { KnobValue } from '../../space/config.js';
import { labelOf, openCache, type CacheFile } from './kernel-tuner-cache.js';
import { plural } from '../../target/format.js';
import { identityIn, type Format, type MeasuredTask, type MeasuredTrial, type MeasurementFile } from './measured.js';
import { milliseconds, pythonTime } from './units.js';
import { defined } from '../../target/defined.js';

/**
 * Kernel Tuner's cache, version 1.1.0 of its schema (kernel_tuner/schema/cache): one kernel on one device and problem,
 * each config once. What a log says of the task is kept under the key `tune`, which Kernel Tuner passes over.
 */
export const kernelTuner: Format = {
  name: 'kernel-tuner',
  single: true,
  write: ([task]) => {
    const rows = standingTrials(task!);
    const left = task!.trials.length - rows.size;
    return {
      pieces: piecesOf(task!, rows),
      written: rows.size,
      refused: [],
      lost: [
        ...(left > 0
          ? [`A cache holds a config once: ${plural(left, 'record')} of configs that were measured again left out.`]
          : []),
        ...(task!.identity?.own ? ['A cache has no place for runs, phases, scores, intervals and messages.'] : []),
      ],
    };
  },
};

/** Throws as `openCache`. */
export async function readKernelTuner(path: string): Promise<MeasurementFile> {
  const { cache, problems } = await openCache(path);
  return { format: kernelTuner.name, tasks: cache ? [taskFrom(cache)] : [], skipped: 0, problems };
}

function taskFrom(cache: CacheFile): MeasuredTask {
  const { kernel, device, problemSize, space } = cache;
  const identity = identityIn(cache.tune);
  const knobs = space.knobs.map((knob) => ({ ...knob, kind: identity?.kinds[knob.name] ?? knob.kind }));
  return {
    label: labelOf(cache),
    identity,
    kernel,
    device,
    problemSize,
    knobs,
    trials: cache.trials.map(({ index, row, spent, timestamp }): MeasuredTrial => {
      const { values } = space.get(index);
      return {
        ...row,
        entity: knobs.map(({ name, kind }) => [name, kind, values[name]!]),
        spent,
        allCost: row.trialSeconds ?? 0,
        timestamp: timestamp ?? 0,
      };
    }),
  };
}

/** Of each config the record that stands, by its key. */
function standingTrials({ trials }: MeasuredTask): ReadonlyMap<string, MeasuredTrial> {
  const standing = new Map<string, TrialInOrder>();
  for (const trial of trials) {
    const key = trial.entity.map(([, , value]) => pythonText(value)).join(',');
    const before = standing.get(key);
    const record = trial.record ?? { costs: trial.costs, error: trial.error };
    const own = { trial, record, isFinal: isOfFinals(record, before !== undefined) };
    standing.set(key, standingOf<TrialInOrder>(before, own));
  }
  return new Map([...standing].map(([key, { trial }]) => [key, trial]));
}

interface TrialInOrder extends Placed<Pick<TuneRecord, 'costs' | 'error' | 'tune'>> {
  readonly trial: MeasuredTrial;
}

function* piecesOf(task: MeasuredTask, rows: ReadonlyMap<string, MeasuredTrial>): Generator<string> {
  const { device, kernel, problemSize, knobs, identity } = task;
  const head = {
    schema_version: '1.1.0',
    device_name: device,
    kernel_name: kernel,
    problem_size: problemSize.every((size) => typeof size === 'number') ? problemSize : problemSize.join('x'),
    tune_params_keys: knobs.map(({ name }) => name),
    tune_params: Object.fromEntries(knobs.map(({ name, values }) => [name, values])),
    objective: 'time',
    ...defined({ tune: identity }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"cache": {`;
  let separator = '\n';
  for (const [key, trial] of rows) {
    yield `${separator}${JSON.stringify(key)}: ${JSON.stringify(rowOf(trial))}`;
    separator = ',\n';
  }
  yield '\n}\n}\n';
}

function rowOf({ entity, costs, error, spent, allCost, timestamp }: MeasuredTrial): object {
  const { compile, check, run } = spent ?? { compile: 0, check: 0, run: allCost };
  return {
    ...Object.fromEntries(entity.map(([name, , value]) => [name, value])),
    time: error === ErrorNo.none ? milliseconds(mean([...costs])) : (failures[error] ?? 'RuntimeFailedConfig'),
    ...(error === ErrorNo.none ? { times: costs.map(milliseconds) } : { error_class: failureClasses[error] }),
    compile_time: milliseconds(compile),
    verification_time: milliseconds(check),
    benchmark_time: milliseconds(run),
    strategy_time: 0,
    framework_time: 0,
    timestamp: pythonTime(timestamp),
  };
}

/** What Kernel Tuner calls a failure; all others are those of a run. */
const failures: Readonly<Partial<Record<ErrorNo, string>>> = {
  [ErrorNo.instantiation]: 'InvalidConfig',
  [ErrorNo.compileHost]: 'CompilationFailedConfig',
  [ErrorNo.compileDevice]: 'CompilationFailedConfig',
  [ErrorNo.buildTimeout]: 'CompilationFailedConfig',
};

/** As Python's str writes it. */
function pythonText(value: KnobValue): string {
  if (Array.isArray(value)) {
    const items = (value as readonly (string | number)[]).map((one) =>
      typeof one === 'string' ? `'${one}'` : String(one),
    );
    return `[${items.join(', ')}]`;
  }
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}
