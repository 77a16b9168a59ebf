/** Slice, Pad, Gather by constants, as expressions of `elementwise`: one kernel, none where a slice is contiguous. */
import { elementType, isWhole } from '../../../elements/registry.js';
import type { Graph, GraphNode, ValueType } from '../../graph/graph.js';
import { numberOf, numbersOf, textOf, sizeOf } from '../../graph/operators/attributes.js';
import { sourcesOf } from '../../graph/operators/pad.js';
import { gathered } from './gathered.js';
import { numberText } from './expressions.js';
import { UsageError } from '../../../target/errors.js';
import { shortened } from '../../../target/visible.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import { blockOf, dimsOf, fits, runsOf, type Layout } from '../layout.js';
import { type Anchor, type Surroundings, aliasForm, operandOf } from './anchor.js';
import { chainIn, elementwiseForm, inLayout, letter, extentsIn, type OperandInLayout } from './elementwise.js';
import { isProcedural, proceduralForm } from './procedure.js';
import { isResized, tapsOf, type Taps } from '../../graph/operators/resize.js';

interface ViewOf {
  readonly node: GraphNode;
  readonly graph: Graph;
  /** Of the operand. */
  readonly text: string;
  /** Which of its dimensions in memory an axis of the node is. */
  readonly axisOf: (axis: number) => number;
}

/** Axes that a node leaves as they are may be cut into blocks; undefined where an expression cannot say it. */
type View = (of: ViewOf) => string | undefined;

const views: Readonly<Record<string, View>> = {
  Slice: ({ node, graph, text, axisOf }) => {
    const [starts, steps, sizes] = [numbersOf(node, 'starts'), numbersOf(node, 'steps'), numbersOf(node, 'sizes')];
    const shape = shapeOf(graph, node);
    return changedAxes(node, shape).reduce((cut, axis) => {
      const [start, step, size] = [starts[axis]!, steps[axis]!, sizes[axis]!];
      return start === 0 && step === 1 && size === shape[axis]
        ? cut
        : `slice(${cut},${axisOf(axis)},${start},${step},${size})`;
    }, text);
  },
  Pad: ({ node, graph, text, axisOf }) => {
    const pads = numbersOf(node, 'pads');
    const isConstant = textOf(node, 'mode') === 'constant';
    const shape = shapeOf(graph, node);
    const padded = (inside: string, value: string | undefined): string | undefined =>
      changedAxes(node, shape).reduce<string | undefined>((part, axis) => {
        if (part === undefined || isConstant)
          return part && value && `pad(${part},${axisOf(axis)},${pads[axis]!},${pads[shape.length + axis]!},${value})`;
        return gathered(part, axisOf(axis), borderIndices(node, axis, shape), shape[axis]!);
      }, inside);
    if (node.inputs.length === 1) return padded(text, numberText(numberOf(node, 'value', 0)));
    // Exact of bytes, which alone have a border that is known only when the network runs.
    const above = padded(`${text}-b`, '0');
    return above && `${above}+b`;
  },
  Gather: ({ node, graph, text, axisOf }) => {
    const [axis, extent] = [numberOf(node, 'axis'), shapeOf(graph, node)[numberOf(node, 'axis')]!];
    const { shape, data } = graph.constants.get(node.inputs[1]!)!;
    const indices = Array.from(data, (index) => (index < 0 ? index + extent : index));
    if (shape.length !== 1) return undefined;
    return gathered(text, axisOf(axis), indices, extent);
  },
};

/** Of a Pad that repeats elements, those that it hands on along an axis. */
export function borderIndices(node: GraphNode, axis: number, shape: readonly number[]): readonly number[] {
  const [pads, extent] = [numbersOf(node, 'pads'), shape[axis]!];
  const [before, after] = [pads[axis]!, pads[shape.length + axis]!];
  return sourcesOf(textOf(node, 'mode'), extent, before, before + extent + after);
}

/** Axes of a shape along which a node does not leave elements where they are. */
export function changedAxes(node: GraphNode, shape: readonly number[]): readonly number[] {
  const axes = [...shape.keys()];
  switch (node.op) {
    case 'Slice': {
      const [sizes, steps] = [numbersOf(node, 'sizes'), numbersOf(node, 'steps')];
      return axes.filter((axis) => sizes[axis] !== shape[axis] || steps[axis] !== 1);
    }
    case 'Resize':
      return axes.filter((axis) => isResized(node, axis));
    case 'Pad': {
      const pads = numbersOf(node, 'pads');
      return axes.filter((axis) => pads[axis]! + pads[shape.length + axis]! > 0);
    }
    default:
      return [numberOf(node, 'axis')];
  }
}

function shapeOf({ values }: Graph, { inputs }: GraphNode): readonly number[] {
  return values.get(inputs[0]!)!.shape;
}

export function isView({ op }: GraphNode): boolean {
  return Object.hasOwn(views, op);
}

export const view: Anchor = {
  tail: 'nothing',
  forms: (group, around) => {
    if (isProcedural(group.anchor, around.graph)) return lookupForms(group, around);
    const forms = around.layouts.flatMap(
      (layout) => aliasIn(layout, group, around) ?? formIn(layout, group, around) ?? [],
    );
    if (forms.length > 0) return forms;
    const { name, op } = group.anchor;
    throw new UsageError(
      `Node "${shortened(name)}" (${op}) reads elements in an unsupported order: simplify the model.`,
    );
  },
};

/** By numbers that are known only when the network runs; bytes from a table of them in any layout. */
function lookupForms(group: Group, around: Surroundings): readonly Form[] {
  const { graph, layouts } = around;
  const [table, indices] = group.anchor.inputs.map((input) => graph.values.get(input!)!) as [ValueType, ValueType];
  const areBytes = [table, indices].every(({ type }) => isWhole(type) && elementType(type).bytes === 1);
  if (!areBytes || table.shape.join() !== '256' || !graph.constants.has(group.anchor.inputs[0]!))
    return [proceduralForm(group, around)];
  const routine = { does: 'look-up', type: table.type, elements: sizeOf(indices.shape) } as const;
  const inputs = group.anchor.inputs.map((value) => operandOf(value!, graph));
  return layouts
    .filter((layout) => fits(layout, indices.shape))
    .map((layout) => ({
      ...{ kind: 'routine', routine, inputs },
      layouts: { inputs: inputs.map((operand) => ('value' in operand ? layout : 'NCHW')), output: layout },
    }));
}

function formIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  const [value] = node.inputs as [string];
  const [from, to] = [graph.values.get(value)!.shape, graph.values.get(writes)!.shape];
  if (!fits(layout, from) || !fits(layout, to)) return undefined;
  const dims = dimsOf(layout, from.length);
  if (changedAxes(node, from).some((axis) => !dims.includes(axis))) return undefined;
  const read = node.op === 'Pad' ? (node.inputs as string[]) : [value];
  const operands = read.flatMap((one) => inLayout(one, layout, from.length, graph) ?? []);
  const text = views[node.op]!({ node, graph, text: 'a', axisOf: (axis) => dims.indexOf(axis) });
  return text !== undefined && operands.length === read.length ? elementwiseForm(text, operands, layout) : undefined;
}

/** A slice along one axis, in front of which there is nothing, is a part of what it is taken from. */
function aliasIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  if (node.op !== 'Slice' || graph.constants.has(node.inputs[0]!)) return undefined;
  const [value] = node.inputs as [string];
  const [from, to] = [graph.values.get(value)!.shape, graph.values.get(writes)!.shape];
  const [axis, ...others] = changedAxes(node, from);
  if (axis === undefined || others.length > 0 || numbersOf(node, 'steps')[axis] !== 1) return undefined;
  const elements = floatsBefore(layout, from, axis, numbersOf(node, 'starts')[axis]!, to);
  return elements === undefined ? undefined : aliasForm(layout, [{ part: writes, whole: value, elements }]);
}

/**
 * Where a part of a value begins that is cut out along an axis from `start` on, in elements; undefined where it is not
 * one run of memory.
 */
function floatsBefore(
  layout: Layout,
  whole: readonly number[],
  axis: number,
  start: number,
  part: readonly number[],
): number | undefined {
  if (!fits(layout, whole) || !fits(layout, part) || start % (axis === 1 ? (blockOf(layout) ?? 1) : 1) !== 0)
    return undefined;
  const dims = dimsOf(layout, whole.length);
  const place = dims.findIndex((d) => (typeof d === 'number' ? d : d.dim) === axis);
  const before = dims.slice(0, place).map((d) => whole[typeof d === 'number' ? d : d.dim]!);
  return sizeOf(before) === 1 ? start * sizeOf(whole.filter((_, d) => d !== axis)) : undefined;
}

/**
 * Parts of one piece of memory that others write to, or a kernel that copies them together, and computes at once what
 * follows element by element.
 */
export const concat: Anchor = {
  tail: 'nothing',
  forms: (group, around) =>
    around.layouts.flatMap((layout) => concatAliasIn(layout, group, around) ?? chainIn(layout, group, around) ?? []),
};

function concatAliasIn(
  layout: Layout,
  { anchor: node, nodes, writes }: Group,
  { graph }: Surroundings,
): Form | undefined {
  if (nodes.length > 1) return undefined;
  const inputs = node.inputs as string[];
  const axis = numberOf(node, 'axis');
  const whole = graph.values.get(writes)!.shape;
  if (new Set(inputs).size < inputs.length || inputs.some((value) => graph.constants.has(value))) return undefined;
  let start = 0;
  const parts = inputs.map((part) => {
    const { shape } = graph.values.get(part)!;
    const elements = floatsBefore(layout, whole, axis, start, shape);
    start += shape[axis]!;
    return { part, whole: writes, elements };
  });
  if (!parts.every((part): part is typeof part & { elements: number } => part.elements !== undefined)) return undefined;
  return aliasForm(layout, parts, true);
}

/** Moves nothing, as Identity. */
export const reshape: Anchor = {
  tail: 'nothing',
  forms: (group, { graph }: Surroundings): Form[] => {
    const [value] = group.anchor.inputs as [string];
    if (!graph.constants.has(value)) return [sameBytes(group)];
    return [elementwiseForm('a', [inLayout(value, 'NCHW', graph.values.get(value)!.shape.length, graph)!], 'NCHW')];
  },
};

export const transpose: Anchor = {
  tail: 'nothing',
  forms: (group, { graph, layouts }: Surroundings): Form[] => {
    const { anchor, writes } = group;
    const [value] = anchor.inputs as [string];
    const { shape } = graph.values.get(value)!;
    const perm = numbersOf(anchor, 'perm');
    const long = perm.filter((axis) => shape[axis]! > 1);
    if (long.every((axis, i) => i === 0 || axis > long[i - 1]!)) return [sameBytes(group)];
    const operand = inLayout(value, 'NCHW', shape.length, graph)!;
    const copied = elementwiseForm(`transpose(a,${perm.join()})`, [operand], 'NCHW');
    return graph.constants.has(value) ? [copied] : [copied, ...layouts.flatMap(movedNothing)];

    /** From a layout whose bytes the result is, row-major: NHWC to an image whose last axis is channels. */
    function movedNothing(layout: Layout): Form[] {
      if (layout === 'NCHW' || !fits(layout, shape)) return [];
      const lies = runsOf(dimsOf(layout, shape.length), shape);
      if (JSON.stringify(lies) !== JSON.stringify(runsOf(perm, shape))) return [];
      const parts = [{ part: writes, whole: value, elements: 0 }];
      return [{ kind: 'alias', layouts: { inputs: [layout], output: 'NCHW' }, writesWhole: false, parts }];
    }
  },
};

function sameBytes({ anchor, writes }: Group): Form {
  const [whole] = anchor.inputs as [string];
  return aliasForm('NCHW', [{ part: writes, whole, elements: 0 }]);
}

export const expand: Anchor = {
  tail: 'nothing',
  forms: ({ anchor, writes }, { graph, layouts }) =>
    layouts.flatMap((layout) => {
      const { shape } = graph.values.get(writes)!;
      const [value] = anchor.inputs as [string];
      const operand = fits(layout, shape) ? inLayout(value, layout, shape.length, graph) : undefined;
      return operand ? [elementwiseForm(`expand(a,${extentsIn(layout, shape).join()})`, [operand], layout)] : [];
    }),
};

/** Nearest neighbours along all axes, or weighted neighbours along one (`legalise.ts` parts the rest). */
export const resize: Anchor = {
  tail: 'nothing',
  forms: (group, { graph, layouts }) => layouts.flatMap((layout) => resizeFormIn(layout, group, graph) ?? []),
};

function resizeFormIn(layout: Layout, { anchor }: Group, graph: Graph): Form | undefined {
  const resized = resizedIn(layout, anchor, graph);
  return resized && elementwiseForm(resized.text, resized.operands, layout);
}

/**
 * A Resize as an expression of its operands, of which the first is its value; the axes that elements move along must be
 * whole dimensions of memory.
 */
export function resizedIn(
  layout: Layout,
  node: GraphNode,
  graph: Graph,
): { readonly text: string; readonly operands: readonly OperandInLayout[] } | undefined {
  const [value] = node.inputs as [string];
  const { shape } = graph.values.get(value)!;
  const operand = inLayout(value, layout, shape.length, graph);
  if (!operand || !fits(layout, shape) || !fits(layout, graph.values.get(node.outputs[0]!)!.shape)) return undefined;
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
  return text === undefined ? undefined : { text, operands: [operand, ...vectors] };
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
