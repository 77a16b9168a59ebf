/** What is computed along some axes of a value, which every layout has as [outer, those axes, inner]. */
import { numbersOf, sizeOf, numberOf } from '../../graph/operators/attributes.js';
import type { GraphNode, Graph } from '../../graph/graph.js';
import type { Group } from '../tail.js';
import type { Form, FormLayouts, Operand } from '../layer.js';
import { fits, type Layout, dimsOf, shapeIn } from '../layout.js';
import { type Anchor, tailOf, kernelForm, allIn, type Surroundings } from './anchor.js';
import { heightAndWidth } from '../../graph/operators/window.js';
import { defined } from '../../../target/defined.js';
import { windowOptions } from './conv.js';

interface AlongAxes {
  readonly operator: string;
  readonly axes: (node: GraphNode) => readonly number[];
  readonly options: (node: GraphNode, parts: ThreeParts) => Readonly<Record<string, number | string>>;
  /** Constants that it reads besides, one for each element along the axes in the order of the model's dimensions. */
  readonly operands?: (node: GraphNode, graph: Graph) => readonly Operand[];
}

export function lowerAlong(tail: Anchor['tail'], rule: AlongAxes): Anchor {
  return {
    tail,
    forms: (group, { graph, layouts }) => layouts.flatMap((layout) => formIn(layout, group, graph, rule) ?? []),
  };
}

function formIn(layout: Layout, { anchor, tail, writes }: Group, graph: Graph, rule: AlongAxes): Form | undefined {
  const [value] = anchor.inputs as [string];
  const { shape } = graph.values.get(value)!;
  const parts = threeParts(layout, shape, rule.axes(anchor));
  if (!parts || !fits(layout, graph.values.get(writes)!.shape)) return undefined;
  const options = Object.entries(rule.options(anchor, parts)).map(([key, option]) => [key, `${option}`] as const);
  const epilogue = tail.length > 0 && { epilogue: tailOf(tail).epilogue };
  const shapeOptions = { ...Object.fromEntries(options), ...epilogue };
  const operands = rule.operands?.(anchor, graph) ?? [];
  if (operands.length > 0 && layout !== 'NCHW' && rule.axes(anchor).length > 1) return undefined;
  const layouts: FormLayouts = { inputs: [layout, ...operands.map(() => 'NCHW' as const)], output: layout };
  return kernelForm(rule.operator, shapeOptions, [{ value }, ...operands], layouts);
}

export const reduce = lowerAlong('activations', {
  operator: 'reduce',
  axes: (node) => numbersOf(node, 'axes'),
  options: (node, { outer, middle, inner }) => ({
    outer,
    reduced: middle,
    inner,
    op: node.op.replace('Reduce', '').toLowerCase(),
  }),
});

interface ThreeParts {
  readonly outer: number;
  readonly middle: number;
  readonly inner: number;
}

/** Undefined where the axes are not one run of whole dimensions, or the value cannot have the layout. */
export function threeParts(layout: Layout, shape: readonly number[], axes: readonly number[]): ThreeParts | undefined {
  if (!fits(layout, shape)) return undefined;
  const dims = dimsOf(layout, shape.length);
  const extents = shapeIn(layout, shape);
  const places = axes.filter((axis) => shape[axis]! > 1).map((axis) => dims.indexOf(axis));
  if (places.includes(-1)) return undefined;
  const [first, last] = [Math.min(...places, dims.length), Math.max(...places, -1)];
  if (places.length === 0) return { outer: sizeOf(extents), middle: 1, inner: 1 };
  const between = extents.slice(first, last + 1);
  if (sizeOf(between) !== sizeOf(places.map((place) => extents[place]!))) return undefined;
  return { outer: sizeOf(extents.slice(0, first)), middle: sizeOf(between), inner: sizeOf(extents.slice(last + 1)) };
}

/** Of one or two spatial axes, which every layout has as [outer, rows, columns, inner]. */
export const pool: Anchor = {
  tail: 'activations',
  forms: (group, around) => around.layouts.flatMap((layout) => poolFormIn(layout, group, around) ?? []),
};

function poolFormIn(layout: Layout, { anchor, tail, writes }: Group, { graph }: Surroundings): Form | undefined {
  const [value] = anchor.inputs as [string];
  const { shape } = graph.values.get(value)!;
  if (!fits(layout, shape) || !fits(layout, graph.values.get(writes)!.shape)) return undefined;
  const [height, width] = heightAndWidth(shape);
  const inner = layout === 'NCHW' ? 1 : shapeIn(layout, shape).at(-1)!;
  const options = {
    outer: `${sizeOf(shape) / (height * width * inner)}`,
    inner: `${inner}`,
    op: anchor.op === 'MaxPool' ? 'max' : 'average',
    ...windowOptions(anchor, shape),
    ...defined({
      countIncludePad: anchor.op === 'AveragePool' && numberOf(anchor, 'count_include_pad') !== 0 ? 'true' : undefined,
    }),
    epilogue: tailOf(tail).epilogue,
  };
  return kernelForm('pool', options, [{ value }], allIn(layout, [{ value }]));
}
