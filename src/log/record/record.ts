import type { Measurement } from '../../measure/measurement.js';
import type { WorkloadArg } from '../../operator/operator.js';
import { defined } from '../../target/defined.js';
import type { Entity } from '../../space/entity.js';
import type { ModuleIdentity } from '../../templates/template.js';
import { lineSchema, phases, reasonOf, strangeness } from './schema.js';

/** One trial, as one line of a log holds it: its task, its config, and what measuring it came to. */
export interface TuneRecord extends Pick<Measurement, 'costs' | 'error' | 'timestamp'> {
  /** As the target was written: `llvm -mcpu=x86-64-v4 -threads=2`. */
  readonly target: string;
  /** Name of the template. */
  readonly task: string;
  /** The workload's arguments, as its operator encodes them. */
  readonly args: readonly WorkloadArg[];
  /** Of the config in its space; informative only, the entities are what counts. */
  readonly index: number;
  readonly entity: readonly Entity[];
  /** Seconds that the whole trial took. */
  readonly allCost: number;
  /** What AutoTVM's format lacks; absent from logs that are not ours, partly absent from old ones. */
  readonly tune?: { readonly [Key in keyof TuneKey]?: TuneKey[Key] | undefined };
  /**
   * The journals that a merged log had it from (`merge.ts`), within each of which records supersede each other as in a
   * log of its own; absent from all other logs.
   */
  readonly journals?: readonly string[];
}

/**
 * What a trial was measured for. `search`: the explorer chose it. `again`: its time was too noisy to show whether it is
 * among the best. `finals`: the best are measured again, interleaved. `heat`: before that, where too many could be it.
 */
export type Phase = (typeof phases)[number];

/** How a trial of a search was chosen. */
export interface Proposal {
  /** The batch of its run that it belongs to. */
  readonly batch: number;
  /** Its share of the seconds that choosing the batch took: explorer, model, fits. */
  readonly seconds: number;
  /**
   * What the model predicted before the trial: higher is better, in the unit of that fit, so that only scores of one
   * batch compare. Absent where no model was fitted.
   */
  readonly score?: number | undefined;
}

/** The key `tune` of a line: what AutoTVM has no place for of the task, the measurement and where it was made. */
export interface TuneKey extends Omit<Measurement, 'costs' | 'error' | 'timestamp' | 'causes'> {
  readonly operator: string;
  /** Name of the workload, `resnet18.C2`. */
  readonly workload: string;
  readonly templateVersion: number;
  /** Seconds a call of every repeat, in the order in which they were measured. */
  readonly repeats: readonly number[];
  /** Between which bounds its time lies, seconds (measure/estimate.ts); absent after an error. */
  readonly interval?: readonly [low: number, high: number] | undefined;
  /** What the machine was, in short. */
  readonly fingerprint: string;
  readonly compiler: string;
  readonly flags: readonly string[];
  readonly seed?: number | undefined;
  /** Absent from logs of early versions. */
  readonly phase?: Phase | undefined;
  /** Identifies the run that measured it; absent from logs of early versions. */
  readonly run?: string | undefined;
  /** What chose the trials of that run, `sa`; absent from logs of early versions. */
  readonly explorer?: string | undefined;
  readonly proposal?: Proposal | undefined;
  /** The file of a template that does not come with tune. A log never loads it: it distinguishes versions of it. */
  readonly module?: ModuleIdentity | undefined;
}

type RecordedMeasurement = Pick<Measurement, 'costs' | 'error'> & Partial<Measurement>;

/** What a record says of its measurement. */
export function measurementOf({ costs, error, timestamp, tune = {} }: TuneRecord): RecordedMeasurement {
  const { disturbed, noisy, cold, copied, message, warnings } = tune;
  const { spent, packSeconds, maxRelError, sourceHash, gpu } = tune;
  const circumstances = { disturbed, noisy, copied, message, warnings, spent, gpu };
  return { ...defined({ ...circumstances, cold, packSeconds, maxRelError, sourceHash }), costs, error, timestamp };
}

/** What a failed trial costs on disk (AutoTVM's convention), in seconds. */
const FAILED_COST = 1e9;
const LOG_VERSION = 0.2;
/** Longest line that is read, in bytes; real ones have a thousand. */
export const LONGEST_LINE = 2 ** 16;
const LONGEST_MESSAGE = 1024;

/**
 * The record as one line of AutoTVM's log, version 0.2, without its newline. Throws RangeError for a record that could
 * not be read back, such as one whose cost is NaN.
 */
export function encode(record: TuneRecord): string {
  const { target, task, args, index, entity, costs, error, allCost, timestamp, tune, journals } = record;
  const line = JSON.stringify({
    input: [target, task, args, {}],
    config: { index, code_hash: null, entity },
    result: [error === 0 ? costs : [FAILED_COST], error, allCost, timestamp],
    version: LOG_VERSION,
    tune: tune && { ...tune, message: tune.message?.slice(0, LONGEST_MESSAGE) },
    journals,
  });
  const problem = decode(line);
  if (typeof problem === 'string') throw new RangeError(`A record cannot be logged: ${problem}.`);
  return line;
}

/** The record that a line holds, or the reason why it holds none. A line is untrusted: any text is safe. */
export function decode(line: string): TuneRecord | string {
  if (line.length > LONGEST_LINE) return `longer than ${LONGEST_LINE} bytes`;
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return /\b(NaN|Infinity)\b/.test(line) ? 'not JSON, which has no NaN and no Infinity' : 'not JSON';
  }
  const strange = strangeness(json) ?? foreignVersion(json);
  if (strange !== undefined) return strange;
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success) return reasonOf(parsed.error);
  const { input, config, result, tune, journals } = parsed.data;
  const [target, task, args] = input;
  const [costs, error, allCost, timestamp] = result;
  if (error === 0 && costs.some((cost) => cost >= FAILED_COST)) return 'the cost of a failure without its error';
  return {
    target: target.replaceAll('-target=', '-mtriple='),
    task,
    args,
    index: config.index,
    entity: config.entity,
    costs: error === 0 ? costs : [],
    error,
    allCost,
    timestamp,
    ...defined({ tune, journals }),
  };
}

/** Why a line is of another version of the format, if it is. Version 0.1 had the keys i, r and v. */
function foreignVersion(json: unknown): string | undefined {
  const { version, v } = (json ?? {}) as { version?: unknown; v?: unknown };
  const found = version ?? v;
  if (found === LOG_VERSION) return undefined;
  return found === undefined ? 'of no version' : `of version ${JSON.stringify(found).slice(0, 20)}, not ${LOG_VERSION}`;
}
