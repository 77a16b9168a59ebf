/** Two nodes in a row, each with what is fused behind it, as one kernel. */
import type { Graph } from '../../graph/graph.js';
import type { Group } from '../group.js';
import type { KernelForm } from '../layer.js';
import { convPoolForm } from './conv-pool.js';
import { separableForm } from './separable.js';

/** Undefined where no operator is both, or not of such shapes. */
type PairForm = (first: Group, second: Group, graph: Graph) => KernelForm | undefined;

/** By ONNX's names of the two operators. */
const pairs: Readonly<Record<string, PairForm>> = {
  'Conv Conv': separableForm,
  'Conv MaxPool': convPoolForm,
  'Conv AveragePool': convPoolForm,
};

export const pairForm: PairForm = (first, second, graph) =>
  pairs[`${first.anchor.op} ${second.anchor.op}`]?.(first, second, graph);
