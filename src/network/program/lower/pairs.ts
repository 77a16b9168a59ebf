/** Two layers in a row as one kernel, by the operators of their first nodes. */
import type { Graph } from '../../graph/graph.js';
import type { KernelForm } from '../layer.js';
import type { Group } from '../tail.js';
import { convPoolForm, separableForm } from './conv-pairs.js';
import { mlpForm, pointwiseForm } from './mlp.js';
import { resizedConcatForm } from './resized-concat.js';

export type PairForm = (first: Group, second: Group, graph: Graph) => KernelForm | undefined;

const pairs: Readonly<Record<string, PairForm>> = {
  'Conv Conv': (...pair) => separableForm(...pair) ?? pointwiseForm(...pair),
  'Conv MaxPool': convPoolForm,
  'Conv AveragePool': convPoolForm,
  'Resize Concat': resizedConcatForm,
  'Gemm Gemm': mlpForm,
  'Gemm MatMul': mlpForm,
  'MatMul Gemm': mlpForm,
  'MatMul MatMul': mlpForm,
};

export const pairForm: PairForm = (first, second, graph) =>
  pairs[`${first.anchor.op} ${second.anchor.op}`]?.(first, second, graph);
