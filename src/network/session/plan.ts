/** A run of a network, understood: everything valid, nothing started. */
import { defined } from '../../target/defined.js';
import { relative } from 'node:path';
import { parseProgramTarget, type ProgramTarget } from '../../backend/program/program-target.js';
import { backendNamed, parseTarget } from '../../backend/registry.js';
import { ownCatalogue, type Catalogue } from '../../catalogue/catalogue.js';
import { budgetFor } from '../schedule/network-settings.js';
import { schedulers } from '../schedule/schedulers/registry.js';
import type { Scheduler } from '../schedule/schedulers/scheduler.js';
import { UsageError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import { makeTask } from '../../templates/task.js';
import { firstBatchOf, settingsSchema, type Settings } from '../../tuner/settings.js';
import { checked } from '../../target/checked.js';
import { templatesFor } from '../../catalogue/choose-templates.js';
import type { PlannedLayer } from './network-layer.js';
import { searchMinutesOf } from './pair-trials.js';
import { planProgram, type ProgramPlan } from './program-plan.js';
import { isList } from './network-files.js';
import { readNetwork, type ReadNetwork } from './read.js';
import { networkOptionsSchema, type CheckedNetworkOptions, type NetworkOptions } from './network-options.js';
import { chooseLayerTemplates } from './layer-templates.js';
import { modulePathsIn, resolve } from '../../catalogue/resolve.js';

export interface LayersPlan {
  readonly catalogue: Catalogue;
  readonly name: string;
  readonly target: Target;
  readonly layers: readonly PlannedLayer[];
  /** Names of the layers that no template serves of those that were asked for: all that apply tune them. */
  readonly unserved: readonly string[];
  /** Paths of the modules that templates were asked for by. */
  readonly modules: readonly string[];
  readonly settings: Settings;
  readonly history: readonly string[];
  readonly signal: AbortSignal;
}

export interface NetworkPlan extends LayersPlan {
  readonly scheduler: Scheduler;
  readonly alone: boolean;
  readonly log: string | undefined;
  /** Of an ONNX file, what is to become of it. */
  readonly program: ProgramPlan | undefined;
}

/** Throws UsageError for whatever does not exist or cannot be, MissingError for a target that is not here. */
export async function planNetwork(options: NetworkOptions): Promise<NetworkPlan> {
  const given = checked(networkOptionsSchema, options);
  refuseListAsLog(given);
  const { program: read, ...plan } = await planLayers(given);
  const program = planProgram(given, read, plan.settings.trials);
  if (program) refuseForeign(plan.catalogue);
  const { looks = 0, pairTrials = 0 } = program ?? {};
  const { trials, minutes } = plan.settings;
  return {
    ...plan,
    settings: {
      ...plan.settings,
      trials: trials - looks - pairTrials,
      ...defined({ minutes: minutes !== undefined && pairTrials > 0 ? searchMinutesOf(minutes) : undefined }),
    },
    scheduler: schedulers[given.scheduler],
    alone: given.alone,
    log: given.log,
    program,
  };
}

export async function planDryRun(options: NetworkOptions): Promise<LayersPlan> {
  const given = checked(networkOptionsSchema, options);
  const product = (['out', 'verify', 'compare'] as const).find(
    (key) => given[key] !== undefined && given[key] !== false,
  );
  if (product !== undefined) throw new UsageError(`A dry run makes no library: leave --${product} out, or --dry-run.`);
  if (given.trials === 0) throw new UsageError('A dry run builds --trials candidates: give 1 at least.');
  return planLayers(given);
}

/** The layers with their templates; of an ONNX file its program, too. */
async function planLayers(given: CheckedNetworkOptions): Promise<LayersPlan & Pick<ReadNetwork, 'program'>> {
  const { template, explorer, model } = given;
  const { catalogue, templates: wanted, names } = await resolve({ template, ...defined({ explorer, model }) });
  const backend = backendNamed(given.target);
  const programTargetOf = (): ProgramTarget => parseProgramTarget(given.target, given.threads);
  const { name, layers, program } = await readNetwork(given, programTargetOf, catalogue);
  for (const { operator } of layers) templatesFor(operator.name, backend, catalogue.templates);
  const target = parseTarget(given.target, given.threads);
  const { templates, unserved } = chooseLayerTemplates(layers, wanted, target, catalogue);
  const { trials, earlyStop } = budgetFor(layers.length, given);
  const { seed = Math.floor(Math.random() * 1e6) } = given;
  // A run of no trials has the settings of any other.
  const own = { trials: Math.max(1, trials), earlyStop, seed, ...firstBatchOf(given) };
  const settings = settingsSchema.parse({ ...given, ...names, ...own });
  return {
    catalogue,
    name,
    target,
    layers: layers.map((layer, place) => ({
      ...layer,
      tasks: templates[place]!.map((template) => makeTask(template, layer.workload, target, layer.operator)),
    })),
    unserved,
    modules: modulePathsIn(given.template),
    settings: { ...settings, trials },
    history: given.history,
    signal: given.signal ?? new AbortController().signal,
    ...defined({ program }),
  };
}

/** Throws UsageError: a library is to be built where nothing of the user's modules is. */
function refuseForeign({ templates }: Catalogue): void {
  const foreign = templates.find((template) => !ownCatalogue.templates.includes(template));
  if (foreign)
    throw new UsageError(
      `A model's library is made of templates that come with tune, and ${foreign.name} is none of these: leave it out.`,
    );
}

/** Records behind its layers would make a list that nobody can read. */
function refuseListAsLog({ network, log }: Pick<NetworkOptions, 'network' | 'log'>): void {
  if (typeof network !== 'string' || log === undefined || !isList(network)) return;
  if (relative(network, log) === '')
    throw new UsageError(`${network} is the list of layers and cannot be the log, too: give --log another file.`);
}

/** Which layers are tuned by other templates than those that were asked for. */
export function unservedNote({ unserved }: Pick<LayersPlan, 'unserved'>): readonly string[] {
  if (unserved.length === 0) return [];
  return [`No template that was asked for serves ${unserved.join(', ')}: tuned by all that apply`];
}
