/** A run of a network, understood: everything valid, nothing started. */
import { isValueType, type DType } from '../../ir/tensor.js';
import { defined } from '../../target/defined.js';
import { relative } from 'node:path';
import { devicesFor, targetOn, type ChosenDevices } from '../../backend/farm/chosen-devices.js';
import { parseProgramTarget, type ProgramTarget } from '../../backend/program/program-target.js';
import { backendNamed, parseTarget, backendOf } from '../../backend/registry.js';
import { ownCatalogue, type Catalogue } from '../../catalogue/catalogue.js';
import { budgetFor } from '../schedule/network-settings.js';
import { schedulers } from '../schedule/schedulers/registry.js';
import type { Scheduler } from '../schedule/schedulers/scheduler.js';
import { UsageError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import { makeTask } from '../../templates/task.js';
import { firstBatchOf, settingsSchema, type Settings } from '../../tuner/settings.js';
import { checked } from '../../target/checked.js';
import { templatesFor, allThatApply, chooseTemplates, isNamed, type Wanted } from '../../catalogue/choose-templates.js';
import type { PlannedLayer, NetworkLayer } from './network-layer.js';
import { searchMinutesOf, pairTrialsOf } from './pair-trials.js';
import { isList, isOnnxFile, programName } from './network-files.js';
import { defaultTolerance, toleranceOfGiven } from './default-tolerance.js';
import { pairsOf } from './program.js';
import { readNetwork, type ReadNetwork, type OnnxProgram } from './read.js';
import { networkOptionsSchema, type CheckedNetworkOptions, type NetworkOptions } from './network-options.js';
import { modulePathsIn, resolve } from '../../catalogue/resolve.js';
import { didYouMean } from '../../target/nearest.js';
import { refusal } from '../../templates/refusal.js';
import type { Template } from '../../templates/template.js';
import { checkFolder } from '../../backend/library/write-folder.js';
import { readCases, type VerificationCase } from './built-library.js';

export interface LayersPlan {
  readonly catalogue: Catalogue;
  readonly name: string;
  readonly target: Target;
  /** What stands in the place of this machine. */
  readonly farm: ChosenDevices | undefined;
  readonly layers: readonly PlannedLayer[];
  /** Names of the layers that no template serves of those that were asked for: all that apply tune them. */
  readonly unserved: readonly string[];
  /** Of a model's nodes that are not computed on bytes, though they could be: a sentence each. */
  readonly unquantised: readonly string[];
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
  if (given.inPlace) refuseInPlace(given);
  if (given.out !== undefined && isModel(given)) checkFolder(given.out, given.force);
  const { programs, ...plan } = await planLayers(given);
  const program = planProgram(given, programs, plan.settings.trials);
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
  const { out, verify, inPlace, compare, openvino } = given;
  const products = Object.entries({ out, verify, 'in-place': inPlace, compare, openvino });
  const [product] = products.find(([, asked]) => asked !== undefined && asked !== false) ?? [];
  if (product !== undefined) throw new UsageError(`A dry run makes no library: leave --${product} out, or --dry-run.`);
  if (given.trials === 0) throw new UsageError('A dry run builds --trials candidates: give 1 at least.');
  return planLayers(given);
}

async function planLayers(given: CheckedNetworkOptions): Promise<LayersPlan & Pick<ReadNetwork, 'programs'>> {
  const { template, explorer, model } = given;
  const { catalogue, templates: wanted, names } = await resolve({ template, ...defined({ explorer, model }) });
  const backend = backendNamed(given.target);
  const farm = await devicesFor(given, backend.kind);
  const programTargetOf = (types: readonly DType[]): ProgramTarget => {
    const program = parseProgramTarget(given.target, given.threads, ...types);
    const narrow = types.find((type) => !isValueType(type));
    return farm ? { ...program, target: targetOn(farm, given.target, given.threads, narrow) } : program;
  };
  const { name, layers, programs } = await readNetwork(given, programTargetOf, catalogue);
  for (const { operator } of layers) templatesFor(operator.name, backend, catalogue.templates);
  const own = farm ? targetOn(farm, given.target, given.threads) : undefined;
  const target = programs?.[0]!.programTarget.target ?? own ?? parseTarget(given.target, given.threads);
  const { templates, unserved } = chooseLayerTemplates(layers, wanted, target, catalogue);
  const { trials, earlyStop } = budgetFor(layers.length, given);
  const { seed = Math.floor(Math.random() * 1e6) } = given;
  // A run of no trials has the settings of any other.
  const budget = { trials: Math.max(1, trials), earlyStop, seed, ...firstBatchOf(given) };
  const settings = settingsSchema.parse({ ...given, ...names, ...budget });
  return {
    catalogue,
    name,
    target,
    farm,
    layers: layers.map((layer, place) => ({
      ...layer,
      tasks: templates[place]!.map((template) => makeTask(template, layer.workload, target, layer.operator)),
    })),
    unserved,
    unquantised: [...new Set((programs ?? []).flatMap(({ notes }) => notes))],
    modules: modulePathsIn(given.template),
    settings: { ...settings, trials },
    history: given.history,
    signal: given.signal ?? new AbortController().signal,
    ...defined({ programs }),
  };
}

/** Throws UsageError for a template of the user's: a library is built without the user's modules. */
function refuseForeign({ templates }: Catalogue): void {
  const foreign = templates.find((template) => !ownCatalogue.templates.includes(template));
  if (foreign)
    throw new UsageError(
      `A model's library is made of templates that come with tune, and ${foreign.name} is none of these: leave it out.`,
    );
}

function isModel({ network }: Pick<NetworkOptions, 'network'>): boolean {
  return typeof network === 'string' && isOnnxFile(network);
}

/** Records behind its layers would make a list that nobody can read. */
function refuseListAsLog({ network, log }: Pick<NetworkOptions, 'network' | 'log'>): void {
  if (typeof network !== 'string' || log === undefined || !isList(network)) return;
  if (relative(network, log) === '')
    throw new UsageError(`${network} is the list of layers and cannot be the log, too: give --log another file.`);
}

/** What a person has to know of the layers. */
export function layerNotes({ unserved, unquantised }: Pick<LayersPlan, 'unserved' | 'unquantised'>): readonly string[] {
  if (unserved.length === 0) return unquantised;
  return [...unquantised, `No template that was asked for serves ${unserved.join(', ')}: tuned by all that apply`];
}

interface LayerTemplates {
  readonly templates: readonly (readonly Template[])[];
  readonly unserved: readonly string[];
}

/**
 * Those of the named that serve a layer, or, where none does, all that apply. Throws UsageError for a name that serves
 * no layer at all, and, with the name of the layer, where no template serves it.
 */
function chooseLayerTemplates(
  layers: readonly NetworkLayer[],
  { groups, isAuto }: Wanted,
  target: Target,
  { templates: known }: Pick<Catalogue, 'templates'>,
): LayerTemplates {
  const serve = (names: readonly string[], { workload }: NetworkLayer): boolean =>
    known.some((template) => isNamed(template, names) && isAble(template, workload, target));
  for (const names of groups) if (!layers.some((layer) => serve(names, layer))) refuse(names, layers, target, known);
  const unserved: string[] = [];
  const templates = layers.map((layer) => {
    const serving = groups.filter((names) => serve(names, layer));
    const wanted = isAuto || serving.length === 0 ? allThatApply : { groups: serving, isAuto };
    if (!isAuto && serving.length === 0) unserved.push(layer.name);
    return ofLayer(layer, () => chooseTemplates(wanted, layer.workload, target, known));
  });
  return { templates, unserved };
}

function isAble(template: Template, workload: NetworkLayer['workload'], target: Target): boolean {
  const isOfKind = template.operator === workload.operator && template.target === backendOf(target).model;
  return isOfKind && refusal(template, workload, target) === undefined;
}

function refuse(
  names: readonly string[],
  layers: readonly NetworkLayer[],
  target: Target,
  known: readonly Template[],
): never {
  const [first = ''] = names;
  const found = known.filter((template) => isNamed(template, names));
  const layer = layers.find(({ operator }) => found.some((template) => template.operator === operator.name));
  if (layer) ofLayer(layer, () => chooseTemplates({ groups: [names], isAuto: false }, layer.workload, target, known));
  const operators = [...new Set(layers.map(({ operator }) => operator.name))];
  if (found.length > 0)
    throw new UsageError(
      `${first} is for ${found[0]!.operator}, of which the network has no layer: give templates of ${operators.join(' or ')}.`,
    );
  const alike = known.filter(({ operator }) => operators.includes(operator)).map(({ name }) => name);
  throw new UsageError(
    `Unknown template "${first}"${didYouMean(first, alike)} \`tune list templates\` lists those of each operator.`,
  );
}

function ofLayer<T>({ name, workload }: NetworkLayer, choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    if (error instanceof UsageError && name !== workload.name) throw new UsageError(`Layer ${name}: ${error.message}`);
    throw error;
  }
}

export interface ProgramPlan extends Pick<
  CheckedNetworkOptions,
  'force' | 'inPlace' | 'compare' | 'openvino' | 'precision' | 'weights'
> {
  /** The largest error that is allowed, relative to max(|want|, rms(want)). */
  readonly tolerance: number;
  /** The same of `cases`. */
  readonly toleranceOfCases: number;
  /** One for each shape of the library. */
  readonly programs: readonly OnnxProgram[];
  readonly name: string;
  readonly out: string | undefined;
  /** Inputs and outputs that it must agree with. */
  readonly cases: readonly VerificationCase[];
  /** Trials that are left for kernels which only move or map elements. */
  readonly looks: number;
  /** Trials that are left for kernels of two layers. */
  readonly pairTrials: number;
}

function looksOf(trials: number): number {
  return Math.min(MOST_LOOKS, Math.floor(trials / 5));
}

/** A network has few of them, and each is known after a few trials. */
const MOST_LOOKS = 128;

/** Throws UsageError for options that only a model has, and for a folder that cannot be written or read. */
function planProgram(
  options: CheckedNetworkOptions,
  programs: readonly OnnxProgram[] | undefined,
  trials: number,
): ProgramPlan | undefined {
  const { out, name, force, verify, inPlace, compare, openvino, precision, weights, log } = options;
  if (!programs) {
    refuseProgramOptions(options);
    return undefined;
  }
  const tolerances = {
    tolerance: options.tolerance ?? Math.max(...programs.map(defaultTolerance)),
    toleranceOfCases: options.tolerance ?? Math.max(...programs.map(toleranceOfGiven)),
  };
  if (log === undefined) throw new UsageError('A model needs a log, which its program is made of: give one as `log`.');
  if (compare) refuseUncomparable(programs);
  if (openvino && !compare) throw new UsageError('--openvino goes with --compare: add that.');
  const cases = verify === undefined ? [] : readCases(verify, programs);
  const [looks, pairTrials] = [looksOf(trials), pairTrialsOf(trials, pairsOf(programs))];
  const own = name ?? programName(programs[0]!.path);
  const run = { inPlace, compare, openvino, precision };
  return { programs, name: own, out, force, cases, ...tolerances, weights, looks, pairTrials, ...run };
}

/** Throws UsageError where nothing is made of the kernels, or trials and libraries are timed on different machines. */
function refuseInPlace({ out, verify, compare, farm }: CheckedNetworkOptions): void {
  if (out === undefined && verify === undefined && !compare)
    throw new UsageError('--in-place chooses the kernels of a library: add --out, --verify or --compare.');
  if (farm !== undefined)
    throw new UsageError(
      '--in-place times libraries here, and a farm measures elsewhere: leave --in-place or --farm out.',
    );
}

/** Throws UsageError for operators that ONNX Runtime does not know, either. */
function refuseUncomparable(programs: readonly OnnxProgram[]): void {
  const own = programs.flatMap(({ graph }) => graph.nodes.flatMap((node) => node.own?.call.function.operator ?? []));
  const foreign = own.find((operator) => operator.includes('.') && !operator.startsWith('com.microsoft.'));
  if (foreign !== undefined)
    throw new UsageError(`ONNX Runtime has no operator ${foreign} to compare with: leave --compare out.`);
}

function refuseProgramOptions(options: CheckedNetworkOptions): void {
  const {
    out,
    verify,
    name,
    inPlace,
    compare,
    openvino,
    without,
    shape,
    shapes,
    weights,
    constant,
    precision,
    operatorSource,
  } = options;
  const given = {
    out,
    verify,
    name,
    'in-place': inPlace || undefined,
    compare: compare || undefined,
    openvino: openvino || undefined,
    without: without[0],
    shape: Object.keys(shape)[0],
    shapes: Object.keys(shapes)[0],
    weights: weights === 'embed' ? undefined : weights,
    constant: Object.keys(constant)[0],
    precision: isValueType(precision) ? undefined : precision,
    'operator-source': operatorSource[0],
  };
  const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined)
    throw new UsageError(`--${option} is for ONNX models: give a file that ends in .onnx, or leave it out.`);
}
