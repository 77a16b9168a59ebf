/** Slice, Pad, Gather by constants, as expressions of `elementwise`: one kernel, or none where a slice is contiguous. */
import type { Graph, GraphNode } from '../../graph/graph.js';
import { numberOf, numbersOf, textOf } from '../../graph/operators/attributes.js';
import { sourcesOf } from '../../graph/operators/pad.js';
import { gathered } from './gathered.js';
import { numberText } from './expressions.js';
import { sizeOf } from '../../graph/operators/shape.js';
import { UsageError } from '../../../target/errors.js';
import { shortened } from '../../../target/visible.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import { blockOf, dimsOf, fits, type Layout } from '../layout.js';
import type { Anchor, Surroundings } from './anchor.js';
import { elementwiseForm } from './elementwise.js';
import { inLayout } from './in-layout.js';
import { aliasForm } from './operands.js';

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
    const value = numberText(numberOf(node, 'value', 0));
    const shape = shapeOf(graph, node);
    return changedAxes(node, shape).reduce<string | undefined>((padded, axis) => {
      if (padded === undefined || isConstant)
        return (
          padded && value && `pad(${padded},${axisOf(axis)},${pads[axis]!},${pads[shape.length + axis]!},${value})`
        );
      return gathered(padded, axisOf(axis), borderIndices(node, axis, shape), shape[axis]!);
    }, text);
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
    case 'Slice':
    case 'Resize': {
      const sizes = numbersOf(node, 'sizes');
      return axes.filter((axis) => sizes[axis] !== shape[axis] || (numbers(node, 'steps')[axis] ?? 1) !== 1);
    }
    case 'Pad': {
      const pads = numbersOf(node, 'pads');
      return axes.filter((axis) => pads[axis]! + pads[shape.length + axis]! > 0);
    }
    default:
      return [numberOf(node, 'axis')];
  }
}

function numbers(node: GraphNode, name: string): readonly number[] {
  return node.attributes.has(name) ? numbersOf(node, name) : [];
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
    const forms = around.layouts.flatMap(
      (layout) => aliasIn(layout, group, around) ?? formIn(layout, group, around) ?? [],
    );
    if (forms.length > 0) return forms;
    const { name, op } = group.anchor;
    throw new UsageError(`Node "${shortened(name)}" (${op}) takes elements in an order that is not supported yet.`);
  },
};

function formIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  const [value] = node.inputs as [string];
  const [from, to] = [graph.values.get(value)!.shape, graph.values.get(writes)!.shape];
  if (!fits(layout, from) || !fits(layout, to)) return undefined;
  const dims = dimsOf(layout, from.length);
  if (changedAxes(node, from).some((axis) => !dims.includes(axis))) return undefined;
  const operand = inLayout(value, layout, from.length, graph);
  const text = views[node.op]!({ node, graph, text: 'a', axisOf: (axis) => dims.indexOf(axis) });
  return text !== undefined && operand ? elementwiseForm(text, [operand], layout) : undefined;
}

/** A slice along one axis, in front of which there is nothing, is a part of what it is taken from. */
function aliasIn(layout: Layout, { anchor: node, writes }: Group, { graph }: Surroundings): Form | undefined {
  if (node.op !== 'Slice' || graph.constants.has(node.inputs[0]!)) return undefined;
  const [value] = node.inputs as [string];
  const [from, to] = [graph.values.get(value)!.shape, graph.values.get(writes)!.shape];
  const [axis, ...others] = changedAxes(node, from);
  if (axis === undefined || others.length > 0 || numbersOf(node, 'steps')[axis] !== 1) return undefined;
  const floats = floatsBefore(layout, from, axis, numbersOf(node, 'starts')[axis]!, to);
  return floats === undefined ? undefined : aliasForm(layout, [{ part: writes, whole: value, floats }]);
}

/**
 * Where a part of a value begins that is cut out along an axis from `start` on, in floats; undefined where it is not
 * one run of memory.
 */
export function floatsBefore(
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
