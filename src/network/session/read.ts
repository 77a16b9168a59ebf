/** First step: a network is read, whatever it was named by. */
import { existsSync } from 'node:fs';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import type { DType } from '../../ir/tensor.js';
import type { ProgramTarget } from '../../backend/program/program-target.js';
import { networks } from '../named/registry.js';
import { operatorNames } from '../graph/operators/registry.js';
import { fixInputs } from '../graph/fixed-inputs.js';
import type { ConstantTensor, OnnxNode } from '../onnx/model.js';
import { readOnnx } from '../onnx/read.js';
import { withInner } from '../onnx/reads.js';
import { buildGraph } from './graph.js';
import { openLayerList, listLayers, readLayers, readLogWorkloads } from './listed-layers.js';
import { isList, isOnnxFile, nameOfNetwork } from './network-files.js';
import { type NetworkLayer, tunedLayers } from './network-layer.js';
import type { CheckedNetworkOptions } from './network-options.js';
import { lowerProgram, type NetworkProgram } from './program.js';

export interface OnnxProgram extends NetworkProgram {
  readonly path: string;
  readonly nodes: readonly OnnxNode[];
  /** Inputs of the file, in its order, of which `fixed` are constants of the program. */
  readonly fileInputs: readonly string[];
  readonly fixed: ReadonlyMap<string, ConstantTensor>;
}

export interface ReadNetwork {
  /** As files are named after it. */
  readonly name: string;
  /** What is worth a search: all layers, and of a program those that do not only move or map elements. */
  readonly layers: readonly NetworkLayer[];
  readonly program?: OnnxProgram;
}

type Asked = Pick<CheckedNetworkOptions, 'network' | 'shape' | 'constant' | 'without' | 'precision'>;

/**
 * The layers of a named network, of a list, of a log, of an ONNX file, or as they are given. Throws UsageError for what
 * does not exist or cannot be, with its place in the file.
 */
export async function readNetwork(
  { network, ...asked }: Asked,
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
  catalogue: Catalogue,
): Promise<ReadNetwork> {
  if (typeof network !== 'string') return { name: 'network', layers: readLayers(listLayers(network), catalogue) };
  const named = networks.find(({ name }) => name === network);
  if (named) return { name: named.name, layers: readLayers(listLayers(named.layers), catalogue) };
  const name = nameOfNetwork(network);
  if (isList(network)) return { name, layers: readLayers(openLayerList(network), catalogue) };
  if (isOnnxFile(network)) {
    const program = readProgram(network, asked, programTargetOf);
    return { name, layers: tunedLayers(program.layers), program };
  }
  if (existsSync(network)) return { name, layers: await readLogWorkloads(network, catalogue) };
  const names = networks.map((one) => one.name);
  throw new UsageError(
    `There is no network "${network}", and no such file${didYouMean(network, names)} Networks are ${names.join(', ')}; a list (.json, .yaml), a model (.onnx) or a log may be given, too.`,
  );
}

/**
 * The first three steps of an ONNX file: read, graph, program.
 *
 * @internal
 */
export function readProgram(
  path: string,
  { shape, constant, without, precision }: Omit<Asked, 'network'>,
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
): OnnxProgram {
  const file = readOnnx(path, operatorNames);
  const model = fixInputs(file, new Map(Object.entries(constant)), new Map(Object.entries(shape)));
  const open = Object.entries(shape).filter(([name]) => !Object.hasOwn(constant, name));
  const graph = buildGraph(model, Object.fromEntries(open));
  const fileInputs = file.inputs.map(({ name }) => name);
  const fixed = new Map(Object.keys(constant).map((name) => [name, model.constants.get(name)!]));
  return {
    path,
    nodes: withInner(model.nodes),
    fileInputs,
    fixed,
    ...lowerProgram(graph, programTargetOf, without, precision),
  };
}
