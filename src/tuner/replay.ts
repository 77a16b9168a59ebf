import { setTimeout } from 'node:timers/promises';
import { quantile } from 'simple-statistics';
import { estimate } from '../measure/estimate.js';
import { ErrorNo } from '../measure/measurement.js';
import type { LoggedRecord } from '../log/record/log.js';
import { isOfThisMachine } from '../backend/this-machine.js';
import { shapesIn } from '../log/record/shapes-in.js';
import { timeOf } from '../log/record/time.js';
import { MissingError, OtherMachineError, TuneError } from '../target/errors.js';
import type { Known } from '../templates/known.js';
import type { RoundsTrial } from '../measure/measurement.js';
import type { FinalsMeasurer } from './finals.js';
import { PAUSES } from './pauses.js';
import type { OnRecordProgress } from './record-progress.js';
import type { ReplayRow } from './replay-rows.js';
import { rebuild } from './rebuild.js';
import { SLOWER } from './slower.js';
import { countsOf } from '../operator/counts.js';
import type { Counts } from '../target/format.js';
import { defined } from '../target/defined.js';

export interface Replayed {
  readonly record: LoggedRecord;
  /** Seconds in the record. */
  readonly loggedSeconds: number;
  /** Names of the workload's own; those of the record where it cannot be rebuilt. */
  readonly operator: string | null;
  readonly workload: string | null;
  /** Seconds a call here, now, in the fastest try; undefined when it failed. */
  readonly times?: Times;
  readonly flops?: number;
  readonly counts?: Counts;
  readonly maxRelError?: number;
  /** What its compiler warned of. */
  readonly warnings?: readonly string[];
  readonly correct: boolean;
  /** How often it was timed. */
  readonly tries: number;
  /** Why it does not reproduce. */
  readonly problem?: string;
  /** Why it cannot be tried on this machine, which lacks what it needs. */
  readonly missing?: string;
  /** Why nobody can say whether it is as fast as it was, though its answer is right. */
  readonly doubt?: string;
  /** How it compares, where it was measured on another machine, whose times are no standard for this one. */
  readonly elsewhere?: string;
}

/** Seconds a call: between `low` and `high` the time lies, by the spread of repeats. */
interface Times {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
  readonly min: number;
  readonly p90: number;
}

export interface ReplayOptions {
  readonly signal: AbortSignal;
  /** What records may be of, besides what comes with tune. */
  readonly known?: Known | undefined;
  /** Whether a record's times compare with those that are measured; default: they are of this machine. */
  readonly isComparable?: ((record: LoggedRecord) => boolean) | undefined;
  /** Seconds before each further try; as many as these, and one, are the most tries. */
  readonly pauses?: readonly number[];
  /** Called with each record that does not reproduce, as soon as that is sure. */
  readonly onProblem?: (result: Replayed) => void;
  /** Called before each pause with how many records were too slow. */
  readonly onPause?: (tooSlow: number, seconds: number) => void;
  readonly onProgress?: OnRecordProgress | undefined;
}

/**
 * Builds the kernels of records again from the records alone, checks them and times them here. Results in the order of
 * the records; when aborted, of those that were tried.
 *
 * Whatever else runs on a machine can only make a kernel slower. So those that are too slow are timed again, later, and
 * the fastest try of each counts: a kernel that has become slower is too slow in every try. It fails when the whole
 * interval of its time is too slow; when only a part of that is, the machine was too disturbed to judge. A wrong
 * answer is final.
 */
export async function replay(
  records: readonly LoggedRecord[],
  measurer: FinalsMeasurer,
  { signal, known, isComparable = isOfThisMachine, pauses = PAUSES, onPause, onProblem, onProgress }: ReplayOptions,
): Promise<readonly Replayed[]> {
  const results = new Map<LoggedRecord, Replayed>();
  let attempts = 0;
  const attempt = async (of: readonly LoggedRecord[]): Promise<void> => {
    attempts++;
    for (const [i, record] of of.entries()) {
      if (signal.aborted) return;
      onProgress?.({ phase: 'measure', attempt: attempts, count: of.length, place: i + 1, ...namesIn(record) });
      const result = await tryOnce(record, measurer, signal, known);
      if (!result) return;
      if (result.problem !== undefined) onProblem?.(result);
      const before = results.get(record);
      results.set(record, before ? better(before, result) : result);
    }
  };
  await attempt(records);
  for (const pause of pauses) {
    const slow = [...results.values()].filter((result) => isTooSlow(result, isComparable));
    if (slow.length === 0 || signal.aborted) break;
    onPause?.(slow.length, pause);
    onProgress?.({ phase: 'wait', attempt: attempts + 1, count: slow.length, seconds: pause });
    await setTimeout(1000 * pause, undefined, { signal }).catch(() => undefined);
    await attempt(slow.map(({ record }) => record));
  }
  return [...results.values()].map((result) => {
    const judged = judge(result, isComparable);
    if (judged.problem !== undefined && result.problem === undefined) onProblem?.(judged);
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
  const loggedSeconds = timeOf(record)!.seconds;
  const named = { record, loggedSeconds, ...namesIn(record), tries: 1 };
  try {
    const { operator, task, config } = rebuild(record, kernels);
    const known = {
      ...named,
      operator: operator.name,
      workload: task.workload.name,
      flops: operator.flops(task.workload),
      counts: countsOf(operator, task.workload),
    };
    const measurement = (await measurer.remeasure([{ task, config }], { signal })).at(0);
    if (signal.aborted || !measurement) return undefined;
    const { error, message = 'no message', maxRelError, warnings } = measurement;
    const checked = { ...known, ...defined({ maxRelError, warnings }) };
    if (error !== ErrorNo.none) return { ...checked, correct: false, problem: message };
    return { ...checked, times: timesOf(measurement), correct: true };
  } catch (error) {
    if (error instanceof MissingError) return { ...named, correct: false, missing: error.message };
    if (error instanceof OtherMachineError) return { ...named, correct: false, missing: `${error.reason}.` };
    if (!(error instanceof TuneError)) throw error;
    return { ...named, correct: false, problem: error.message };
  }
}

/** Operator and workload of a record, as its log names them. */
function namesIn({ tune, args }: LoggedRecord): Pick<Replayed, 'operator' | 'workload'> {
  return { operator: tune?.operator ?? null, workload: tune?.workload ?? (shapesIn(args) || null) };
}

function timesOf({ costs, rounds }: RoundsTrial): Times {
  const { seconds, low, high } = estimate(rounds.map((round) => estimate(round).seconds));
  return { seconds, low, high, min: Math.min(...costs), p90: quantile([...costs], 0.9) };
}

/** What two tries of a record come to, the first of which worked. */
function better(before: Replayed, again: Replayed): Replayed {
  const fastest = again.times && again.times.seconds > before.times!.seconds ? before : again;
  const errors = [before, again].flatMap(({ maxRelError }) => maxRelError ?? []);
  return {
    ...fastest,
    ...defined({ maxRelError: errors.length > 0 ? Math.max(...errors) : undefined }),
    tries: before.tries + again.tries,
  };
}

type IsComparable = (record: LoggedRecord) => boolean;

/** Times compare on one and the same machine only. */
function isTooSlow({ record, times }: Replayed, isComparable: IsComparable): boolean {
  return times !== undefined && times.seconds > slowest(record) && isComparable(record);
}

/** Seconds that a record may take to reproduce; of a noisy one the high end of its interval is the standard. */
function slowest(record: LoggedRecord): number {
  return SLOWER * timeOf(record)!.rankedAt;
}

/** A result of the last try, with what its time comes to. */
function judge(result: Replayed, isComparable: IsComparable): Replayed {
  const { record, times, loggedSeconds, tries } = result;
  if (!times) return result;
  const ratio = (seconds: number): string => (seconds / loggedSeconds).toFixed(2);
  if (!isComparable(record)) {
    return {
      ...result,
      elsewhere: `it was measured on another machine; here it takes ${ratio(times.seconds)} times that`,
    };
  }
  if (!isTooSlow(result, isComparable)) return result;
  const when = tries === 1 ? '' : `, in the fastest of ${tries} tries`;
  if (times.low > slowest(record))
    return { ...result, problem: `it takes ${ratio(times.seconds)} times its logged time${when}` };
  const between = `${ratio(times.low)} to ${ratio(times.high)} times its logged time`;
  return { ...result, doubt: `too noisy to judge: it takes ${between}${when}` };
}

/** What `replay` of the library returns of it. */
export function replayRowOf(result: Replayed): ReplayRow {
  const {
    record,
    loggedSeconds,
    operator,
    workload,
    times,
    flops,
    counts = 'flops',
    maxRelError,
    correct,
    tries,
    warnings = [],
  } = result;
  const { problem, missing, doubt, elsewhere } = result;
  return {
    operator,
    workload,
    target: record.target,
    template: record.task,
    index: record.index,
    logged_seconds: loggedSeconds,
    seconds: times?.seconds ?? null,
    seconds_min: times?.min ?? null,
    seconds_p90: times?.p90 ?? null,
    gflops: times && flops !== undefined ? flops / times.seconds / 1e9 : null,
    max_rel_error: maxRelError ?? null,
    correct: missing === undefined ? correct : null,
    verdict: verdictOf(result),
    reason: missing ?? problem ?? doubt ?? elsewhere ?? null,
    tries,
    log: record.log,
    line: record.line,
    interval: times ? [times.low, times.high] : null,
    warnings: [...warnings],
    counts,
  };
}

function verdictOf({ problem, missing, doubt, elsewhere }: Replayed): ReplayRow['verdict'] {
  if (missing !== undefined) return 'missing';
  if (problem !== undefined) return 'fails';
  if (doubt !== undefined) return 'noisy';
  return elsewhere === undefined ? 'reproduces' : 'elsewhere';
}
