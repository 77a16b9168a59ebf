import { relative } from 'node:path';
import { backendNamed, parseTarget } from '../backend/registry.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { budgetFor } from '../network/live/settings.js';
import { schedulers } from '../network/scheduler/registry.js';
import type { Scheduler } from '../network/scheduler/scheduler.js';
import { UsageError } from '../target/errors.js';
import type { Target } from '../target/target.js';
import { makeTask } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import { firstBatchOf, settingsSchema, type Settings } from '../tuner/settings.js';
import { checked } from './checked.js';
import { allThatApply, chooseTemplates, templatesFor } from './choose-templates.js';
import type { Layer } from './network-layer.js';
import { pairTrialsOf, searchMinutesOf } from './model/pair-budget.js';
import { looksOf, planModel, type ModelPlan } from './model/plan.js';
import { isList, layersOf } from './network-layers.js';
import { networkOptionsSchema, type NetworkOptions } from './network-options.js';
import { resolve } from './resolve.js';

/** A layer with its tasks, one a template. */
export interface PlannedLayer extends Layer {
  readonly tasks: readonly Task[];
}

/** A run of a network, understood: everything valid, nothing started. */
export interface NetworkPlan {
  readonly catalogue: Catalogue;
  readonly name: string;
  readonly target: Target;
  readonly layers: readonly PlannedLayer[];
  readonly settings: Settings;
  readonly scheduler: Scheduler;
  /** Whether layers keep what they learn to themselves. */
  readonly alone: boolean;
  readonly history: readonly string[];
  readonly log: string | undefined;
  readonly signal: AbortSignal;
  /** Of an ONNX model, what becomes of it. */
  readonly model: ModelPlan | undefined;
}

/** Throws UsageError for whatever does not exist or cannot be, MissingError for a target that is not here. */
export async function planNetwork(options: NetworkOptions): Promise<NetworkPlan> {
  const given = checked(networkOptionsSchema, options);
  const { catalogue, names } = await resolve({
    ...(given.explorer !== undefined && { explorer: given.explorer }),
    ...(given.model !== undefined && { model: given.model }),
  });
  refuseListAsLog(given);
  const backend = backendNamed(given.target);
  const { name, layers, model } = await layersOf(given, () => parseTarget(given.target, given.threads));
  for (const { operator } of layers) templatesFor(operator.name, backend, catalogue.templates);
  const target = parseTarget(given.target, given.threads);
  const modelPlan = planModel(given, model);
  const { trials: all, earlyStop } = budgetFor(layers.length, given);
  const looks = modelPlan ? looksOf(all) : 0;
  const pairTrials = modelPlan ? pairTrialsOf(all, modelPlan.model.pairs) : 0;
  const trials = all - looks - pairTrials;
  const minutes = given.minutes !== undefined && pairTrials > 0 ? searchMinutesOf(given.minutes) : given.minutes;
  const { seed = Math.floor(Math.random() * 1e6) } = given;
  // A run of no trials has the settings of any other.
  const settings = settingsSchema.parse({
    ...given,
    ...names,
    trials: Math.max(1, trials),
    earlyStop,
    seed,
    ...firstBatchOf(given),
  });
  return {
    catalogue,
    name,
    target,
    layers: layers.map((layer) => ({ ...layer, tasks: tasksOf(layer, target, catalogue) })),
    settings: { ...settings, trials, ...(minutes !== undefined && { minutes }) },
    scheduler: schedulers[given.scheduler],
    alone: given.alone,
    history: given.history,
    log: given.log,
    signal: given.signal ?? new AbortController().signal,
    model: modelPlan && { ...modelPlan, looks, pairTrials },
  };
}

/** Records behind its layers would make a list that nobody can read. */
function refuseListAsLog({ network, log }: Pick<NetworkOptions, 'network' | 'log'>): void {
  if (typeof network !== 'string' || log === undefined || !isList(network)) return;
  if (relative(network, log) === '')
    throw new UsageError(`${network} is the list of layers and cannot be the log, too: give --log another file.`);
}

/** Throws UsageError, with the name of the layer, where no template serves it. */
function tasksOf({ name, workload, operator }: Layer, target: Target, catalogue: Catalogue): readonly Task[] {
  try {
    const chosen = chooseTemplates(allThatApply, workload, target, catalogue.templates);
    return chosen.map((template) => makeTask(template, workload, target, operator));
  } catch (error) {
    if (error instanceof UsageError && name !== workload.name) throw new UsageError(`Layer ${name}: ${error.message}`);
    throw error;
  }
}
