/** Third step: a graph becomes layers, each with the ways in which a kernel can compute it. */
import type { ProgramTarget } from '../../backend/program/program-target.js';
import { isValueType, type DType } from '../../ir/tensor.js';
import { UsageError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import type { Graph } from '../graph/graph.js';
import type { LayerPair, ProgramLayer } from '../program/layer.js';
import { ofRows, type Layout } from '../program/layout.js';
import { lowerGraph } from '../program/lowering.js';
import { multipliedTypes } from '../program/quantised.js';
import { storedTypes, type StoredTypes } from '../program/stored-types.js';
import type { NetworkGraph } from './graph.js';
import type { Optimization } from './network-options.js';

export interface NetworkProgram {
  /** What its library is for, and made by. */
  readonly programTarget: ProgramTarget;
  readonly graph: Graph;
  /** The type of floats between layers. */
  readonly precision: DType;
  readonly typeOf: StoredTypes;
  readonly layers: readonly ProgramLayer[];
  readonly pairs: readonly LayerPair[];
  readonly layouts: readonly Layout[];
  /** Whether each layer takes its fastest kernel, whatever conversions that costs. */
  readonly choosesAlone: boolean;
}

/**
 * The target of all programs of a model. `programTargetOf`: for kernels on these types. Throws UsageError for a
 * precision that the model cannot have.
 */
export function programTargetFor(
  graphs: readonly NetworkGraph[],
  programTargetOf: (types: readonly DType[]) => ProgramTarget,
  precision: DType,
): ProgramTarget {
  const multiplied = [...new Set(graphs.flatMap(({ graph }) => multipliedTypes(graph)))];
  if (multiplied.length > 0 && !isValueType(precision))
    throw new UsageError('The model is quantised, and its floats are float32 alone: leave --precision out.');
  return programTargetOf([precision, ...multiplied]);
}

/** Throws UsageError that names all nodes without kernels. */
export function lowerProgram(
  { graph, problems }: Pick<NetworkGraph, 'graph' | 'problems'>,
  programTarget: ProgramTarget,
  without: readonly Optimization[],
  precision: DType,
): NetworkProgram {
  const typeOf = storedTypes(graph, precision);
  const layouts = layoutsOf(programTarget.target, graph);
  const fusesEpilogues = !without.includes('epilogues');
  const { layers, pairs } = lowerGraph(graph, layouts, { fusesEpilogues, typeOf, problems });
  return {
    programTarget,
    graph,
    precision,
    typeOf,
    layers,
    pairs: without.includes('pairs') ? [] : pairs,
    layouts,
    choosesAlone: without.includes('layouts'),
  };
}

/** Of all programs. */
export function pairsOf(programs: readonly Pick<NetworkProgram, 'pairs'>[]): readonly LayerPair[] {
  return programs.flatMap(({ pairs }) => pairs);
}

/**
 * Layouts of images, and of rows where a graph has convolutions of these: as ONNX has them, channels last, and, where
 * cores have vectors, in blocks of one.
 */
function layoutsOf(target: Target, { nodes, values }: Graph): readonly Layout[] {
  const blocked: readonly Layout[] = target.model === 'simd' ? [`NCHW${target.vector.lanes}c`] : [];
  const layouts: readonly Layout[] = ['NCHW', 'NHWC', ...blocked];
  const hasRows = nodes.some(({ op, inputs }) => isConvolution(op) && values.get(inputs[0]!)!.shape.length === 3);
  return hasRows ? [...new Set([...layouts, ...layouts.map(ofRows)])] : layouts;
}

function isConvolution(op: string): boolean {
  return op === 'Conv' || op === 'ConvTranspose';
}
