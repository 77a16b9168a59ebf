/** The best records of some logs beside those of a baseline, on this machine. */
import { defined } from '../../target/defined.js';
import type { Best } from '../../log/record/best.js';
import { bestForHere } from '../../transfer/best-for.js';
import { configKey } from '../../log/record/key.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { isOfThisMachine } from '../../backend/this-machine.js';
import { MissingError, TuneError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import type { Known } from '../../templates/known.js';
import type { FinalsMeasurer } from '../../tuner/finals.js';
import { rebuild, type RebuiltTask } from '../../tuner/rebuild.js';
import type { CheckRow } from './check-rows.js';
import { compare, type Compared, type CompareOptions, type Pair } from './compare.js';
import { isBeyond, standingOf } from '../../measure/ratio.js';

type LoggedBest = Best<LoggedRecord>;

/** What cannot be compared, in a sentence, and whether this machine lacks something for it. */
interface Incomparable {
  readonly what: string;
  readonly isMissing: boolean;
}

export interface CheckResult {
  readonly checked: readonly CheckRow[];
  readonly incomparable: readonly Incomparable[];
}

export interface CheckOptions extends CompareOptions {
  readonly known?: Known | undefined;
}

/**
 * Compares the best record of every workload and target with that of the baseline: two kernels take turns; one and the
 * same kernel, or one whose rival cannot be built any more, is compared with the time of the baseline, if that is of
 * this machine. A record that the baseline has itself, or has none for, is only checked. Of records of several
 * machines, those of the one most like this one stand.
 */
export async function check(
  records: readonly LoggedRecord[],
  baseline: readonly LoggedRecord[],
  measurer: Pick<FinalsMeasurer, 'remeasure'>,
  options: CheckOptions,
): Promise<CheckResult> {
  const [ours, theirs] = [bestForHere(records), bestForHere(baseline)];
  const rounds = [...ours].map(([key, own]) => roundOf(own, theirs.get(key), options.known));
  const playable = rounds.filter((round) => round.pair !== undefined);
  const compared = await compare(
    playable.map(({ pair }) => pair!),
    measurer,
    options,
  );
  const found = new Map(playable.map((round, place) => [round, compared.at(place)]));
  const results = rounds.flatMap((round) => resultOf(round, found.get(round), options.tolerance) ?? []);
  return {
    checked: results.filter((result): result is CheckRow => 'verdict' in result),
    incomparable: [
      ...lonely(theirs, ours, 'only in the baseline'),
      ...results.filter((result): result is Incomparable => 'what' in result),
    ],
  };
}

/** Two records, as they can be compared. */
interface Round {
  readonly own: LoggedBest;
  /** Absent of a record that the baseline does not have. */
  readonly standard: LoggedBest | undefined;
  readonly operator: string | null;
  readonly workload: string | null;
  /** Absent where the record of the logs cannot be built. */
  readonly pair?: Pair;
  /** Why that is, or what one should know of how they are compared. */
  readonly reason?: string;
  readonly isMissing?: boolean;
}

function roundOf(own: LoggedBest, standard: LoggedBest | undefined, known: Known | undefined): Round {
  const mine = rebuilt(own.record, known);
  if (mine instanceof TuneError) {
    const { operator = null, workload = null } = own.record.tune ?? {};
    const isMissing = mine instanceof MissingError;
    return { own, standard, operator, workload, reason: mine.message, isMissing };
  }
  const round = { own, standard, operator: mine.operator.name, workload: mine.task.workload.name };
  if (!standard) return { ...round, pair: { own: mine } };
  if (isIdentical(own.record, standard.record))
    return { ...round, pair: { own: mine }, reason: 'the same record: only its result was checked' };
  const time = isOfThisMachine(standard.record) ? standard : undefined;
  const isSame = configKey(own.record) === configKey(standard.record);
  const theirs = isSame ? undefined : rebuilt(standard.record, known);
  const pair = { own: mine, ...defined({ time }) };
  if (theirs instanceof TuneError)
    return { ...round, pair, reason: `the baseline's record cannot be built: ${theirs.message}` };
  if (theirs) return { ...round, pair: { ...pair, rival: theirs } };
  if (time) return { ...round, pair };
  return {
    ...round,
    pair,
    reason: 'same config, baseline from another machine: only its result was checked',
  };
}

/** Undefined where an abort came before. */
function resultOf(
  round: Round,
  compared: Compared | undefined,
  tolerance: number,
): CheckRow | Incomparable | undefined {
  const { own, standard } = round;
  const missing = round.isMissing === true ? round.reason : compared?.missing;
  if (missing !== undefined) return { what: `${nameOf(own.record)} cannot run here: ${missing}`, isMissing: true };
  if (!round.pair) return rowOf(round, { verdict: 'failed', bad: true, reason: round.reason });
  if (!compared) return undefined;
  const { ratio, failure, rivalFailure } = compared;
  if (failure !== undefined) return rowOf(round, { verdict: 'failed', bad: true, reason: failure }, compared);
  const reason = rivalFailure === undefined ? round.reason : `the baseline's kernel fails here: ${rivalFailure}`;
  if (ratio) {
    const [verdict, bad] = [standingOf(ratio, tolerance), isBeyond(ratio, tolerance)];
    return rowOf(round, { verdict, bad, reason }, compared);
  }
  if (!standard) return rowOf(round, { verdict: 'new', bad: false, reason }, compared);
  // One and the same kernel is as fast as itself; a rival that fails says nothing.
  if (configKey(own.record) === configKey(standard.record))
    return rowOf(round, { verdict: 'same', bad: false, reason }, compared);
  return { what: `${nameOf(own.record)} cannot be compared: ${reason ?? 'no time'}`, isMissing: false };
}

interface Judgement extends Pick<CheckRow, 'verdict' | 'bad'> {
  /** What failed, or what one should know of the comparison. */
  readonly reason: string | undefined;
}

function rowOf({ own, standard, operator, workload }: Round, judgement: Judgement, compared?: Compared): CheckRow {
  const { record } = own;
  const ratio = compared?.ratio;
  return {
    operator,
    workload,
    target: record.target,
    verdict: judgement.verdict,
    ratio: ratio?.ratio ?? null,
    low: ratio?.low ?? null,
    high: ratio?.high ?? null,
    bad: judgement.bad,
    basis: ratio ? compared.basis : null,
    reason: judgement.reason ?? null,
    template: record.task,
    index: record.index,
    seconds: compared?.times?.seconds ?? null,
    baseline_seconds: standard?.seconds ?? null,
    tries: compared?.tries ?? 0,
    log: record.log,
    line: record.line,
    baseline_log: standard?.record.log ?? null,
    baseline_line: standard?.record.line ?? null,
  };
}

function rebuilt(record: LoggedRecord, known: Known | undefined): RebuiltTask | TuneError {
  try {
    return rebuild(record, known);
  } catch (error) {
    if (error instanceof TuneError) return error;
    throw error;
  }
}

/** Whether they are one trial, in whatever files. */
function isIdentical(one: LoggedRecord, other: LoggedRecord): boolean {
  const isOfOneMoment = one.timestamp === other.timestamp && configKey(one) === configKey(other);
  const isOfOneMachine = one.tune?.fingerprint === other.tune?.fingerprint;
  return isOfOneMoment && isOfOneMachine && JSON.stringify(one.costs) === JSON.stringify(other.costs);
}

function lonely(
  some: ReadonlyMap<string, LoggedBest>,
  others: ReadonlyMap<string, LoggedBest>,
  why: string,
): Incomparable[] {
  const alone = [...some].filter(([key]) => !others.has(key));
  return alone.map(([, { record }]) => ({ what: `${nameOf(record)}: ${why}`, isMissing: false }));
}

/** `conv2d resnet18.C2 on llvm -mcpu=x86-64-v3 -threads=1` */
function nameOf({ task, target, tune }: LoggedRecord): string {
  const words = [tune?.operator ?? task, ...(tune?.workload === undefined ? [] : [tune.workload]), 'on', target];
  return shortened(words.join(' '));
}
