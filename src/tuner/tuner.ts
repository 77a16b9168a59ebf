import { trainers } from '../model/trainer/registry.js';
import type { Trainer } from '../model/trainer/trainer.js';
import { firstAbort } from '../target/first-abort.js';
import { Budget } from './budget.js';
import type { StopReason, TunerEvent } from './events.js';
import { registered } from './registered.js';
import { resumedBatches } from './resumed.js';
import { Run, type RunOptions } from './run.js';

export type { TaskState } from './run.js';

export interface TuneOptions extends Omit<RunOptions, 'budget' | 'trainer'> {
  /** Trains the models of this run; the caller's to close. By default one of its own, which the settings name. */
  readonly trainer?: Trainer;
  /** Aborting ends the run after the trial in flight; it still finishes with a summary. */
  readonly signal?: AbortSignal;
}

/**
 * Tunes one workload: propose, measure, log, learn, until the budget is spent, and then measure the best again. Events
 * come as things happen, and nothing goes on before a listener has taken its event, so a log written from them is never
 * behind the search.
 */
export async function* tune(options: TuneOptions): AsyncGenerator<TunerEvent, void> {
  const { settings, taskStates, signal = new AbortController().signal } = options;
  const trainer = options.trainer ?? registered(trainers, settings.trainer)();
  try {
    const budget = new Budget(settings);
    const run = new Run({ ...options, trainer, budget });
    for (const batch of resumedBatches(taskStates)) run.resume(batch);
    yield run.start();
    const reason = yield* search(run, budget, signal);
    yield* run.finals(signal);
    yield await run.finish(signal.aborted ? 'interrupted' : reason);
  } finally {
    if (!options.trainer) await trainer.close();
  }
}

/** Batches until there is a reason to stop, which it returns. */
async function* search(run: Run, budget: Budget, signal: AbortSignal): AsyncGenerator<TunerEvent, StopReason> {
  const stop = firstAbort([signal], budget.millisecondsLeft);
  try {
    yield* run.takeRetired();
    for (;;) {
      const reason = signal.aborted ? 'interrupted' : (budget.spent() ?? run.whyDone);
      if (reason) return reason;
      yield* run.step(stop.signal);
    }
  } finally {
    stop.release();
  }
}
