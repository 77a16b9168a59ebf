import type { TuneRecord } from './record.js';

/** JSON of what the records of a log share (`shared-values.ts`), so that it is written once. */
const texts = new WeakMap<object, string>();

function jsonOf(value: object): string {
  let text = texts.get(value);
  if (text === undefined) texts.set(value, (text = JSON.stringify(value)));
  return text;
}

/** Those that were asked for last, by how they were written: logs name few. */
const targetKeys = new Map<string, string>();
const MOST_TARGETS = 256;

/** A target with its options in a fixed order, so that equal targets are equal texts. */
export function targetKey(target: string): string {
  const known = targetKeys.get(target);
  if (known !== undefined) return known;
  const [kind, ...options] = target.trim().split(/\s+/);
  const key = [kind, ...options.toSorted()].join(' ');
  if (targetKeys.size === MOST_TARGETS) targetKeys.clear();
  targetKeys.set(target, key);
  return key;
}

/** A text that records share exactly when they are of the same template, workload arguments and target. */
export function taskKey({ target, task, args }: Pick<TuneRecord, 'target' | 'task' | 'args'>): string {
  return `[${JSON.stringify(targetKey(target))},${JSON.stringify(task)},${jsonOf(args)}]`;
}

/** The same for the workload whatever its template. What is not our own record is identified by its task's name. */
export function workloadKey({
  target,
  task,
  args,
  tune,
}: Pick<TuneRecord, 'target' | 'task' | 'args' | 'tune'>): string {
  return `[${JSON.stringify(targetKey(target))},${JSON.stringify(tune?.operator ?? task)},${jsonOf(args)}]`;
}

/**
 * The same for the workload on one machine: only times of one machine compare. Records that name no machine share one.
 */
export function machineKey(record: Pick<TuneRecord, 'target' | 'task' | 'args' | 'tune'>): string {
  return JSON.stringify([workloadKey(record), record.tune?.fingerprint]);
}

/**
 * The same for the template, in its version and of its file, on one machine: times of different machines do not
 * compare, nor knobs of different versions.
 */
export function versionKey(record: Pick<TuneRecord, 'target' | 'task' | 'args' | 'tune'>): string {
  const { fingerprint, templateVersion, module } = record.tune ?? {};
  return JSON.stringify([taskKey(record), fingerprint, templateVersion, module?.sha256]);
}

/** A text that records share exactly when they are of one config: template, workload, target, and every knob. */
export function configKey(record: TuneRecord): string {
  return `[${JSON.stringify(taskKey(record))},[${record.entity.map(jsonOf).join(',')}]]`;
}

/**
 * A text that records share exactly when they are of one and the same trial: config, version, machine, run, when it was
 * measured, and what came of it. What else a line says of a trial follows from these.
 */
export function trialKey(record: TuneRecord): string {
  const { costs, error, timestamp, tune } = record;
  const { fingerprint, templateVersion, module, run, phase, noisy } = tune ?? {};
  const of = [fingerprint, templateVersion, module?.sha256, run, phase, noisy];
  return `[${configKey(record)},${JSON.stringify([of, timestamp, error, costs])}]`;
}
