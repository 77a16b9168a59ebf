import { calmLimit } from './estimate.js';

/** Something that can be timed when its turn comes. */
export interface Contender {
  readonly name: string;
  /** Seconds per call, over `reps` calls, after untimed ones that warm up. */
  go(reps: number): Promise<number>;
}

/** Seconds per call of one contender, one entry a round. */
export interface Timing {
  readonly name: string;
  readonly seconds: readonly number[];
}

/** How long one turn of one contender shall last: long enough for the clock. */
const TURN_SECONDS = 0.012;

/** So many rounds are run however long they take. */
const LEAST_ROUNDS = 7;

export interface RoundOptions {
  readonly rounds: number;
  /** No further one begins when they have taken so many seconds, once there were seven. */
  readonly seconds?: number;
  /** Aborting it ends the rounds after the turn in flight. */
  readonly signal?: AbortSignal;
}

/**
 * Times contenders round by round: each has its turn in every round, so that all of them meet the same disturbances,
 * and every other round runs in reverse order, so that nobody always has the same predecessor. A turn is a block of
 * calls. Rounds count in which the block of each was quiet. Throws the reason of an abort.
 */
export async function interleave(contenders: readonly Contender[], options: RoundOptions): Promise<readonly Timing[]> {
  const turns = [];
  for (const contender of contenders) {
    options.signal?.throwIfAborted();
    turns.push({ contender, seconds: [] as number[], reps: await calibrate(contender) });
  }
  const end = performance.now() + 1000 * (options.seconds ?? Infinity);
  const isOver = (round: number): boolean => round >= LEAST_ROUNDS && performance.now() > end;
  for (let round = 0; round < options.rounds && !isOver(round); round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      options.signal?.throwIfAborted();
      turn.seconds.push(await turn.contender.go(turn.reps));
    }
  }
  const quiet = quietRounds(turns.map(({ seconds }) => seconds));
  return turns.map(({ contender, seconds }) => ({
    name: contender.name,
    seconds: quiet.map((round) => seconds[round]!),
  }));
}

/** Numbers of the rounds without a turn far slower than its contender's fastest; all, where these are a minority. */
function quietRounds(timings: readonly (readonly number[])[]): readonly number[] {
  const limits = timings.map(calmLimit);
  const rounds = [...(timings[0] ?? []).keys()];
  const quiet = rounds.filter((round) => timings.every((seconds, i) => seconds[round]! <= limits[i]!));
  return 2 * quiet.length > rounds.length ? quiet : rounds;
}

/** Calls that fill one turn, from the fastest of three short tries. */
async function calibrate(contender: Contender): Promise<number> {
  let fastest = Infinity;
  for (let i = 0; i < 3; i++) fastest = Math.min(fastest, await contender.go(1));
  return Math.max(1, Math.round(TURN_SECONDS / fastest));
}
