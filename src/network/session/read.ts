/** First step: a network is read, whatever it was named by. */
import { existsSync } from 'node:fs';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import type { DType } from '../../ir/tensor.js';
import type { ProgramTarget } from '../../backend/program/program-target.js';
import { networks } from '../named/registry.js';
import { operatorNames } from '../graph/operators/registry.js';
import type { OnnxNode } from '../onnx/model.js';
import { readOnnx } from '../onnx/read.js';
import { buildGraph } from './graph.js';
import { openLayerList, listLayers, readLayers, readLogWorkloads } from './listed-layers.js';
import { isList, isOnnxFile, nameOfNetwork } from './network-files.js';
import { type NetworkLayer, tunedLayers } from './network-layer.js';
import type { CheckedNetworkOptions } from './network-options.js';
import { lowerProgram, type NetworkProgram } from './program.js';

export interface OnnxProgram extends NetworkProgram {
  readonly path: string;
  readonly nodes: readonly OnnxNode[];
}

export interface ReadNetwork {
  /** As files are named after it. */
  readonly name: string;
  /** What is worth a search: all layers, and of a program those that do not only move or map elements. */
  readonly layers: readonly NetworkLayer[];
  readonly program?: OnnxProgram;
}

type Asked = Pick<CheckedNetworkOptions, 'network' | 'shape' | 'without' | 'precision'>;

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
  { shape, without, precision }: Omit<Asked, 'network'>,
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
): OnnxProgram {
  const model = readOnnx(path, operatorNames);
  const graph = buildGraph(model, shape);
  return { path, nodes: model.nodes, ...lowerProgram(graph, programTargetOf, without, precision) };
}
