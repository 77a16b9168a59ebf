/** First step: a network is read, whatever it was named by. */
import { existsSync } from 'node:fs';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { loadOperatorSources, type OperatorSource } from '../../catalogue/operator-source/operator-source.js';
import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import { shortened } from '../../target/visible.js';
import type { DType } from '../../ir/tensor.js';
import type { ProgramTarget } from '../../backend/program/program-target.js';
import { networks } from '../named/registry.js';
import type { Graph } from '../graph/graph.js';
import { operatorNames } from '../graph/operators/registry.js';
import { checkOwnOperators, operatorInC } from '../graph/operator-in-c.js';
import { fixInputs } from '../graph/fixed-inputs.js';
import type { ConstantTensor, OnnxNode } from '../onnx/model.js';
import { readOnnx } from '../onnx/read.js';
import { withInner } from '../onnx/reads.js';
import { buildGraph } from './graph.js';
import { openLayerList, listLayers, readLayers, readLogWorkloads } from './listed-layers.js';
import { isList, isOnnxFile, nameOfNetwork } from './network-files.js';
import { type NetworkLayer, labelledLayers, tunedLayers } from './network-layer.js';
import type { CheckedNetworkOptions } from './network-options.js';
import { lowerProgram, programTargetFor, type NetworkProgram } from './program.js';
import { libraryShapes } from './shape-lists.js';

export interface OnnxProgram extends NetworkProgram {
  /** What a person has to know of nodes that are computed in another way than the model says: a sentence each. */
  readonly notes: readonly string[];
  readonly path: string;
  /** The extents by which it differs from the other programs of its library; empty where there is none. */
  readonly label: string;
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
  /** Of a model, one for each shape of its library. */
  readonly programs?: readonly OnnxProgram[];
}

type Asked = Pick<CheckedNetworkOptions, 'network' | 'shape' | 'shapes' | 'constant' | 'without' | 'precision'>;
type AskedSources = Pick<CheckedNetworkOptions, 'operatorSource'>;

/**
 * The layers of a named network, of a list, of a log, of an ONNX file, or as they are given. Throws UsageError for what
 * does not exist or cannot be, with its place in the file.
 */
export async function readNetwork(
  { network, operatorSource, ...asked }: Asked & AskedSources,
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
  catalogue: Catalogue,
): Promise<ReadNetwork> {
  if (typeof network !== 'string') return { name: 'network', layers: readLayers(listLayers(network), catalogue) };
  const named = networks.find(({ name }) => name === network);
  if (named) return { name: named.name, layers: readLayers(listLayers(named.layers), catalogue) };
  const name = nameOfNetwork(network);
  if (isList(network)) return { name, layers: readLayers(openLayerList(network), catalogue) };
  if (isOnnxFile(network)) {
    const sources = await loadOperatorSources(operatorSource);
    const programs = readPrograms(network, { ...asked, sources }, programTargetOf);
    return { name, layers: tunedLayers(programs.flatMap(labelledLayers)), programs };
  }
  if (existsSync(network)) return { name, layers: await readLogWorkloads(network, catalogue) };
  const names = networks.map((one) => one.name);
  throw new UsageError(
    `There is no network "${network}", and no such file${didYouMean(network, names)} Networks are ${names.join(', ')}; a list (.json, .yaml), a model (.onnx) or a log may be given, too.`,
  );
}

/**
 * The first three steps of an ONNX file for one shape: read, graph, program.
 *
 * @internal
 */
export function readProgram(
  path: string,
  { shape, ...asked }: Pick<Asked, 'shape' | 'constant' | 'without' | 'precision'>,
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
): OnnxProgram {
  return readPrograms(path, { ...asked, shape, shapes: {}, sources: [] }, programTargetOf)[0]!;
}

interface AskedOfModel extends Omit<Asked, 'network'> {
  readonly sources: readonly OperatorSource[];
}

/** The same for each shape of a library. */
function readPrograms(
  path: string,
  { shape, shapes: lists, constant, without, precision, sources }: AskedOfModel,
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
): readonly OnnxProgram[] {
  const all = libraryShapes(shape, lists);
  const operators = new Map(sources.map((source) => [source.function.operator, operatorInC(source)]));
  const file = readOnnx(path, operatorNames, new Set(operators.keys()));
  refuseUnusedSources(sources, withInner(file.nodes));
  const fileInputs = file.inputs.map(({ name }) => name);
  const read = all.map(({ shapes }) => {
    const model = fixInputs(file, new Map(Object.entries(constant)), new Map(Object.entries(shapes)));
    const open = Object.entries(shapes).filter(([name]) => !Object.hasOwn(constant, name));
    const graph = buildGraph(model, Object.fromEntries(open), operators);
    checkOwnOperators(graph.graph.nodes);
    return { model, graph };
  });
  const graphs = read.map(({ graph }) => graph);
  const programTarget = programTargetFor(graphs, programTargetOf, precision);
  refuseSameInputs(graphs.map(({ graph }) => graph));
  return read.map(({ model, graph }, place) => ({
    path,
    label: all[place]!.label,
    nodes: withInner(model.nodes),
    fileInputs,
    fixed: new Map(Object.keys(constant).map((name) => [name, model.constants.get(name)!])),
    notes: graph.notes,
    ...lowerProgram(graph, programTarget, without, precision),
  }));
}

function refuseUnusedSources(sources: readonly OperatorSource[], nodes: readonly OnnxNode[]): void {
  const operators = [...new Set(nodes.map(({ op }) => op))];
  for (const { path, function: own } of sources)
    if (!operators.includes(own.operator))
      throw new UsageError(
        `--operator-source ${path} gives ${own.operator}, and the model has no such node${didYouMean(own.operator, operators)} Its operators are ${operators.map((op) => shortened(op)).join(', ')}.`,
      );
}

/** Throws UsageError where shapes differ only in what is fixed: nothing that is given would say which is meant. */
function refuseSameInputs(graphs: readonly Graph[]): void {
  const seen = graphs.map(({ inputs, values }) => JSON.stringify(inputs.map((name) => values.get(name)!.shape)));
  if (new Set(seen).size < seen.length)
    throw new UsageError(
      '--shapes varies only inputs that --constant fixes, so that no input says which shape is meant: vary another.',
    );
}
