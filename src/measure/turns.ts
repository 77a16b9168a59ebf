/**
 * Kernels measured in turns. A slow moment or a drift of the clock lasts longer than a trial, so candidates are
 * compared by rounds in which each has its turn, every other round backwards, and not one after the other (paired
 * measurement, as in Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013). In a race, those leave
 * that cannot win any more (Maron and Moore, Hoeffding Races, NIPS 1993).
 */
import { mean } from 'simple-statistics';
import { mapCauses } from './causes.js';
import { estimate, isWide } from './estimate.js';
import { joinStates } from './gpu-state.js';
import { ErrorNo, type InRounds, type Measurement } from './measurement.js';

/** Something that has its turn in every round. */
interface Contender<T> {
  readonly entry: T;
  readonly trials: Measurement[];
}

export interface TurnOptions {
  readonly rounds: number;
  /** Whether those leave that were far behind the fastest in each round so far; otherwise all stay. */
  readonly race: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * By what share of the time of the fastest a contender was behind in each round, of so many or more, that cannot win:
 * rounds agree to a hundredth or two.
 */
const behind = (rounds: number): number => (rounds > 1 ? 0.03 : 0.06);

/**
 * Measures each of some entries once a round; in a race, after the first round, those that may win. While rounds
 * disagree on the time of the fastest, there are more of them, as many again at most, of those that were ahead of it in
 * any round. One that fails in any round has failed. When aborted, those that were measured so far are returned, which
 * are the first ones.
 */
export async function takeTurns<T>(
  entries: readonly T[],
  measure: (entry: T, round: number) => Promise<Measurement>,
  { rounds, race, signal }: TurnOptions,
): Promise<readonly InRounds<Measurement>[]> {
  const contenders = entries.map((entry): Contender<T> => ({ entry, trials: [] }));
  for (let round = 0; round < rounds || (round < 2 * rounds && isOpen(contenders)); round++) {
    const all = round < (race ? 1 : rounds);
    const taking = all ? contenders : within(round < rounds ? behind(round) : 0, contenders);
    for (const { entry, trials } of round % 2 === 0 ? taking : taking.toReversed()) {
      if (signal?.aborted === true) break;
      if (!trials.at(-1)?.error) trials.push(await measure(entry, round));
    }
  }
  return contenders.flatMap(({ trials }) => (trials.length > 0 ? [mergeRounds(trials)] : []));
}

/** Whether rounds leave open how fast the fastest of those that work is. */
function isOpen(contenders: readonly { readonly trials: readonly Measurement[] }[]): boolean {
  const found = contenders.flatMap(({ trials }) =>
    trials.length > 0 && !trials.at(-1)!.error ? [estimate(timesOfRounds(trials))] : [],
  );
  const least = Math.min(...found.map(({ seconds }) => seconds));
  return found.some((one) => one.seconds === least && isWide(one));
}

/**
 * The fastest of those that work, those that were not behind it in every round by more than a share, and those that had
 * a slow core in all of theirs.
 */
function within<T extends { readonly trials: readonly Measurement[] }>(
  share: number,
  contenders: readonly T[],
): readonly T[] {
  const working = contenders.filter(({ trials }) => trials.length > 0 && !trials.at(-1)!.error);
  const times = new Map(working.map((one) => [one, timesOfRounds(one.trials)]));
  const least = Math.min(...working.map((one) => estimate(times.get(one)!).seconds));
  const fastest = working.find((one) => estimate(times.get(one)!).seconds === least);
  const limits = fastest === undefined ? [] : times.get(fastest)!.map((seconds) => (1 + share) * seconds);
  const isNear = (one: T): boolean => times.get(one)!.some((seconds, round) => seconds <= (limits.at(round) ?? 0));
  return working.filter((one) => isNear(one) || one.trials.every(({ slowed }) => slowed === true));
}

function timesOfRounds(trials: readonly Measurement[]): readonly number[] {
  return trials.map(({ costs }) => estimate(costs).seconds);
}

/** One measurement from those of its rounds: the costs together, the failure if there was one. */
function mergeRounds(trials: readonly Measurement[]): InRounds<Measurement> {
  const last = trials.at(-1)!;
  const rounds = trials.map((trial) => trial.costs);
  if (last.error !== ErrorNo.none) return { ...last, rounds };
  const sum = (pick: (trial: Measurement) => number): number => trials.reduce((total, trial) => total + pick(trial), 0);
  const watched = trials.flatMap(({ disturbed }) => disturbed ?? []);
  const reported = trials.flatMap(({ causes }) => causes ?? []);
  const states = trials.flatMap(({ gpu }) => gpu ?? []);
  return {
    ...last,
    costs: rounds.flat(),
    rounds,
    disturbed: watched.length > 0 ? mean(watched) : undefined,
    causes: reported.length > 0 ? mapCauses((cause) => mean(reported.map((causes) => causes[cause]))) : undefined,
    gpu: states.length > 0 ? joinStates(states) : undefined,
    noisy: isWide(estimate(timesOfRounds(trials))) || 2 * sum(wasDisturbed) > trials.length,
    slowed: undefined,
    cold: leastOf(trials.flatMap(({ cold }) => cold ?? [])),
    maxRelError: Math.max(...trials.map((trial) => trial.maxRelError ?? 0)),
    spent: { compile: last.spent.compile, check: sum(({ spent }) => spent.check), run: sum(({ spent }) => spent.run) },
  };
}

function leastOf(values: readonly number[]): number | undefined {
  return values.length > 0 ? Math.min(...values) : undefined;
}

/** A slow core alone does not disturb turns: it meets all, if not in the same rounds. */
function wasDisturbed({ noisy, slowed }: Measurement): number {
  return Number(noisy === true && slowed !== true);
}
