/** Nodes that no kernel computes as several that kernels do. */
import { GraphBuilder } from '../graph/builder.js';
import type { Graph, GraphNode } from '../graph/graph.js';
import { numberOf, numbersOf, optionalNumbers, textOf, sameShape } from '../graph/operators/attributes.js';
import { broadcastShape, expandedTo } from '../graph/operators/broadcast.js';
import { tapsOf } from '../graph/operators/resize.js';
import { dropDead } from '../graph/simplify/drop-dead.js';
import { defined } from '../../target/defined.js';
import type { Attribute } from '../onnx/model.js';
import { inputNames } from '../../operator/elementwise-language.js';
import { areOrderly, inChunks, isOrderly } from './lower/gathered.js';
import { threeParts } from './lower/along-axes.js';
import { borderIndices, changedAxes } from './lower/views.js';
import { slicesOf } from '../graph/operators/moves.js';

const MOST_PARTS = 16;

/** The same values by nodes that have kernels; what has none is left as it is. */
export function legalise(graph: Graph): Graph {
  const names = [...graph.values.keys(), ...graph.nodes.map(({ name }) => name)];
  const builder = new GraphBuilder(names, graph.constants, graph.values);
  const place = (node: GraphNode): void => {
    const parts = new Parts(node, builder);
    rules[node.op]?.(parts, node);
    if (parts.nodes.length === 0) builder.add(node);
    for (const part of parts.nodes) place(part);
  };
  for (const node of graph.nodes) place(node);
  return dropDead({ ...graph, nodes: builder.nodes, constants: builder.constants, values: builder.values });
}

class Parts {
  readonly nodes: GraphNode[] = [];

  constructor(
    private readonly whole: GraphNode,
    private readonly builder: GraphBuilder,
  ) {}

  shapeOf(value: string): readonly number[] {
    return this.builder.typeOf(value).shape;
  }

  constantOf(value: string): ArrayLike<number> | undefined {
    return this.builder.constants.get(value)?.data;
  }

  /** Appends a node, and returns the value that it makes: a new one, or the one named. */
  emit(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output = this.builder.fresh(`${this.whole.name}.${this.nodes.length}`),
  ): string {
    const name = this.builder.fresh(`${this.whole.name}[${this.nodes.length}]`);
    this.nodes.push({ name, op, inputs, outputs: [output], attributes: new Map(Object.entries(attributes)) });
    return output;
  }

  constant(shape: readonly number[], data: Float32Array): string {
    const name = this.builder.fresh(`${this.whole.name} constant`);
    this.builder.setConstant(name, { type: 'float32', shape, data });
    return name;
  }

  indices(data: readonly number[]): string {
    const name = this.builder.fresh(`${this.whole.name} indices`);
    this.builder.setConstant(name, { type: 'int64', shape: [data.length], data: Float64Array.from(data) });
    return name;
  }

  /** A value repeated to a shape: a constant at once. */
  expanded(value: string, shape: readonly number[]): string {
    const own = this.shapeOf(value);
    const constant = this.builder.constants.get(value);
    if (sameShape(own, shape)) return value;
    if (!constant) return this.emit('Expand', [value], { shape });
    return this.constant(shape, Float32Array.from(expandedTo(constant, shape)));
  }
}

type Rule = (parts: Parts, node: GraphNode) => void;

const rules: Readonly<Record<string, Rule>> = {
  Conv: convolutionOfValue,
  ConvTranspose: convolutionOfValue,
  Concat: concatenateSome,
  Split: splitToSlices,
  Pad: padByAxis,
  Gather: gatherInChunks,
  Resize: resizeByAxis,
  MatMul: matMulOfBatches,
  ...Object.fromEntries(['Sum', 'Mean', 'Max', 'Min', 'Prod'].map((name) => [`Reduce${name}`, reduceByRuns])),
};

/** Images are values: constant ones, whose weights the network computes, are copied to where values are. */
function convolutionOfValue(parts: Parts, { op, inputs, outputs, attributes }: GraphNode): void {
  const [data, ...others] = inputs as readonly string[];
  if (!parts.constantOf(data!)) return;
  const copy = parts.emit('Identity', [data!]);
  parts.emit(op, [copy, ...others], Object.fromEntries(attributes), outputs[0]);
}

function splitToSlices(parts: Parts, node: GraphNode): void {
  const [value] = node.inputs as [string];
  for (const [i, cut] of slicesOf(node, parts.shapeOf(value)).entries())
    parts.emit('Slice', [value], cut, node.outputs[i]);
}

/** Indices in a list, and few enough runs of them for one expression. */
function gatherInChunks(parts: Parts, { name, ...node }: GraphNode): void {
  const [value, indices] = node.inputs as [string, string];
  if (!parts.constantOf(indices)) return;
  const [output] = node.outputs as [string];
  const axis = numberOf({ name, ...node }, 'axis');
  const extent = parts.shapeOf(value)[axis]!;
  const list = Array.from(parts.constantOf(indices)!, (index) => (index < 0 ? index + extent : index));
  if (parts.shapeOf(indices).length !== 1) {
    const flat = parts.emit('Gather', [value, parts.indices(list)], { axis });
    parts.emit('Reshape', [flat], { shape: parts.shapeOf(output) }, output);
  } else if (!isOrderly(list)) {
    const chunks = inChunks(list).map((chunk) => parts.emit('Gather', [value, parts.indices(chunk)], { axis }));
    concatenate(parts, chunks, axis, output);
  }
}

/** As many at once as an expression has names for inputs. */
function concatenateSome(parts: Parts, node: GraphNode): void {
  const inputs = node.inputs as readonly string[];
  if (inputs.length > inputNames.length) concatenate(parts, inputs, numberOf(node, 'axis'), node.outputs[0]!);
}

function concatenate(parts: Parts, values: readonly string[], axis: number, output: string): void {
  let left = values;
  while (left.length > MOST_PARTS) {
    const together = Array.from({ length: Math.ceil(left.length / MOST_PARTS) }, (_, i) =>
      left.slice(i * MOST_PARTS, (i + 1) * MOST_PARTS),
    );
    left = together.map((some) => (some.length === 1 ? some[0]! : parts.emit('Concat', some, { axis })));
  }
  parts.emit('Concat', left, { axis }, output);
}

/** Elements repeated at borders, along one axis after the other where one expression cannot say them all. */
function padByAxis(parts: Parts, node: GraphNode): void {
  const [value] = node.inputs as [string];
  const shape = parts.shapeOf(value);
  if (textOf(node, 'mode') === 'constant') return;
  const lists = changedAxes(node, shape).map((axis) => ({ axis, indices: borderIndices(node, axis, shape) }));
  if (areOrderly(lists.map(({ indices }) => [indices]))) return;
  lists.reduce((padded, { axis, indices }, i) => {
    const target = i === lists.length - 1 ? node.outputs[0] : undefined;
    return parts.emit('Gather', [padded, parts.indices(indices)], { axis }, target);
  }, value);
}

/** Sums of weighted neighbours along one axis after the other; where these have no order, node by node. */
function resizeByAxis(parts: Parts, node: GraphNode): void {
  const [value] = node.inputs as [string];
  const [output] = node.outputs as [string];
  const shape = parts.shapeOf(value);
  const sizes = numbersOf(node, 'sizes');
  const axes = changedAxes(node, shape);
  const picked = axes.map((axis) => {
    const taps = tapsOf(node, axis, shape[axis]!);
    return taps[0]!.index.map((_, tap) => taps.map(({ index }) => index[tap]!));
  });
  const isSaid = areOrderly(picked) && picked.flat().length < inputNames.length;
  const isNearest = node.attributes.get('mode') === 'nearest';
  if (isSaid && (isNearest || axes.length === 1)) return;
  let last = value;
  let reached = shape;
  for (const [i, axis] of axes.entries()) {
    reached = reached.with(axis, sizes[axis]!);
    const scales = numbersOf(node, 'scales').map((scale, d) => (d === axis ? scale : 1));
    const target = i === axes.length - 1 ? output : undefined;
    const roi = optionalNumbers(node, 'roi')?.map((end, d, all) =>
      d % (all.length / 2) === axis ? end : d < all.length / 2 ? 0 : 1,
    );
    const attributes = { ...Object.fromEntries(node.attributes), sizes: reached, scales, ...defined({ roi }) };
    if (axes.length > 1) last = parts.emit('Resize', [last], attributes, target);
    else weightedSum(parts, node, axis, output);
  }
}

function weightedSum(parts: Parts, node: GraphNode, axis: number, output: string): void {
  const [value] = node.inputs as [string];
  const shape = parts.shapeOf(value);
  const taps = tapsOf(node, axis, shape[axis]!);
  const along = shape.slice(axis).map((_, d) => (d === 0 ? taps.length : 1));
  const terms = taps[0]!.index.map((_, tap) => {
    const indices = parts.indices(taps.map(({ index }) => index[tap]!));
    const weights = taps.map(({ weight }) => weight[tap]!);
    const isPick = taps[0]!.index.length === 1;
    const picked = parts.emit('Gather', [value, indices], { axis }, isPick ? output : undefined);
    return isPick ? picked : parts.emit('Mul', [picked, parts.constant(along, Float32Array.from(weights))]);
  });
  terms.reduce((sum, term, i) => parts.emit('Add', [sum, term], {}, i === terms.length - 1 ? output : undefined));
}

/** Batches that are repeated lie there as often as they are read, but where one matrix serves all rows. */
function matMulOfBatches(parts: Parts, node: GraphNode): void {
  const [a, b] = node.inputs as [string, string];
  const [first, second] = [parts.shapeOf(a), parts.shapeOf(b)];
  const batch = broadcastShape([first.slice(0, -2), second.slice(0, -2)])!;
  const isOne = second.slice(0, -2).every((extent) => extent === 1);
  const [left, right] = [
    [...batch, ...first.slice(-2)],
    [...batch, ...second.slice(-2)],
  ];
  if (isOne || (sameShape(right, second) && sameShape(left, first))) return;
  parts.emit('MatMul', [parts.expanded(a, left), parts.expanded(b, right)], {}, node.outputs[0]);
}

/** Axes that are not neighbours one run after the other, from the last one on. */
function reduceByRuns(parts: Parts, node: GraphNode): void {
  const [value] = node.inputs as [string];
  const shape = parts.shapeOf(value);
  const axes = numbersOf(node, 'axes');
  if (threeParts('NCHW', shape, axes)) return;
  const run = axes.filter((_, i) => threeParts('NCHW', shape, axes.slice(i)));
  const first = parts.emit(node.op, [value], { axes: run });
  parts.emit(node.op, [first], { axes: axes.filter((axis) => !run.includes(axis)) }, node.outputs[0]);
}
