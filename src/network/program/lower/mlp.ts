/** Two products by constant weights in a row, or two 1x1 convolutions, as one kernel. */
import type { Graph } from '../../graph/graph.js';
import { readsWhole } from '../../../operator/epilogue.js';
import type { KernelForm } from '../layer.js';
import type { Layout } from '../layout.js';
import type { Group, TailStep } from '../tail.js';
import { allIn, kernelForm, operandOf, tailOf } from './anchor.js';
import { stepsOf } from './conv.js';
import { isPointwise } from './conv-pairs.js';
import { productOf } from './product.js';

/** A product of rows by constant weights. */
interface ConstantProduct {
  readonly group: Group;
  readonly m: number;
  readonly k: number;
  readonly n: number;
  /** Whether weights are [n, k]. */
  readonly transB: boolean;
  readonly steps: readonly TailStep[];
}

export function mlpForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  return mlpFormOf(denseOf(first, graph), denseOf(second, graph), 'NCHW', graph);
}

/** Pixels are rows where channels lie last. */
export function pointwiseForm(first: Group, second: Group, graph: Graph): KernelForm | undefined {
  return mlpFormOf(pointwiseOf(first, graph), pointwiseOf(second, graph), 'NHWC', graph);
}

/** Undefined where the first adds more than numbers for each column, or weights lie in different orders. */
function mlpFormOf(
  first: ConstantProduct | undefined,
  second: ConstantProduct | undefined,
  layout: Layout,
  graph: Graph,
): KernelForm | undefined {
  if (!first || !second || first.transB !== second.transB) return undefined;
  if (first.m !== second.m || first.steps.some(({ step }) => readsWhole(step))) return undefined;
  const [between, behind] = [tailOf(first.steps), tailOf(second.steps)];
  const [data, weights] = first.group.anchor.inputs as [string, string];
  const inputs = [
    ...[{ value: data }, operandOf(weights, graph), ...between.operands],
    ...[operandOf(second.group.anchor.inputs[1]!, graph), ...behind.operands],
  ];
  const options = {
    ...{ m: `${first.m}`, k: `${first.k}`, hidden: `${first.n}`, n: `${second.n}`, transB: `${first.transB}` },
    ...{ between: between.epilogue, epilogue: behind.epilogue },
  };
  return kernelForm('mlp', options, inputs, allIn(layout, inputs));
}

function denseOf(group: Group, graph: Graph): ConstantProduct | undefined {
  const { anchor, product, tail } = group;
  const { extents, transB, before } = productOf(group, graph);
  if (product || extents.batch !== undefined || !graph.constants.has(anchor.inputs[1]!)) return undefined;
  return { group, ...extents, transB, steps: [...before, ...tail] };
}

function pointwiseOf(group: Group, graph: Graph): ConstantProduct | undefined {
  const { anchor, product } = group;
  const { shape } = graph.values.get(anchor.inputs[0]!)!;
  if (product || shape.length !== 4 || !isPointwise(anchor, graph)) return undefined;
  const [batch, k, height, width] = shape as [number, number, number, number];
  const n = graph.values.get(anchor.inputs[1]!)!.shape[0]!;
  return { group, m: batch * height * width, k, n, transB: true, steps: stepsOf(group, graph) };
}
