import type { Task } from '../templates/template.js';
import type { Contender } from '../backend/measurer.js';
import { estimate, timingOf } from '../measure/estimate.js';
import type { RemeasureOptions } from '../measure/kernels.js';
import { judgeSeconds } from '../measure/limits.js';
import { ErrorNo, type Measurer, type RoundsTrial } from '../measure/measurement.js';
import type { Best } from './leaderboard.js';
import type { Leaderboard } from './leaderboard.js';

/**
 * A measurer that can also time a few configs against each other, taking turns, so that a slow moment hits all of them
 * alike.
 */
export interface FinalsMeasurer extends Measurer<Task> {
  remeasure(
    contenders: readonly Contender[],
    options: Pick<RemeasureOptions, 'rounds' | 'race' | 'judgeSeconds' | 'isCold'> & {
      readonly signal: AbortSignal;
    },
  ): Promise<readonly RoundsTrial[]>;
}

/** Configs of which the interval comes this close to the fastest could be it. */
const WITHIN = 0.08;
/** A rival so many times slower is no tie, however much the machine was disturbed. */
const TIE_WITHIN = 1.15;
/**
 * Who takes part: one of so many configs that were measured, since finals shall not cost more than the search did, but
 * as many as make a race.
 */
const ONE_OF = 20;
const [FEWEST, MOST] = [4, 12] as const;
/** Where more could be the fastest, so many for each that takes part run a heat first. */
const HEAT = 3;
/** Of one round; of so many where times of the search were noisy, since one may meet a slow moment. */
const NOISY_ROUNDS = 3;
/** Finals are held again while all contenders fail, which good ones do only when something is very wrong. */
const ATTEMPTS = 3;

type Report = (contender: Contender, measurement: RoundsTrial, phase: 'heat' | 'finals') => void;

export interface FinalsResult {
  /** The fastest of those that were measured again; undefined when none worked, or there was none. */
  readonly best: Best | undefined;
  readonly ties: readonly Best[];
  /** Whether these finals settle it: they were not too disturbed to show the time of the best. */
  readonly confirmed: boolean;
}

/**
 * Measures the best configs again, interleaved, and hands every result of the finals, and what failed in the heat, to
 * `report`, which must enter it on the leaderboard.
 *
 * The fastest of many noisy times is partly luck (the winner's curse), and a machine drifts, so times of the search
 * choose who takes part and nothing else: the fastest of the finals is the best, even where it now takes longer than
 * somebody's first time.
 */
export async function runFinals(
  leaderboard: Leaderboard,
  measurer: Pick<FinalsMeasurer, 'remeasure'>,
  signal: AbortSignal,
  report: Report,
): Promise<FinalsResult> {
  const places = Math.min(MOST, Math.max(FEWEST, Math.ceil(leaderboard.size / ONE_OF)));
  const inHeat = (): readonly Best[] => leaderboard.contenders(WITHIN).slice(0, HEAT * places);
  for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt++) {
    const contenders = await heat(inHeat(), places, { measurer, signal, report });
    if (contenders.length === 0) continue;
    const finalists: Finalist[] = [];
    const measurements = await measurer.remeasure(contenders, { signal, race: true, isCold: true });
    measurements.forEach((measurement, i) => {
      const contender = contenders[i]!;
      // A build or a round that an abort cut short is no failure of the config.
      if (signal.aborted && measurement.error !== ErrorNo.none) return;
      report(contender, withRoundTimes(measurement), 'finals');
      const standing = leaderboard.standing(contender);
      const isSure = timingOf(withRoundTimes(measurement))?.noisy === false;
      const rounds = measurement.rounds.filter((costs) => costs.length > 0);
      if (standing) finalists.push({ standing, rounds, isSure });
    });
    // Where an abort kept some from taking part, what was fastest before stands.
    if (measurements.length < contenders.length) break;
    if (measurements.some(({ error }) => error === ErrorNo.none)) return verdict(finalists);
  }
  return { best: undefined, ties: [], confirmed: false };
}

/** What runs kernels against each other, and hears of them. */
interface Arena {
  readonly measurer: Pick<FinalsMeasurer, 'remeasure'>;
  readonly signal: AbortSignal;
  readonly report: Report;
}

/**
 * The fastest candidates by their best round against each other, as many as there are places. These times only choose,
 * like those of the search; failures are reported.
 */
async function heat(
  candidates: readonly Best[],
  places: number,
  { measurer, signal, report }: Arena,
): Promise<readonly Contender[]> {
  if (candidates.length <= places) return candidates;
  const race = candidates.some(({ noisy }) => noisy);
  const rounds = race ? NOISY_ROUNDS : 1;
  const measurements = await measurer.remeasure(candidates, {
    ...{ signal, rounds, race, judgeSeconds: judgeSeconds.search },
  });
  if (signal.aborted) return [];
  const working = candidates.flatMap((contender, i) => {
    const measurement = measurements.at(i)!;
    const { error, rounds: own } = measurement;
    if (error !== ErrorNo.none) report(contender, measurement, 'heat');
    // One without a verdict gets another chance, with the time that it has.
    if (error === ErrorNo.unknown) return [{ contender, seconds: contender.seconds }];
    if (error !== ErrorNo.none) return [];
    return [{ contender, seconds: Math.min(...own.map((costs) => estimate(costs).seconds)) }];
  });
  working.sort((a, b) => a.seconds - b.seconds);
  return working.slice(0, places).map(({ contender }) => contender);
}

interface Finalist {
  readonly standing: Best;
  readonly rounds: RoundsTrial['rounds'];
  /** Whether these finals show its time; where they are too noisy, or came to no verdict, an earlier one may stand. */
  readonly isSure: boolean;
}

/** The time of each round in place of all repeats, so that one disturbed repeat does not decide. */
export function withRoundTimes(measurement: RoundsTrial): RoundsTrial {
  if (measurement.error !== ErrorNo.none) return measurement;
  return { ...measurement, costs: measurement.rounds.map((round) => estimate(round).seconds) };
}

function verdict(finalists: readonly Finalist[]): FinalsResult {
  const ranked = finalists.toSorted((a, b) => a.standing.rankedAt - b.standing.rankedAt);
  const [winner, rivals] = [ranked.at(0)!, ranked.slice(1)];
  const close = rivals.filter(({ standing }) => standing.seconds <= TIE_WITHIN * winner.standing.rankedAt);
  const ties = close.filter(({ rounds }) => isTie(winner.rounds, rounds));
  return { best: winner.standing, ties: ties.map(({ standing }) => standing), confirmed: winner.isSure };
}

/**
 * Whether two configs that took turns are statistically tied: the one ahead overall was not ahead in every round. (Were
 * they equally fast, all of five rounds would agree once in sixteen times.)
 *
 * @internal Tests ask it about recorded times.
 */
export function isTie(best: RoundsTrial['rounds'], rival: RoundsTrial['rounds']): boolean {
  const rounds = Math.min(best.length, rival.length);
  for (let i = 0; i < rounds; i++) if (estimate(rival[i]!).seconds <= estimate(best[i]!).seconds) return true;
  return false;
}
