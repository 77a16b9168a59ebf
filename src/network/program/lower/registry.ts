/** By ONNX's names of operators, how they become layers. */
import type { GraphNode } from '../../graph/graph.js';
import { UnsupportedNode } from '../../graph/operators/errors.js';
import { canonicalOf } from '../../graph/operators/registry.js';
import { fusedLayers } from '../../fused/registry.js';
import { reduce, pool } from './along-axes.js';
import type { Anchor } from './anchor.js';
import { concat, expand, reshape, transpose, resize, view, isView } from './views.js';
import { conv, convTranspose } from './conv.js';
import { elementwise } from './elementwise.js';
import { isElementwise } from './expressions.js';
import { ownFunction, procedural } from './procedure.js';
import { gemm, matMul } from './product.js';

const anchors: Readonly<Record<string, Anchor>> = {
  Conv: conv,
  ConvTranspose: convTranspose,
  Gemm: gemm,
  MatMul: matMul,
  MaxPool: pool,
  AveragePool: pool,
  ReduceSum: reduce,
  ReduceMean: reduce,
  ReduceMax: reduce,
  ReduceMin: reduce,
  ReduceProd: reduce,
  Concat: concat,
  Expand: expand,
  Resize: resize,
  Reshape: reshape,
  Identity: reshape,
  Transpose: transpose,
  ...Object.fromEntries(fusedLayers.flatMap(({ operators, anchor }) => operators.map(({ name }) => [name, anchor]))),
};

/** Throws UnsupportedNode for what no kernel computes. */
export function anchorOf(node: GraphNode): Anchor {
  if (node.own) return ownFunction;
  const found = anchors[node.op] ?? (isElementwise(node) ? elementwise : isView(node) ? view : undefined);
  if (found) return found;
  if (canonicalOf(node).procedure) return procedural;
  throw new UnsupportedNode(node, 'of what is known only when the network runs');
}
