/** Resize: nearest neighbours along all axes, or weighted neighbours along one (`legalise.ts` parts the rest). */
import type { Graph } from '../../graph/graph.js';
import { tapsOf, type Taps } from '../../graph/operators/resize.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import { dimsOf, fits, type Layout } from '../layout.js';
import type { Anchor } from './anchor.js';
import { elementwiseForm, letter } from './elementwise.js';
import { gathered } from './gathered.js';
import { inLayout, type OperandInLayout } from './in-layout.js';
import { changedAxes } from './views.js';

export const resize: Anchor = {
  tail: 'nothing',
  forms: (group, { graph, layouts }) => layouts.flatMap((layout) => formIn(layout, group, graph) ?? []),
};

/** The axes that elements move along must be whole dimensions of memory. */
function formIn(layout: Layout, { anchor: node, writes }: Group, graph: Graph): Form | undefined {
  const [value] = node.inputs as [string];
  const { shape } = graph.values.get(value)!;
  const operand = inLayout(value, layout, shape.length, graph);
  if (!operand || !fits(layout, shape) || !fits(layout, graph.values.get(writes)!.shape)) return undefined;
  const dims = dimsOf(layout, shape.length);
  const axes = changedAxes(node, shape).map((axis) => ({ place: dims.indexOf(axis), extent: shape[axis]!, axis }));
  if (axes.some(({ place }) => place < 0)) return undefined;
  const vectors: OperandInLayout[] = [];
  const text = axes.reduce<string | undefined>((x, { place, extent, axis }) => {
    const taps = tapsOf(node, axis, extent);
    const picked = taps[0]!.index.map((_, tap) => x && gathered(x, place, indicesOf(taps, tap), extent));
    if (!picked.every((one) => one !== undefined)) return undefined;
    if (picked.length === 1) return picked[0]!;
    const weights = picked.map((_, tap) => weightsOf(taps, tap, dims.length - place));
    vectors.push(...weights);
    return picked.map((one, tap) => `${one}*${letter(vectors.length - weights.length + tap + 1)}`).join('+');
  }, 'a');
  return text === undefined ? undefined : elementwiseForm(text, [operand, ...vectors], layout);
}

function indicesOf(taps: readonly Taps[], tap: number): number[] {
  return taps.map(({ index }) => index[tap]!);
}

/** One for each element along the first of so many dimensions. */
function weightsOf(taps: readonly Taps[], tap: number, dimensions: number): OperandInLayout {
  const data = Float32Array.from(taps, ({ weight }) => weight[tap]!);
  const shape = Array.from({ length: dimensions }, (_, d) => (d === 0 ? taps.length : 1));
  return { operand: { constant: { type: 'float32', shape, data } }, shape, layout: 'NCHW' };
}
