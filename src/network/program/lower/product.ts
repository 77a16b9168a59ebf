/** Gemm and MatMul with any epilogue. */
import type { Graph } from '../../graph/graph.js';
import { sizeOf } from '../../graph/operators/attributes.js';
import { isTransposed } from '../../graph/operators/products.js';
import type { Group, TailStep } from '../tail.js';
import type { Form } from '../layer.js';
import { type Anchor, operandOf, kernelForm, allIn, multipliedBy } from './anchor.js';

const lastDim = (rank: number): number => rank - 1;

export const gemm: Anchor = {
  tail: 'anything',
  channel: lastDim,
  forms: (group, { graph }) => [formOf(group, graph, gemmOf(group, graph))],
};

export const matMul: Anchor = {
  tail: 'anything',
  channel: lastDim,
  forms: (group, { graph }) => [formOf(group, graph, matMulOf(group, graph))],
};

interface Product {
  readonly extents: Readonly<{ batch?: number; m: number; n: number; k: number }>;
  readonly transB: boolean;
  /** Steps before the tail. */
  readonly before: readonly TailStep[];
}

/** What a Gemm or a MatMul multiplies. */
export function productOf(group: Group, graph: Graph): Product {
  return group.anchor.op === 'Gemm' ? gemmOf(group, graph) : matMulOf(group, graph);
}

function gemmOf(group: Group, graph: Graph): Product {
  const { anchor } = group;
  const [a, b] = anchor.inputs as [string, string];
  const [[m, k], weights] = [shapeOf(graph, a) as [number, number], shapeOf(graph, b)];
  const transB = isTransposed(anchor);
  return { extents: { m, n: weights[transB ? 0 : 1]!, k }, transB, before: biasOf(group, graph) };
}

function matMulOf({ anchor }: Group, graph: Graph): Product {
  const [a, b] = anchor.inputs.map((value) => shapeOf(graph, value!)) as [number[], number[]];
  const [m, k, n] = [a.at(-2)!, a.at(-1)!, b.at(-1)!];
  const [rows, matrices] = [sizeOf(a.slice(0, -2)), sizeOf(b.slice(0, -2))];
  // Rows of a batch that meet one matrix are the rows of one product; other batches are equal (`legalise.ts`).
  const extents = matrices === 1 ? { m: rows * m, n, k } : { batch: rows, m, n, k };
  return { extents, transB: false, before: [] };
}

/** `dense` has its weights as most models write them, [n, k], and logs of its own. */
function formOf(group: Group, graph: Graph, { extents, transB, before }: Product): Form {
  const [a, b] = group.anchor.inputs as [string, string];
  const isConstant = group.product !== undefined || graph.constants.has(b);
  const isDense = isConstant && transB && !('batch' in extents);
  const operator = 'batch' in extents ? 'batch_matmul' : isDense ? 'dense' : 'matmul';
  const multiplied = multipliedBy(group, [operandOf(a, graph), operandOf(b, graph)], [...before, ...group.tail]);
  const options = {
    ...Object.fromEntries(Object.entries(extents).map(([name, extent]) => [name, `${extent}`])),
    ...(!isDense && { transB: `${transB}`, constant: isConstant ? 'B' : 'none' }),
    ...multiplied.options,
  };
  const { inputs } = multiplied;
  return kernelForm(operator, options, inputs, allIn('NCHW', inputs));
}

function biasOf({ anchor }: Group, graph: Graph): TailStep[] {
  const c = anchor.inputs[2];
  if (c === undefined) return [];
  const constant = graph.constants.get(c);
  if (constant) return [{ step: 'bias', operand: { constant } }];
  return [{ step: shapeOf(graph, anchor.outputs[0]!)[0] === 1 ? 'add' : 'bias', operand: { value: c } }];
}

function shapeOf({ values }: Graph, value: string): number[] {
  return [...values.get(value)!.shape];
}
