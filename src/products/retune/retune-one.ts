/** One workload on one target: kept, or searched and put to the test. */
import { defined } from '../../target/defined.js';
import { existsSync } from 'node:fs';
import { fingerprintOf, formatTarget } from '../../backend/registry.js';
import type { Contender } from '../../backend/measurer.js';
import { estimate, type Estimate } from '../../measure/estimate.js';
import { selectBest, type Best } from '../../log/record/best.js';
import { targetKey } from '../../log/record/key.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { compare, type Compared, type Pair } from './compare.js';
import { namesOf, type Work } from './plan.js';
import { promote, type Winner } from './promote.js';
import { isBeyond, ratioOfTimes, standingOf, TOLERANCE, type Ratio } from '../../measure/ratio.js';
import { toEntities } from '../../space/entity.js';
import { MissingError, TuneError } from '../../target/errors.js';
import { formatTime } from '../../target/format.js';
import { rebuild } from '../../tuner/rebuild.js';
import { planRun, type Plan } from '../../tuner/plan.js';
import { optionsOf, search, type Context, type Paths, type Searched } from './search.js';
import type { RetuneRow } from './retune-rows.js';
import { provenanceOf } from '../../tuner/provenance.js';

type LoggedBest = Best<LoggedRecord>;

/** What became of it; undefined when aborted. */
export async function retuneOne(work: Work, paths: Paths, context: Context): Promise<RetuneRow | undefined> {
  const records = recordsOf(work, context.known);
  const old = bestHere(work, records);
  const isBegun = existsSync(paths.unfinished);
  if (old && !isBegun) {
    const kept = await reproduce(old, work, paths, context);
    if (kept !== 'search') return kept;
  }
  const searched = await search(work, records, paths, context);
  if (!searched || context.signal.aborted) return undefined;
  return decide({ work, old, searched, paths, context });
}

/** The row of a record that is as it was, or too disturbed to judge; `search` for any other. */
async function reproduce(
  old: LoggedBest,
  work: Work,
  paths: Paths,
  context: Context,
): Promise<RetuneRow | 'search' | undefined> {
  const own = rebuilt(old.record, context);
  const name = nameOf(work);
  if (own instanceof TuneError) {
    context.onNote(`${name}: its record cannot be used. ${own.message}`);
    return 'search';
  }
  const tolerance = toleranceOf(context);
  context.onStep?.({ phase: 'check' });
  const compared = await compareOne({ own, time: old }, tolerance, context);
  if (!compared) return undefined;
  const { ratio, failure, times } = compared;
  if (failure !== undefined) context.onNote(`${name}: its record fails here: ${failure}`);
  if (!ratio || isBeyond(ratio, tolerance)) {
    if (ratio) context.onNote(`${name}: its record takes ${(1 / ratio.ratio).toFixed(2)}× its logged time.`);
    return 'search';
  }
  const isNoisy = standingOf(ratio, tolerance) === 'noisy';
  const isElsewhere = old.record.log !== paths.log;
  if (!isNoisy && isElsewhere) {
    const plan = await planRun(optionsOf(work, paths, context));
    await enter([], { contender: own, measurement: compared.own! }, plan, paths, context);
  }
  return {
    ...commonOf(work, paths),
    ...outcomeOf(own, times, ratio),
    verdict: isNoisy ? 'noisy' : 'kept',
    bad: false,
    changed: !isNoisy && isElsewhere,
    reason: isNoisy ? 'the record is kept' : null,
    trials: 0,
    from: null,
  };
}
interface Decision {
  readonly work: Work;
  readonly old: LoggedBest | undefined;
  readonly searched: Searched;
  readonly paths: Paths;
  readonly context: Context;
}

/**
 * Old best and new best take turns; where this machine has no old one, that of the hardware that the search began with.
 * The log gets the one that stands. Undefined when aborted.
 */
async function decide({ work, old, searched, paths, context }: Decision): Promise<RetuneRow | undefined> {
  const { plan, warmUp, trials, records, firstFailure } = searched;
  const common = {
    ...commonOf(work, paths),
    trials,
    from: warmUp?.from.fingerprint ?? null,
    bad: false,
    changed: false,
  };
  const failed = (reason: string): RetuneRow => ({ ...common, ...noOutcome, verdict: 'failed', bad: true, reason });
  const best = bestHere(work, records);
  if (!best) return failed(`no config gives a correct result; first failure: ${firstFailure ?? 'no config was tried'}`);
  const own = rebuild(best.record, context.catalogue);
  const before = old && rebuilt(old.record, context);
  const known = before instanceof TuneError ? undefined : (before ?? warmUp?.contenders[0]);
  const isKnown = known !== undefined && configOf(known) === configOf(own);
  const rival = isKnown ? undefined : known;
  context.onStep?.({ phase: 'compare' });
  const compared = await compareOne({ own, ...defined({ rival }) }, TOLERANCE, context);
  if (!compared) return undefined;
  const { ratio, failure, rivalFailure } = compared;
  if (failure !== undefined) return failed(failure);
  if (before && ratio && standingOf(ratio, TOLERANCE) === 'noisy') {
    const reason = 'the next job measures old and new best again';
    return { ...common, ...outcomeOf(known ?? own, undefined, ratio), verdict: 'noisy', reason };
  }
  // A record of another machine needs no margin here: of two that this one has timed in turns, the faster stands.
  const isReplaced = !ratio || (before ? standingOf(ratio, TOLERANCE) === 'faster' : ratio.ratio > 1);
  const winner: Winner =
    rival && !isReplaced
      ? { contender: rival, measurement: compared.rival! }
      : { contender: own, measurement: compared.own! };
  await enter(records, winner, plan, paths, context);
  const times = estimate(winner.measurement.rounds.map((round) => estimate(round).seconds));
  if (isReplaced && !isKnown) {
    const reason = whyReplaced(before, rivalFailure);
    const verdict = before ? 'faster' : 'new';
    return { ...common, ...outcomeOf(own, times, ratio), verdict, changed: true, reason };
  }
  const row = { ...common, ...outcomeOf(winner.contender, times, old && ratioOfTimes(old, times)) };
  if (!old)
    return { ...row, verdict: 'new', changed: true, reason: 'the best config of that machine is the best here' };
  if (!isBeyond(ratioOfTimes(old, times), toleranceOf(context)))
    return { ...row, verdict: 'kept', reason: 'nothing faster was found' };
  const reason = `${formatTime(times.seconds)} now, ${formatTime(old.seconds)} in its log, and nothing faster was found`;
  return { ...row, verdict: 'slower', bad: context.speed !== 'off', reason };
}

function whyReplaced(before: Contender | TuneError | undefined, rivalFailure: string | undefined): string | null {
  if (before instanceof TuneError) return `the earlier record cannot be used: ${before.message}`;
  if (rivalFailure !== undefined) return `the earlier record fails here: ${rivalFailure}`;
  return before ? null : 'no earlier record on this machine';
}

/** Undefined when aborted. Throws MissingError for what this machine lacks. */
async function compareOne(
  pair: Pair,
  tolerance: number,
  { measurer, signal, onNote, pauses }: Context,
): Promise<Compared | undefined> {
  const onPause = (_open: number, seconds: number): void => {
    onNote(`Too noisy to judge or too slow: measured again in ${formatTime(seconds)}.`);
  };
  const [compared] = await compare([pair], measurer, { tolerance, signal, onPause, ...defined({ pauses }) });
  if (compared?.missing !== undefined) throw new MissingError(compared.missing);
  return compared;
}

async function enter(
  records: readonly LoggedRecord[],
  winner: Winner,
  plan: Plan,
  paths: Paths,
  { measurer }: Context,
): Promise<void> {
  await promote(records, winner, paths, provenanceOf(plan, await measurer.compilerOf(plan.target)));
}

/** Of the workload, on any target and machine. */
function recordsOf({ operator, workload }: Work, records: readonly LoggedRecord[]): readonly LoggedRecord[] {
  const args = JSON.stringify(operator.encode(workload));
  return records.filter((record) => record.tune?.operator === operator.name && JSON.stringify(record.args) === args);
}

/** The best of them for the target, of this machine. */
function bestHere({ target }: Work, records: readonly LoggedRecord[]): LoggedBest | undefined {
  const [key, fingerprint] = [targetKey(formatTarget(target)), fingerprintOf(target)];
  const here = records.filter(({ tune, target: of }) => tune?.fingerprint === fingerprint && targetKey(of) === key);
  return selectBest(here).at(0);
}

function rebuilt(record: LoggedRecord, { catalogue }: Context): Contender | TuneError {
  try {
    return rebuild(record, catalogue);
  } catch (error) {
    if (error instanceof TuneError) return error;
    throw error;
  }
}

function configOf({ task, config }: Contender): string {
  return JSON.stringify([task.template.name, toEntities(task.space, config)]);
}

function toleranceOf({ speed }: Context): number {
  return speed === 'off' ? TOLERANCE : speed;
}

function nameOf({ operator, workload }: Work): string {
  return `${operator.name} ${workload.name}`;
}

type Common = Pick<RetuneRow, 'operator' | 'workload' | 'target' | 'fingerprint' | 'log'>;
type Outcome = Pick<RetuneRow, 'ratio' | 'low' | 'high' | 'template' | 'index' | 'seconds'>;

function commonOf(work: Work, { log }: Paths): Common {
  return { ...namesOf(work), fingerprint: fingerprintOf(work.target), log };
}

const noOutcome: Outcome = { ratio: null, low: null, high: null, template: null, index: null, seconds: null };

function outcomeOf({ task, config }: Contender, times: Estimate | undefined, ratio: Ratio | undefined): Outcome {
  const { template } = task;
  return { ...noOutcome, ...ratio, template: template.name, index: config.index, seconds: times?.seconds ?? null };
}
