/** Nodes that no kernel computes as several that kernels do. */
import type { Graph, GraphNode } from '../graph/graph.js';
import { numberOf, numbersOf, optionalNumbers, textOf, sameShape } from '../graph/operators/attributes.js';
import { broadcastShape, expandedTo } from '../graph/operators/broadcast.js';
import { tapsOf } from '../graph/operators/resize.js';
import { dropDead } from '../graph/simplify/drop-dead.js';
import { defined } from '../../target/defined.js';
import { rewriteAll } from '../graph/simplify/rewrite.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';
import type { Draft } from '../graph/operators/operator.js';
import { inputNames } from '../../operator/elementwise-language.js';
import { areOrderly, inChunks, isOrderly } from './lower/gathered.js';
import { threeParts } from './lower/along-axes.js';
import { borderIndices, changedAxes } from './lower/views.js';
import { slicesOf } from '../graph/operators/moves.js';
import { isOfWhole } from '../graph/operators/whole-elements.js';
import { isReductionOfWhole } from '../graph/operators/whole-reduction.js';
import { valueType } from '../../ir/tensor.js';

const MOST_PARTS = 16;

/** The same values by nodes that have kernels; what has none is left as it is. */
export function legalise(graph: Graph): Graph {
  const next = rewriteAll(graph, (node, edit) => wholeExactly(node, edit) ?? rules[node.op]?.(node, edit));
  return next === graph ? dropDead(graph) : legalise(next);
}

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

/** Functions of whole numbers that kernels, which compute in float32, would round. */
function wholeExactly(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const { op, inputs, attributes } = node;
  const types = inputs.map((input) => (input === undefined ? valueType : edit.typeOf(input).type));
  const by = isOfWhole(node, types)
    ? 'WholeElements'
    : isReductionOfWhole(op, edit.typeOf(inputs[0]!))
      ? 'WholeReduction'
      : undefined;
  return by === undefined ? undefined : { op: by, inputs, attributes: { ...Object.fromEntries(attributes), of: op } };
}

function indicesIn(edit: GraphEdit, data: readonly number[]): string {
  return edit.constantNamed({ type: 'int64', shape: [data.length], data: Float64Array.from(data) });
}

/** A value repeated to a shape: a constant at once. */
function expanded(edit: GraphEdit, value: string, shape: readonly number[]): string {
  const constant = edit.constant(value);
  if (sameShape(edit.shapeOf(value), shape)) return value;
  if (!constant) return edit.emit('Expand', [value], { shape });
  return edit.weights(shape, Float32Array.from(expandedTo(constant, shape)));
}

/** Images are values: constant ones, whose weights the network computes, are copied to where values are. */
function convolutionOfValue({ op, inputs, attributes }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [data, ...others] = inputs;
  if (!edit.constant(data)) return undefined;
  return { op, inputs: [edit.emit('Identity', [data]), ...others], attributes: Object.fromEntries(attributes) };
}

function splitToSlices(node: GraphNode, edit: GraphEdit): Replacement {
  const cuts = slicesOf(node, edit.shapeOf(node.inputs[0]!));
  return { values: cuts.map((cut) => edit.emit('Slice', node.inputs, cut)) };
}

/** Indices in a list, and few enough runs of them for one expression. */
function gatherInChunks(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [value, indices] = node.inputs as [string, string];
  const constant = edit.constant(indices);
  if (!constant) return undefined;
  const axis = numberOf(node, 'axis');
  const extent = edit.shapeOf(value)[axis]!;
  const list = Array.from(constant.data, (index) => (index < 0 ? index + extent : index));
  const gathered = (some: readonly number[]): string => edit.emit('Gather', [value, indicesIn(edit, some)], { axis });
  if (constant.shape.length !== 1)
    return { op: 'Reshape', inputs: [gathered(list)], attributes: { shape: edit.shapeOf(node.outputs[0]!) } };
  return isOrderly(list) ? undefined : concatenated(inChunks(list).map(gathered), axis, edit);
}

/** As many at once as an expression has names for inputs. */
function concatenateSome(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const inputs = node.inputs as readonly string[];
  return inputs.length > inputNames.length ? concatenated(inputs, numberOf(node, 'axis'), edit) : undefined;
}

function concatenated(values: readonly string[], axis: number, edit: GraphEdit): Replacement {
  let left = values;
  while (left.length > MOST_PARTS) {
    const together = Array.from({ length: Math.ceil(left.length / MOST_PARTS) }, (_, i) =>
      left.slice(i * MOST_PARTS, (i + 1) * MOST_PARTS),
    );
    left = together.map((some) => (some.length === 1 ? some[0]! : edit.emit('Concat', some, { axis })));
  }
  return { op: 'Concat', inputs: left, attributes: { axis } };
}

/** Elements repeated at borders, along one axis after the other where one expression cannot say them all. */
function padByAxis(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [value] = node.inputs as [string];
  const shape = edit.shapeOf(value);
  if (textOf(node, 'mode') === 'constant') return undefined;
  const lists = changedAxes(node, shape).map((axis) => ({ axis, indices: borderIndices(node, axis, shape) }));
  if (areOrderly(lists.map(({ indices }) => [indices]))) return undefined;
  const padded = lists.reduce(
    (before, { axis, indices }) => edit.emit('Gather', [before, indicesIn(edit, indices)], { axis }),
    value,
  );
  return { values: [padded] };
}

/** Sums of weighted neighbours along one axis after the other; where these have no order, node by node. */
function resizeByAxis(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [value] = node.inputs as [string];
  const shape = edit.shapeOf(value);
  const axes = changedAxes(node, shape);
  const picked = axes.map((axis) => {
    const taps = tapsOf(node, axis, shape[axis]!);
    return taps[0]!.index.map((_, tap) => taps.map(({ index }) => index[tap]!));
  });
  const isSaid = areOrderly(picked) && picked.flat().length < inputNames.length;
  const isNearest = node.attributes.get('mode') === 'nearest';
  if (isSaid && (isNearest || axes.length === 1)) return undefined;
  if (axes.length === 1) return { values: [weightedSum(node, axes[0]!, edit)] };
  return {
    values: [axes.reduce((before, axis) => edit.emit('Resize', [before], alongOne(node, before, axis, edit)), value)],
  };
}

/** The attributes of a Resize along one of its axes alone. */
function alongOne(node: GraphNode, value: string, axis: number, edit: GraphEdit): Draft['attributes'] {
  const sizes = edit.shapeOf(value).with(axis, numbersOf(node, 'sizes')[axis]!);
  const scales = numbersOf(node, 'scales').map((scale, d) => (d === axis ? scale : 1));
  const roi = optionalNumbers(node, 'roi')?.map((end, d, all) =>
    d % (all.length / 2) === axis ? end : d < all.length / 2 ? 0 : 1,
  );
  return { ...Object.fromEntries(node.attributes), sizes, scales, ...defined({ roi }) };
}

function weightedSum(node: GraphNode, axis: number, edit: GraphEdit): string {
  const [value] = node.inputs as [string];
  const shape = edit.shapeOf(value);
  const taps = tapsOf(node, axis, shape[axis]!);
  const along = shape.slice(axis).map((_, d) => (d === 0 ? taps.length : 1));
  const isPick = taps[0]!.index.length === 1;
  const terms = taps[0]!.index.map((_, tap) => {
    const indices = indicesIn(
      edit,
      taps.map(({ index }) => index[tap]!),
    );
    const picked = edit.emit('Gather', [value, indices], { axis });
    const weights = taps.map(({ weight }) => weight[tap]!);
    return isPick ? picked : edit.emit('Mul', [picked, edit.number(along, weights)]);
  });
  return terms.reduce((sum, term) => edit.emit('Add', [sum, term]));
}

/** Batches that are repeated lie there as often as they are read, but where one matrix serves all rows. */
function matMulOfBatches(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [a, b] = node.inputs as [string, string];
  const [first, second] = [edit.shapeOf(a), edit.shapeOf(b)];
  const batch = broadcastShape([first.slice(0, -2), second.slice(0, -2)])!;
  const isOne = second.slice(0, -2).every((extent) => extent === 1);
  const [left, right] = [
    [...batch, ...first.slice(-2)],
    [...batch, ...second.slice(-2)],
  ];
  if (isOne || (sameShape(right, second) && sameShape(left, first))) return undefined;
  return { op: 'MatMul', inputs: [expanded(edit, a, left), expanded(edit, b, right)], attributes: {} };
}

/** Axes that are not neighbours one run after the other, from the last one on. */
function reduceByRuns(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  const shape = edit.shapeOf(node.inputs[0]!);
  const axes = numbersOf(node, 'axes');
  if (threeParts('NCHW', shape, axes)) return undefined;
  const run = axes.filter((_, i) => threeParts('NCHW', shape, axes.slice(i)));
  const first = edit.emit(node.op, node.inputs, { axes: run });
  return { op: node.op, inputs: [first], attributes: { axes: axes.filter((axis) => !run.includes(axis)) } };
}
