/** What formats have in common: the measured configs of a task. */
import type { Known } from '../../templates/known.js';
import { z } from 'zod';
import type { Measurement } from '../../measure/measurement.js';
import type { LoggedRecord } from '../record/log.js';
import { decode, type TuneRecord } from '../record/record.js';
import type { Knob } from '../../space/knob.js';
import { defined } from '../../target/defined.js';

/** A config, and what came of it, as far as a file says: a time stamp of 0 is none. */
export interface MeasuredTrial
  extends
    Pick<TuneRecord, 'entity' | 'costs' | 'error' | 'allCost' | 'timestamp'>,
    Partial<Pick<Measurement, 'message'>> {
  /** Undefined where nobody divided the time of the trial. */
  readonly spent?: Measurement['spent'] | undefined;
  /** Of a log, the record itself. */
  readonly record?: LoggedRecord | undefined;
}

/** One kernel on one problem and device. */
export interface MeasuredTask {
  /** Unique within the file. */
  readonly label: string;
  /** As a log names it; undefined where the file is of another program, whose kernels have no arguments. */
  readonly identity: LogIdentity | undefined;
  readonly kernel: string;
  readonly device: string;
  readonly problemSize: readonly (string | number)[];
  readonly knobs: readonly Pick<Knob, 'name' | 'kind' | 'values'>[];
  /** In the order in which they were measured. */
  readonly trials: readonly MeasuredTrial[];
}

/** A file that was read. */
export interface MeasurementFile {
  /** The name of its format. */
  readonly format: string;
  readonly tasks: readonly MeasuredTask[];
  /** Rows or lines without use. */
  readonly skipped: number;
  /** Sentences on what is wrong with the file. */
  readonly problems: readonly string[];
}

/** What was left out, by what it is of. */
export interface Refused {
  readonly what: string;
  readonly records: number;
  readonly why: string;
}

/** A file to be written. */
export interface Sink {
  readonly pieces: Iterable<string>;
  readonly written: number;
  readonly refused: readonly Refused[];
  /** Sentences on what the format has no place for. */
  readonly lost: readonly string[];
}

/** A format that measurements are kept in; the name on the command line is the name of the file. */
export interface Format {
  readonly name: string;
  /** Whether it holds one task only. */
  readonly single: boolean;
  write(tasks: readonly MeasuredTask[], known: Known): Sink;
}

/**
 * What all records of a task have in common in a log, as files of other formats keep it under the key `tune`. It is
 * checked together with each record, as a line of a log is.
 */
const identitySchema = z.object({
  target: z.string(),
  task: z.string(),
  args: z.array(z.unknown()),
  kinds: z.record(z.string(), z.enum(['ot', 'sp', 're', 'an'])).default({}),
  own: z.record(z.string(), z.unknown()).optional(),
});

export interface LogIdentity {
  readonly target: string;
  readonly task: string;
  readonly args: readonly unknown[];
  /** Of knobs that are no plain choices. */
  readonly kinds: Readonly<Record<string, Knob['kind']>>;
  /** Of the key `tune`: what all records say; absent for records of other programs. */
  readonly own?: Readonly<Record<string, unknown>> | undefined;
}

export function identityIn(json: unknown): LogIdentity | undefined {
  const parsed = identitySchema.safeParse(json);
  return parsed.success ? parsed.data : undefined;
}

/** The trial as a record of a log, or why it can be none. */
export function toRecord({ identity }: MeasuredTask, trial: MeasuredTrial, index: number): TuneRecord | string {
  if (trial.record) return trial.record;
  if (!identity) return 'it is of another program, and a log has to name a target and arguments';
  const { target, task, args, own } = identity;
  const { costs, error, allCost, timestamp, spent, message } = trial;
  return decode(
    JSON.stringify({
      input: [target, task, args, {}],
      config: { index, code_hash: null, entity: trial.entity },
      result: [error === 0 ? costs : [1e9], error, allCost, timestamp],
      version: 0.2,
      ...defined({
        tune: own && { ...own, repeats: costs, spent, ...defined({ message: error !== 0 ? message : undefined }) },
      }),
    }),
  );
}

/** Refusals that are alike as one. */
export function counted(refused: readonly Omit<Refused, 'records'>[]): Refused[] {
  const counts = new Map<string, Refused>();
  for (const { what, why } of refused) {
    const key = JSON.stringify([what, why]);
    counts.set(key, { what, why, records: (counts.get(key)?.records ?? 0) + 1 });
  }
  return [...counts.values()];
}
