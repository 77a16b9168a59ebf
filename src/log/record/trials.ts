import type { Config } from '../../space/config.js';
import { fromEntities } from '../../space/entity.js';
import type { Space } from '../../space/space.js';
import { UsageError } from '../../target/errors.js';
import type { Trial } from '../../measure/measurement.js';
import { taskKey } from './key.js';
import { grouped } from '../../target/grouped.js';
import { measurementOf, type TuneRecord } from './record.js';
import { isOfFinals, standingOf, timeOf } from './time.js';

/** What a record must share with a task to be one of its trials. */
export type TaskId = Pick<TuneRecord, 'target' | 'task' | 'args'> & {
  /** Records of another version of the template are left out; those that do not say count. */
  readonly templateVersion?: number;
};

/** A record as a config of its task's space. */
export interface LoggedTrial<R extends TuneRecord = TuneRecord> {
  readonly config: Config;
  readonly record: R;
  /** Whether the record is of finals. */
  readonly isFinal: boolean;
  /** The first record of the config, which shows when it was tried. */
  readonly first: R;
}

/** What a log or a table says of a trial, and how it stands there. */
export interface KnownTrial extends Measured, Partial<Omit<Trial, keyof Measured>> {
  /** Whether it was measured in finals, beside its rivals. */
  readonly isFinal?: boolean | undefined;
  /** A time from before the last finals, which these have superseded: known, but no contender any more. */
  readonly superseded?: boolean | undefined;
  /** When it was tried, as a line of its log, and a name of the batch that it was tried in. */
  readonly tried?: { readonly line: number; readonly batch: string } | undefined;
}

/** What is known of every trial. */
type Measured = Pick<Trial, 'config' | 'costs' | 'error'>;

/** The trial that a log holds; `superseded` where it is no contender any more. */
export function trialOf({ config, record, isFinal }: LoggedTrial, superseded = false): KnownTrial {
  return { ...measurementOf(record), config, isFinal, superseded };
}

export interface Trials<R extends TuneRecord = TuneRecord> {
  readonly trials: readonly LoggedTrial<R>[];
  /** Records that are no config of the space, and the sentence that says why. */
  readonly invalid: readonly { readonly record: R; readonly reason: string }[];
}

/** The records of one task. */
export function recordsOf<R extends TuneRecord>(records: readonly R[], task: TaskId): R[] {
  const key = taskKey(task);
  return records.filter((record) => taskKey(record) === key && isOfVersion(record, task));
}

/** The records of every task: template, workload and target. */
export function byTask<R extends TuneRecord>(records: readonly R[]): R[][] {
  return [...grouped(records, taskKey).values()];
}

/**
 * Records as configs of a space, found by their entities and not by their index, which another version may have counted
 * in another way. A config that was measured again counts once, with the record that stands, at the place of its first.
 */
export function trialsIn<R extends TuneRecord>(space: Space, records: readonly R[]): Trials<R> {
  const trials = new Map<number, LoggedTrial<R>>();
  const invalid: { record: R; reason: string }[] = [];
  for (const record of records) {
    const config = configOf(space, record);
    if (typeof config === 'string') {
      invalid.push({ record, reason: config });
      continue;
    }
    const before = trials.get(config.index);
    const isFinal = isOfFinals(record, before !== undefined);
    trials.set(config.index, standingOf(before, { config, record, isFinal, first: before?.first ?? record }));
  }
  return { trials: [...trials.values()], invalid };
}

/** The throughput of each record relative to the best of them, in [0, 1]; 0 for a failure. What a cost model learns. */
export function scoresOf(records: readonly TuneRecord[]): number[] {
  const costs = records.map((record) => timeOf(record)?.seconds ?? Infinity);
  const fastest = costs.reduce((least, cost) => Math.min(least, cost), Infinity);
  return costs.map((cost) => (cost === Infinity ? 0 : fastest / cost));
}

function isOfVersion({ tune }: TuneRecord, { templateVersion: version }: TaskId): boolean {
  return version === undefined || tune?.templateVersion === undefined || tune.templateVersion === version;
}

/** The config that a record is of, or the sentence that says why it is none of the space. */
export function configOf(space: Space, { entity }: Pick<TuneRecord, 'entity'>): Config | string {
  try {
    return fromEntities(space, entity);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
