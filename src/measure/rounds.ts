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

export interface RoundOptions {
  readonly rounds: number;
  /** Aborting it ends the rounds after the turn in flight. */
  readonly signal?: AbortSignal;
}

/**
 * Times contenders round by round: each has its turn in every round, so that all of them meet the same disturbances,
 * and every other round runs in reverse order, so that nobody always has the same predecessor. Throws the reason of an
 * abort.
 */
export async function interleave(contenders: readonly Contender[], options: RoundOptions): Promise<readonly Timing[]> {
  const turns = [];
  for (const contender of contenders) {
    options.signal?.throwIfAborted();
    turns.push({ contender, seconds: [] as number[], reps: await calibrate(contender) });
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      options.signal?.throwIfAborted();
      turn.seconds.push(await turn.contender.go(turn.reps));
    }
  }
  return turns.map(({ contender, seconds }) => ({ name: contender.name, seconds }));
}

/** Calls that fill one turn, from the fastest of three short tries. */
async function calibrate(contender: Contender): Promise<number> {
  let fastest = Infinity;
  for (let i = 0; i < 3; i++) fastest = Math.min(fastest, await contender.go(1));
  return Math.max(1, Math.round(TURN_SECONDS / fastest));
}
