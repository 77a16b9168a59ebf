/** The settings of a run of a network, besides those of each of its searches. */
import { z } from 'zod';
import { searchSchema, settingsSchema, type Settings } from '../../tuner/settings.js';
import { schedulers, type SchedulerName } from './schedulers/registry.js';

const names = Object.keys(schedulers) as SchedulerName[];

/** The settings of a search of many tasks on one budget, besides those of each search. */
export const networkSchema = z.object({
  scheduler: z
    .enum(names)
    .default('gain')
    .describe(`which task gets the next batch: ${names.join(', ')}`),
  alone: z.boolean().default(false).describe('tasks do not learn from each other'),
});

/** For each layer, where nothing is said of all of them. */
const TRIALS_A_LAYER = 64;
const PATIENCE_A_LAYER = 16;
/** The least patience of a network: that of a single workload. */
const LEAST_PATIENCE = 128;

export const networkSettingsSchema = z.object({
  trials: z
    .int()
    .min(0)
    .exactOptional()
    .describe(
      `trials of all layers in all, those already in the log included; 0 answers from log and history alone (default: ${TRIALS_A_LAYER} a layer)`,
    ),
  minutes: settingsSchema.shape.minutes,
  earlyStop: z
    .int()
    .min(1)
    .exactOptional()
    .describe(
      `a layer that had so many trials in a row without a gain gets no more, and so many of all layers end the run (default: ${PATIENCE_A_LAYER} a layer, ${LEAST_PATIENCE} at least)`,
    ),
  ...networkSchema.shape,
  ...searchSchema.shape,
  seed: settingsSchema.shape.seed,
});

export function budgetFor(
  layers: number,
  { trials, earlyStop }: { readonly trials?: number; readonly earlyStop?: number },
): Pick<Settings, 'trials' | 'earlyStop'> {
  return {
    trials: trials ?? TRIALS_A_LAYER * layers,
    earlyStop: earlyStop ?? Math.max(LEAST_PATIENCE, PATIENCE_A_LAYER * layers),
  };
}
