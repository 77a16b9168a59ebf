/** Nodes that only move elements, as expressions of `elementwise`. */
import type { Graph, GraphNode } from '../../graph/graph.js';
import { numberOf, numbersOf, textOf } from '../../graph/operators/attributes.js';
import { gathered } from './gathered.js';
import { numberText } from './number-text.js';

/** An operand in memory: `axisOf` says which of its dimensions an axis of the node is. */
interface Seen {
  readonly text: string;
  readonly axisOf: (axis: number) => number;
}

export interface ViewOf {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly seen: Seen;
}

/** Axes that a node leaves as they are may be cut into blocks; undefined where an expression cannot say it. */
type View = (of: ViewOf) => string | undefined;

const views: Readonly<Record<string, View>> = {
  Slice: ({ node, graph, seen }) => {
    const [starts, steps, sizes] = [numbersOf(node, 'starts'), numbersOf(node, 'steps'), numbersOf(node, 'sizes')];
    const shape = shapeOf(graph, node);
    return changedAxes(node, shape).reduce((cut, axis) => {
      const [start, step, size] = [starts[axis]!, steps[axis]!, sizes[axis]!];
      return start === 0 && step === 1 && size === shape[axis]
        ? cut
        : `slice(${cut},${seen.axisOf(axis)},${start},${step},${size})`;
    }, seen.text);
  },
  Pad: ({ node, graph, seen }) => {
    const pads = numbersOf(node, 'pads');
    const isConstant = textOf(node, 'mode') === 'constant';
    const value = numberText(numberOf(node, 'value', 0));
    const shape = shapeOf(graph, node);
    return changedAxes(node, shape).reduce<string | undefined>((padded, axis) => {
      if (padded === undefined || isConstant)
        return (
          padded && value && `pad(${padded},${seen.axisOf(axis)},${pads[axis]!},${pads[shape.length + axis]!},${value})`
        );
      return gathered(padded, seen.axisOf(axis), borderIndices(node, axis, shape), shape[axis]!);
    }, seen.text);
  },
  Gather: ({ node, graph, seen }) => {
    const [axis, extent] = [numberOf(node, 'axis'), shapeOf(graph, node)[numberOf(node, 'axis')]!];
    const { shape, data } = graph.constants.get(node.inputs[1]!)!;
    const indices = Array.from(data, (index) => (index < 0 ? index + extent : index));
    if (shape.length !== 1) return undefined;
    return gathered(seen.text, seen.axisOf(axis), indices, extent);
  },
};

/** Of a Pad that repeats elements, those that it hands on along an axis. */
export function borderIndices(node: GraphNode, axis: number, shape: readonly number[]): readonly number[] {
  const [pads, mode, extent] = [numbersOf(node, 'pads'), textOf(node, 'mode'), shape[axis]!];
  const [before, after] = [pads[axis]!, pads[shape.length + axis]!];
  return Array.from({ length: before + extent + after }, (_, i) => borderIndex(i - before, extent, mode));
}

function borderIndex(index: number, extent: number, mode: string): number {
  if (index >= 0 && index < extent) return index;
  if (mode === 'edge') return index < 0 ? 0 : extent - 1;
  if (mode === 'reflect') return index < 0 ? -index : 2 * (extent - 1) - index;
  return ((index % extent) + extent) % extent;
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

export function viewOf(of: ViewOf): string | undefined {
  return views[of.node.op]!(of);
}
