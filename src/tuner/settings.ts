/**
 * All settings of a search, with their defaults: declared here once, and read by the command line, its help, and the
 * benchmarks.
 */
import { z } from 'zod';
import { acquisitions } from '../explorer/acquisition/registry.js';
import { explorers } from '../explorer/registry.js';
import { selections } from '../explorer/selection/registry.js';
import { views, type ViewName } from '../features/registry.js';
import { models } from '../model/registry.js';
import { trainers } from '../model/trainer/registry.js';

/** How a search chooses its trials. */
export const searchSchema = z.object({
  // Those of a module have names of their own: whoever takes settings from people looks them up in the catalogue.
  explorer: z
    .string()
    .default('portfolio')
    .describe(`how the next trials are chosen: ${listed(explorers)}`),
  model: z
    .string()
    .default('xgb-rank')
    .describe(`what the explorer predicts times with: ${listed(models)}`),
  trainer: z
    .enum(Object.keys(trainers))
    .default('auto')
    .describe(`what trains the model: ${listed(trainers)} (auto: fastest available)`),
  features: z
    .array(z.enum(Object.keys(views) as ViewName[]))
    .readonly()
    .exactOptional()
    .describe(`what the model sees, with commas: ${listed(views)} (default: what the model is made for, else knobs)`),
  pretrained: z.string().exactOptional().describe('file of weights that the model starts from'),
  prune: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('share of the space to leave out, the slowest by static analysis'),
  acquisition: z
    .enum(Object.keys(acquisitions))
    .default('mean')
    .describe(`how a prediction is scored: ${listed(acquisitions)}`),
  selection: z
    .enum(Object.keys(selections))
    .default('portfolio')
    .describe(`how a batch is chosen: ${listed(selections)}`),
  epsilon: z.number().min(0).max(1).default(0.05).describe('share of trials drawn at random'),
  // Absent: as `batches.ts` says.
  batchSize: wholeNumber(1)
    .exactOptional()
    .describe('trials between two fits of the model (default: the tuner decides)'),
  firstBatch: wholeNumber(1).exactOptional().describe('trials before the first fit (default: by the tuner)'),
  evaluations: wholeNumber(1)
    .exactOptional()
    .describe('configs that the model scores for each trial (default: 512, fewer with a slow model)'),
});

/** What only the library and benchmarks set: there is no option for it, and events do not show it. */
export const unshown = { firstBatch: true, evaluations: true } as const;

/** What a run is asked to do. */
export const settingsSchema = z.object({
  trials: wholeNumber(1).default(256).describe('total trials, including those already in the log'),
  minutes: z.number().positive().exactOptional().describe('stop after this many minutes'),
  earlyStop: wholeNumber(1).default(128).describe('stop after this many trials without a gain'),
  ...searchSchema.shape,
  seed: wholeNumber(0).describe(
    'of all random draws; same seed and same times, same search (default: random, printed)',
  ),
});

/**
 * What simulations are asked to do: of each task a search from each of so many seeds, which only its trials or the
 * table end.
 */
export const simulationSchema = z.object({
  ...searchSchema.shape,
  trials: wholeNumber(1).default(128).describe('trials of each search'),
  seed: wholeNumber(0).default(1).describe('the first seed'),
  seeds: wholeNumber(1).default(1).describe('searches of each task, with a seed each'),
});

export type SearchSettings = Readonly<z.output<typeof searchSchema>>;
export type Settings = Readonly<z.output<typeof settingsSchema>>;

/** The first batch of settings that name none: a batch size is that of the first batch, too. */
export function firstBatchOf({
  batchSize,
  firstBatch = batchSize,
}: Pick<SearchSettings, 'firstBatch' | 'batchSize'>): Pick<SearchSettings, 'firstBatch'> {
  return firstBatch === undefined ? {} : { firstBatch };
}

/** The views of settings that name none: those that the model is made for. */
export function viewsOf({ features, model }: Pick<SearchSettings, 'features' | 'model'>): readonly ViewName[] {
  return features ?? [new Map(Object.entries(models)).get(model)?.reads ?? 'knobs'];
}

/** The settings of a search that is given none. */
export const searchDefaults: SearchSettings = searchSchema.parse({});

function wholeNumber(least: number): z.ZodInt {
  return z.int().min(least);
}

function listed(registry: object): string {
  return Object.keys(registry).join(', ');
}
