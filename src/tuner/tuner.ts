import { trainers } from '../model/trainer/registry.js';
import type { Trainer } from '../model/trainer/trainer.js';
import { firstAbort } from '../target/first-abort.js';
import { Budget } from './budget.js';
import type { StopReason, TuneEvent } from './events.js';
import { registered } from './registered.js';
import { resumedBatches } from './resumed.js';
import { Run } from './run.js';
import type { RunOptions } from './run-options.js';

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
export async function* tune(options: TuneOptions): AsyncGenerator<TuneEvent, void> {
  const { signal = new AbortController().signal } = options;
  const { run, budget, close } = open(options);
  try {
    yield run.start();
    const reason = yield* search(run, budget, signal);
    yield* run.finals(signal);
    yield await run.finish(signal.aborted ? 'interrupted' : reason);
  } finally {
    await close();
  }
}

/** The search of `tune` alone, without an end: for whoever asks only what is tried. */
export async function* searchOnly(options: TuneOptions): AsyncGenerator<TuneEvent, void> {
  const { signal = new AbortController().signal } = options;
  const { run, budget, close } = open(options);
  try {
    yield* search(run, budget, signal);
  } finally {
    await close();
  }
}

interface Opened {
  readonly run: Run;
  readonly budget: Budget;
  readonly close: () => Promise<void>;
}

/** A run that knows what the log holds. */
function open(options: TuneOptions): Opened {
  const trainer = options.trainer ?? registered(trainers, options.settings.trainer)();
  const budget = new Budget(options.settings);
  const run = new Run({ ...options, trainer, budget });
  for (const batch of resumedBatches(options.taskStates)) run.resume(batch);
  const close = async (): Promise<void> => {
    if (!options.trainer) await trainer.close();
  };
  return { run, budget, close };
}

/** Batches until there is a reason to stop, which it returns. */
async function* search(run: Run, budget: Budget, signal: AbortSignal): AsyncGenerator<TuneEvent, StopReason> {
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
