/** The layers of a network, whatever it was named by. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ProgramTarget } from '../backend/program/program-target.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { LayerSpec } from '../network/named/layer-spec.js';
import { networks } from '../network/named/registry.js';
import { findOperator } from '../operator/registry.js';
import { decompressorOf } from '../log/record/compressed.js';
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import { isModel, readModel, type Model } from './model/read-model.js';
import { tunedLayers } from './model/tuned-layers.js';
import { workKey, type Layer } from './network-layer.js';
import { workloadsOfLog } from './network-log.js';
import { openLayerList } from './network-list.js';
import type { CheckedNetworkOptions } from './network-options.js';
import { shapeWords } from '../tuner/tune-options.js';

export interface Network {
  /** As files are named after it. */
  readonly name: string;
  readonly layers: readonly Layer[];
  /** Where it is an ONNX model, all of it: `layers` are what is worth a search. */
  readonly model?: Model;
}

/** A list, its layers, and how each of them is complained of. */
interface Listed {
  readonly specs: readonly LayerSpec[];
  readonly problem: (place: number, what: string) => UsageError;
  /** Where another layer stands: `line 3`. */
  readonly whereIs: (place: number) => string;
}

/**
 * The layers of a named network, of a list, of a log, or as they are given. Throws UsageError for what does not exist
 * or cannot be, with its place in the file.
 */
export async function layersOf(
  { network, shape, without }: Pick<CheckedNetworkOptions, 'network' | 'shape' | 'without'>,
  programTargetOf: () => ProgramTarget,
  catalogue: Catalogue,
): Promise<Network> {
  const understood = (listed: Listed): readonly Layer[] => layersIn(listed, catalogue);
  if (typeof network !== 'string') return { name: 'network', layers: understood(listedIn(network)) };
  const named = networks.find(({ name }) => name === network);
  if (named) return { name: named.name, layers: understood(listedIn(named.layers)) };
  const name = nameOfNetwork(network);
  if (isList(network)) return { name, layers: understood(openLayerList(network)) };
  if (isModel(network)) {
    const model = readModel(network, { shapes: shape, without }, programTargetOf());
    return { name, layers: tunedLayers(model.layers), model };
  }
  if (existsSync(network)) return { name, layers: await workloadsOfLog(network, catalogue) };
  const names = networks.map((one) => one.name);
  throw new UsageError(
    `There is no network "${network}", and no such file${didYouMean(network, names)} Networks are ${names.join(', ')}; a list (.json, .yaml), a model (.onnx) or a log may be given, too.`,
  );
}

/** Whether a file is read as a list of layers, and not as a log. */
export function isList(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path);
}

/**
 * The log of a network that is told none: one that is given as the network goes on itself, unless it is compressed,
 * when nothing can be appended.
 */
export function logOfNetwork(network: string): string {
  const isLog = !networks.some(({ name }) => name === network) && !isList(network) && !isModel(network);
  return isLog && decompressorOf(network) === undefined ? network : join('logs', `${nameOfNetwork(network)}.jsonl`);
}

/** What a network itself tells of its layers beforehand: a compressed log, all that it holds. */
export function historyOfNetwork(network: string): readonly string[] {
  return isModel(network) || decompressorOf(network) === undefined || !existsSync(network) ? [] : [network];
}

/** As files are named after a network: `mine` of `nets/mine.yaml`, and of a log that is compressed, too. */
function nameOfNetwork(path: string): string {
  return basename(path)
    .replace(/\.(gz|br)$/i, '')
    .replace(/\.[a-z]+$/i, '')
    .replace(/[^\w.-]+/g, '_');
}

function listedIn(layers: readonly (LayerSpec | Exclude<CheckedNetworkOptions['network'], string>[number])[]): Listed {
  return {
    specs: layers.map((layer) => ({ ...layer, shape: shapeWords(layer.shape ?? {}) })),
    problem: (place, what) => new UsageError(`Layer ${place + 1} of the network: ${what}`),
    whereIs: (place) => `layer ${place + 1}`,
  };
}

/** Throws UsageError for a layer that cannot be, or is there twice. */
function layersIn({ specs, problem, whereIs }: Listed, { operators }: Catalogue): readonly Layer[] {
  const layers: Layer[] = [];
  const [works, names] = [new Map<string, number>(), new Map<string, number>()];
  for (const [place, spec] of specs.entries()) {
    const layer = layerOf(spec, operators, (what) => problem(place, what));
    const work = workKey(layer);
    const twin = works.get(work);
    if (twin !== undefined)
      throw problem(
        place,
        `this is ${layer.operator.name} ${layer.workload.name}, as ${whereIs(twin)} is: give one of them the weight of both.`,
      );
    const namesake = names.get(layer.name);
    if (namesake !== undefined)
      throw problem(place, `"${layer.name}" is the name of ${whereIs(namesake)}, too: take another name.`);
    works.set(work, place);
    names.set(layer.name, place);
    layers.push(layer);
  }
  return layers;
}

function layerOf(
  { operator, workload, shape = {}, weight, name }: LayerSpec,
  operators: Catalogue['operators'],
  problem: (what: string) => UsageError,
): Layer {
  try {
    const found = findOperator(operator, operators);
    const made = found.workload(workload, shape);
    return { name: name ?? made.name, weight, operator: found, workload: made };
  } catch (error) {
    if (error instanceof UsageError) throw problem(error.message);
    throw error;
  }
}
