import { setTimeout } from 'node:timers/promises';
import { median, quantile } from 'simple-statistics';
import { ErrorNo } from '../measure/measurement.js';
import { meanCost } from '../record/best.js';
import type { LoggedRecord } from '../record/log.js';
import { isOfThisMachine } from '../record/machine.js';
import { MissingError, OtherMachineError, TuneError } from '../target/errors.js';
import type { Known } from '../templates/known.js';
import type { FinalsMeasurer } from './finals.js';
import { rebuild } from './rebuild.js';
import { SLOWER } from './slower.js';

/** Seconds before the records that were too slow are timed for the second and the third time. */
const PAUSES: readonly number[] = [3, 12];

export interface Replayed {
  readonly record: LoggedRecord;
  /** Mean seconds of the record. */
  readonly loggedSeconds: number;
  /** Names of the workload's own; those of the record where it cannot be rebuilt. */
  readonly operator: string | null;
  readonly workload: string | null;
  /** Seconds a call here, now, in the fastest try; undefined when it failed. */
  readonly times?: { readonly median: number; readonly min: number; readonly p90: number };
  readonly flops?: number;
  readonly maxRelError?: number;
  readonly correct: boolean;
  /** How often it was timed. */
  readonly tries: number;
  /** Why it does not reproduce. */
  readonly problem?: string;
  /** Why it cannot be tried on this machine, which lacks what it needs. */
  readonly missing?: string;
}

export interface ReplayOptions {
  readonly signal: AbortSignal;
  /** What records may be of, besides what comes with tune. */
  readonly known?: Known | undefined;
  /** Seconds before each further try; as many as these, and one, are the most tries. */
  readonly pauses?: readonly number[];
  /** Told of each record that does not reproduce, as soon as that is sure. */
  readonly onProblem?: (result: Replayed) => void;
  /** Told before each pause how many records were too slow. */
  readonly onPause?: (tooSlow: number, seconds: number) => void;
}

/**
 * Builds the kernels of records again from the records alone, checks them and times them here. Results in the order of
 * the records; when aborted, of those that were tried.
 *
 * Whatever else runs on a machine can only make a kernel slower. So those that are too slow are timed again, later, and
 * the fastest try of each counts: a kernel that has become slower is too slow in every try. A wrong answer is final.
 */
export async function replay(
  records: readonly LoggedRecord[],
  measurer: FinalsMeasurer,
  { signal, known, pauses = PAUSES, onPause, onProblem }: ReplayOptions,
): Promise<readonly Replayed[]> {
  const results = new Map<LoggedRecord, Replayed>();
  const attempt = async (of: readonly LoggedRecord[]): Promise<void> => {
    for (const record of of) {
      const result = signal.aborted ? undefined : await tryOnce(record, measurer, signal, known);
      if (!result) return;
      if (result.problem !== undefined) onProblem?.(result);
      const before = results.get(record);
      results.set(record, before ? better(before, result) : result);
    }
  };
  await attempt(records);
  for (const pause of pauses) {
    const slow = [...results.values()].filter(isTooSlow);
    if (slow.length === 0 || signal.aborted) break;
    onPause?.(slow.length, pause);
    await setTimeout(1000 * pause, undefined, { signal }).catch(() => undefined);
    await attempt(slow.map(({ record }) => record));
  }
  return [...results.values()].map((result) => {
    if (!isTooSlow(result)) return result;
    const judged = { ...result, problem: howSlow(result) };
    onProblem?.(judged);
    return judged;
  });
}

/** Undefined when aborted. */
async function tryOnce(
  record: LoggedRecord,
  measurer: FinalsMeasurer,
  signal: AbortSignal,
  kernels: Known | undefined,
): Promise<Replayed | undefined> {
  const { tune } = record;
  const loggedSeconds = meanCost(record)!;
  const named = { record, loggedSeconds, operator: tune?.operator ?? null, workload: tune?.workload ?? null, tries: 1 };
  try {
    const { operator, task, config } = rebuild(record, kernels);
    const known = {
      ...named,
      operator: operator.name,
      workload: task.workload.name,
      flops: operator.flops(task.workload),
    };
    const measurement = (await measurer.remeasure([{ task, config }], { signal })).at(0);
    if (signal.aborted || !measurement) return undefined;
    const { error, message = 'no message', costs, maxRelError } = measurement;
    const checked = { ...known, ...(maxRelError !== undefined && { maxRelError }) };
    if (error !== ErrorNo.none) return { ...checked, correct: false, problem: message };
    const times = { median: median([...costs]), min: Math.min(...costs), p90: quantile([...costs], 0.9) };
    return { ...checked, times, correct: true };
  } catch (error) {
    if (error instanceof MissingError) return { ...named, correct: false, missing: error.message };
    if (error instanceof OtherMachineError) return { ...named, correct: false, missing: `${error.reason}.` };
    if (!(error instanceof TuneError)) throw error;
    return { ...named, correct: false, problem: error.message };
  }
}

/** What two tries of a record come to, the first of which worked. */
function better(before: Replayed, again: Replayed): Replayed {
  const fastest = again.times && again.times.median > before.times!.median ? before : again;
  const errors = [before, again].flatMap(({ maxRelError }) => maxRelError ?? []);
  return {
    ...fastest,
    ...(errors.length > 0 && { maxRelError: Math.max(...errors) }),
    tries: before.tries + again.tries,
  };
}

/** Times compare on one and the same machine only. */
function isTooSlow({ record, loggedSeconds, times }: Replayed): boolean {
  return times !== undefined && times.median > SLOWER * loggedSeconds && isOfThisMachine(record);
}

function howSlow({ times, loggedSeconds, tries }: Replayed): string {
  const when = tries === 1 ? '' : `, in the fastest of ${tries} tries`;
  return `it takes ${(times!.median / loggedSeconds).toFixed(2)} times its logged time${when}`;
}
