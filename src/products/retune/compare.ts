/** Kernels beside a standard, measured on this machine. */
import { setTimeout } from 'node:timers/promises';
import type { Contender } from '../../backend/measurer.js';
import { estimate, type Estimate } from '../../measure/estimate.js';
import { ErrorNo } from '../../measure/measurement.js';
import { MissingError, OtherMachineError } from '../../target/errors.js';
import type { RoundsTrial } from '../../measure/measurement.js';
import type { FinalsMeasurer } from '../../tuner/finals.js';
import { PAUSES } from '../../tuner/pauses.js';
import type { OnRecordProgress } from '../../tuner/record-progress.js';
import { isUnsettled, ratioOfRounds, ratioOfTimes, type Ratio } from '../../measure/ratio.js';
import { defined } from '../../target/defined.js';

/** A kernel and what it is held against; with neither rival nor time, its answer alone is checked. */
export interface Pair {
  readonly own: Contender;
  /** Another kernel for the same workload and target, which takes turns with it. */
  readonly rival?: Contender;
  /** What a log says of the standard on this machine; it counts where there is no rival that works. */
  readonly time?: Estimate;
}

export interface Compared {
  /** Absent where the kernel fails, or nothing is known to hold it against. */
  readonly ratio?: Ratio;
  /** Whether the ratio is of turns, or of the time in a log. */
  readonly basis: 'turns' | 'log';
  /** In the last try; absent where nothing could be tried. */
  readonly own?: RoundsTrial;
  /** The same of the rival; absent without one. */
  readonly rival?: RoundsTrial;
  /** Seconds a call of the kernel, in all tries or the fastest. */
  readonly times?: Estimate;
  /** Why the kernel gives no right answer. */
  readonly failure?: string;
  /** The same of the rival. */
  readonly rivalFailure?: string;
  /** Why this machine cannot try them, which lacks what they need. */
  readonly missing?: string;
  readonly tries: number;
}

export interface CompareOptions {
  /** More than this share of more time is a failure somewhere, and measured again before. */
  readonly tolerance: number;
  readonly signal: AbortSignal;
  /** Seconds before each further try; as many as these, and one, are the most tries. */
  readonly pauses?: readonly number[];
  /** Receives before each pause how many are open. */
  readonly onPause?: (open: number, seconds: number) => void;
  readonly onProgress?: OnRecordProgress | undefined;
}

/** Of a round each; with nine, the interval of a median leaves out the lowest and the highest. */
const ROUNDS = 9;

/**
 * Compares each pair, in order; when aborted, those that were compared, which are the first ones. What is open or too
 * slow is measured again later: rounds in turns add up, and of times that are held against a log's the fastest try
 * counts, since whatever else runs on a machine makes kernels slower.
 */
export async function compare(
  pairs: readonly Pair[],
  measurer: Pick<FinalsMeasurer, 'remeasure'>,
  { tolerance, signal, pauses = PAUSES, onPause, onProgress }: CompareOptions,
): Promise<readonly Compared[]> {
  const matches = pairs.map((pair) => new Match(pair));
  let attempt = 0;
  const play = async (open: readonly Match[]): Promise<void> => {
    attempt++;
    for (const [i, match] of open.entries()) {
      if (signal.aborted) return;
      onProgress?.({ phase: 'measure', attempt, count: open.length, place: i + 1, ...match.names });
      await match.play(measurer, signal);
    }
  };
  await play(matches);
  for (const pause of pauses) {
    const open = matches.filter((match) => match.isOpen(tolerance));
    if (open.length === 0 || signal.aborted) break;
    onPause?.(open.length, pause);
    onProgress?.({ phase: 'wait', attempt: attempt + 1, count: open.length, seconds: pause });
    await setTimeout(1000 * pause, undefined, { signal }).catch(() => undefined);
    await play(open);
  }
  const results = matches.map((match) => match.result());
  const unplayed = results.indexOf(undefined);
  return results.slice(0, unplayed < 0 ? undefined : unplayed).filter((result) => result !== undefined);
}

class Match {
  /** Seconds of each round in which both worked. */
  readonly #rounds: { readonly own: number; readonly rival: number }[] = [];
  #fastest: Estimate | undefined;
  #last: { readonly own: RoundsTrial; readonly rival: RoundsTrial | undefined } | undefined;
  #missing: string | undefined;
  #tries = 0;

  constructor(private readonly pair: Pair) {}

  get names(): { readonly operator: string; readonly workload: string } {
    const { operator, name: workload } = this.pair.own.task.workload;
    return { operator, workload };
  }

  async play(measurer: Pick<FinalsMeasurer, 'remeasure'>, signal: AbortSignal): Promise<void> {
    const { own, rival } = this.pair;
    const contenders = rival ? [own, rival] : [own];
    const found = await this.#measure(contenders, measurer, signal);
    // What an abort cut short says nothing.
    if (signal.aborted || found.length < contenders.length) return;
    this.#tries++;
    this.#last = { own: found[0]!, rival: found[1] };
    const [ours, theirs] = [secondsOf(this.#last.own), secondsOf(this.#last.rival)];
    if (ours.length > 0) this.#fastest = fasterOf(this.#fastest, estimate(ours));
    for (const [round, seconds] of ours.entries()) {
      const against = theirs.at(round);
      if (against !== undefined) this.#rounds.push({ own: seconds, rival: against });
    }
  }

  async #measure(
    contenders: readonly Contender[],
    measurer: Pick<FinalsMeasurer, 'remeasure'>,
    signal: AbortSignal,
  ): Promise<readonly RoundsTrial[]> {
    try {
      return await measurer.remeasure(contenders, { signal, rounds: ROUNDS });
    } catch (error) {
      if (!(error instanceof MissingError || error instanceof OtherMachineError)) throw error;
      this.#missing = error instanceof OtherMachineError ? `${error.reason}.` : error.message;
      return [];
    }
  }

  isOpen(tolerance: number): boolean {
    const { ratio } = this.result() ?? {};
    return ratio !== undefined && isUnsettled(ratio, tolerance);
  }

  result(): Compared | undefined {
    if (this.#missing !== undefined) return { basis: 'log', missing: this.#missing, tries: this.#tries };
    if (!this.#last) return undefined;
    const { own, rival } = this.#last;
    const [failure, rivalFailure] = [failureOf(own), rival && failureOf(rival)];
    const ratio = failure === undefined ? this.#ratio(rivalFailure !== undefined) : undefined;
    return {
      basis: this.#rounds.length > 0 && rivalFailure === undefined ? 'turns' : 'log',
      own,
      tries: this.#tries,
      ...defined({
        ratio,
        rival,
        times: failure === undefined && this.#fastest ? this.#fastest : undefined,
        failure,
        rivalFailure,
      }),
    };
  }

  #ratio(rivalFails: boolean): Ratio | undefined {
    if (this.#rounds.length > 0 && !rivalFails) {
      const times = (of: 'own' | 'rival'): number[] => this.#rounds.map((round) => round[of]);
      return ratioOfRounds(times('rival'), times('own'));
    }
    const { time } = this.pair;
    return time && this.#fastest && ratioOfTimes(time, this.#fastest);
  }
}

/** Of each round; none where it failed. */
function secondsOf(measurement: RoundsTrial | undefined): readonly number[] {
  if (measurement?.error !== ErrorNo.none) return [];
  return measurement.rounds.map((round) => estimate(round).seconds);
}

function fasterOf(one: Estimate | undefined, other: Estimate): Estimate {
  return one && one.seconds <= other.seconds ? one : other;
}

function failureOf({ error, message = 'no message' }: RoundsTrial): string | undefined {
  return error === ErrorNo.none ? undefined : message;
}
