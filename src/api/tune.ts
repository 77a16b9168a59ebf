import type { TuneEvent } from '../tuner/events.js';
import { planRun } from '../tuner/plan.js';
import { runPlan } from '../tuner/run-plan.js';
import type { TuneOptions } from '../tuner/tune-options.js';

/**
 * Tunes one operator on one target of this machine. The events are those that `tune <operator> --json` prints; nothing
 * goes on before the next one is asked for, and a trial is in the log (if there is one) before it is reported: nothing
 * that ends the program loses it then, and where it is `durable`, no power cut either. The last is
 * `finish`, also of a run that `signal` ended; its `best` is null where no schedule worked. Leaving the loop early ends
 * the run at once, with everything logged that was reported.
 *
 * Throws UsageError for what does not exist or cannot be, MissingError for what this machine lacks, WorkError where the
 * reference or the log fails.
 */
export async function* tune(options: TuneOptions): AsyncGenerator<TuneEvent, void, void> {
  yield* runPlan(await planRun(options));
}
