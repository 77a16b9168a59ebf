/** Gemm and MatMul with any epilogue. */
import type { Graph } from '../../graph/graph.js';
import { numberOf, sizeOf } from '../../graph/operators/attributes.js';
import { expandedTo } from '../../graph/operators/broadcast.js';
import type { ConstantTensor } from '../../onnx/model.js';
import { type Group, byChannel, type TailStep } from '../tail.js';
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
  readonly transA: boolean;
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
  const [transA, transB] = [numberOf(anchor, 'transA') !== 0, numberOf(anchor, 'transB') !== 0];
  const [first, second] = [shapeOf(graph, a), shapeOf(graph, b)];
  const [m, k] = transA ? first.toReversed() : first;
  const n = transB ? second[0]! : second[1]!;
  return { extents: { m: m!, n, k: k! }, transA, transB, before: [...scaleOf(group, n), ...biasOf(group, graph)] };
}

function matMulOf({ anchor }: Group, graph: Graph): Product {
  const [a, b] = anchor.inputs.map((value) => shapeOf(graph, value!)) as [number[], number[]];
  const [m, k, n] = [a.at(-2)!, a.at(-1)!, b.at(-1)!];
  const [rows, matrices] = [sizeOf(a.slice(0, -2)), sizeOf(b.slice(0, -2))];
  // Rows of a batch that meet one matrix are the rows of one product; other batches are equal (`legalise.ts`).
  const extents = matrices === 1 ? { m: rows * m, n, k } : { batch: rows, m, n, k };
  return { extents, transA: false, transB: false, before: [] };
}

/** `dense` has its weights as most models write them, [n, k], and logs of its own. */
function formOf(group: Group, graph: Graph, { extents, transA, transB, before }: Product): Form {
  const [a, b] = group.anchor.inputs as [string, string];
  const isConstant = group.product !== undefined || graph.constants.has(b);
  const isDense = isConstant && transB && !transA && !('batch' in extents);
  const operator = 'batch' in extents ? 'batch_matmul' : isDense ? 'dense' : 'matmul';
  const multiplied = multipliedBy(group, [operandOf(a, graph), operandOf(b, graph)], [...before, ...group.tail]);
  const options = {
    ...Object.fromEntries(Object.entries(extents).map(([name, extent]) => [name, `${extent}`])),
    ...(!isDense && { transA: `${transA}`, transB: `${transB}`, constant: isConstant ? 'B' : 'none' }),
    ...multiplied.options,
  };
  const { inputs } = multiplied;
  return kernelForm(operator, options, inputs, allIn('NCHW', inputs));
}

/** The scales of whole numbers have it. */
function scaleOf({ anchor, product }: Group, n: number): TailStep[] {
  const alpha = numberOf(anchor, 'alpha');
  const constant: ConstantTensor = { type: 'float32', shape: [n], data: new Float32Array(n).fill(alpha) };
  return alpha === 1 || product ? [] : [{ step: 'scale', operand: { constant } }];
}

function biasOf({ anchor }: Group, graph: Graph): TailStep[] {
  const c = anchor.inputs[2];
  const beta = numberOf(anchor, 'beta');
  if (c === undefined || beta === 0) return [];
  const whole = shapeOf(graph, anchor.outputs[0]!);
  const constant = graph.constants.get(c);
  if (constant) {
    const { shape, data } = constant;
    const scaled: ConstantTensor = { type: 'float32', shape, data: Float32Array.from(data, (x) => beta * x) };
    const row = byChannel(scaled, whole, lastDim(whole.length));
    const matrix = { ...scaled, shape: whole, data: Float32Array.from(expandedTo(scaled, whole)) };
    return row ? [{ step: 'bias', operand: { constant: row } }] : [{ step: 'add', operand: { constant: matrix } }];
  }
  // `legalise.ts` leaves a row, or as many elements as the product has.
  const isRow = sizeOf(shapeOf(graph, c)) === whole.at(-1) && whole[0] !== 1;
  return [{ step: isRow ? 'bias' : 'add', operand: { value: c } }];
}

function shapeOf({ values }: Graph, value: string): number[] {
  return [...values.get(value)!.shape];
}
