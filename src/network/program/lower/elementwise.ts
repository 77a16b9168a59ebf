/**
 * Nodes that compute each element from those at its own place: a chain of them is one kernel, and so is a Concat with
 * what follows it.
 */
import type { Graph, GraphNode } from '../../graph/graph.js';
import { elementType } from '../../../elements/registry.js';
import { inputNames, parseElementwise } from '../../../operator/elementwise-language.js';
import { UsageError } from '../../../target/errors.js';
import type { Group } from '../tail.js';
import type { Form, Operand } from '../layer.js';
import { fits, type Layout, dimsOf, isSameBytes } from '../layout.js';
import { type Anchor, type Surroundings, aliasForm, kernelForm } from './anchor.js';
import { elementOf, numberText } from './expressions.js';
import { strided } from '../../graph/operators/broadcast.js';
import { numberOf, sameShape, stridesOf } from '../../graph/operators/attributes.js';
import type { ConstantTensor } from '../../onnx/model.js';

export const elementwise: Anchor = {
  tail: 'elements',
  forms: (group, around) => around.layouts.flatMap((layout) => chainIn(layout, group, around) ?? []),
};

export function chainIn(layout: Layout, { nodes, writes }: Group, { graph }: Surroundings): Form | undefined {
  const { shape } = graph.values.get(writes)!;
  if (!fits(layout, shape)) return undefined;
  if (nodes.some((node) => isConcat(node) && placeOf(node, layout, graph) === undefined)) return undefined;
  const { text, values } = expressionOf(nodes, graph, layout);
  if (text === letter(0) && isSameInMemory(values[0]!, writes, graph))
    return aliasForm(layout, [{ part: writes, whole: values[0]!, elements: 0 }]);
  const operands = values.map((value) => inLayout(value, layout, shape.length, graph));
  return operands.every((operand) => operand !== undefined) ? elementwiseForm(text, operands, layout) : undefined;
}

/** Floats and truth are all of the network's precision. */
function isSameInMemory(value: string, writes: string, { values, constants }: Graph): boolean {
  const [from, to] = [values.get(value)!, values.get(writes)!];
  const isWhole = [from, to].some(({ type }) => elementType(type).kind === 'whole');
  return !constants.has(value) && !isWhole && sameShape(from.shape, to.shape);
}

export function isConcat({ op }: GraphNode): boolean {
  return op === 'Concat';
}

/** The dimension of memory along which the values of a Concat lie behind one another; undefined where none does. */
function placeOf(node: GraphNode, layout: Layout, { values }: Graph): number | undefined {
  const axis = numberOf(node, 'axis');
  const rank = values.get(node.outputs[0]!)!.shape.length;
  const place = dimsOf(layout, rank).findIndex((d) =>
    typeof d === 'number' ? d === axis : d.dim === axis && d.part === 'outer',
  );
  return place >= 0 && inputsOf(node).every((value) => fits(layout, values.get(value)!.shape)) ? place : undefined;
}

interface Expression {
  readonly text: string;
  /** Its inputs, in their order. */
  readonly values: readonly string[];
}

/**
 * A chain as an expression. Scalars are numbers in it, but for scales and for zero points that are not 0, which are
 * read where there is room: chains that differ in these alone are one kernel.
 */
function expressionOf(nodes: readonly GraphNode[], graph: Graph, layout: Layout = 'NCHW'): Expression {
  const read = expressionIn(nodes, graph, layout, isScaled);
  return read.values.length <= inputNames.length ? read : expressionIn(nodes, graph, layout, () => false);
}

function expressionIn(
  nodes: readonly GraphNode[],
  graph: Graph,
  layout: Layout,
  readsScales: (node: GraphNode) => boolean,
): Expression {
  const { constants, values: types } = graph;
  const values: string[] = [];
  const texts = new Map<string, string>();
  const named = (value: string, text: string): string => {
    texts.set(value, text);
    return text;
  };
  const wholeOf = (value: string): string => texts.get(value) ?? named(value, letter(values.push(value) - 1));
  const textOf = (value: string): string =>
    texts.get(value) ?? named(value, scalarOf(constants.get(value)?.data) ?? wholeOf(value));
  const scaleOf = (value: string): string => (isZero(constants.get(value)) ? textOf : wholeOf)(value);
  for (const node of nodes) {
    const [first, ...others] = inputsOf(node) as [string, ...string[]];
    const text = isConcat(node)
      ? `concat(${[placeOf(node, layout, graph), ...[first, ...others].map(wholeOf)].join()})`
      : elementOf(node, [textOf(first), ...others.map(readsScales(node) ? scaleOf : textOf)], types.get(first)!.type);
    texts.set(node.outputs[0]!, text);
  }
  return { text: texts.get(nodes.at(-1)!.outputs[0]!)!, values };
}

/** Whether its inputs behind the first are a scale and a zero point. */
function isScaled({ op }: GraphNode): boolean {
  return op === 'QuantizeLinear' || op === 'DequantizeLinear';
}

function isZero(constant: ConstantTensor | undefined): boolean {
  return constant?.data.length === 1 && constant.data[0] === 0;
}

export function isOneExpression(nodes: readonly GraphNode[], graph: Graph): boolean {
  const { text, values } = expressionOf(nodes, graph);
  return values.length <= inputNames.length && canBeParsed(text);
}

function canBeParsed(text: string): boolean {
  try {
    parseElementwise(text);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

export function elementwiseForm(expression: string, operands: readonly OperandInLayout[], output: Layout): Form {
  const inputs = operands.map(({ shape }) => shape.join('x') || '1').join();
  const layouts = { inputs: operands.map(({ layout }) => layout), output };
  const given = operands.map(({ operand }) => operand);
  return kernelForm('elementwise', { inputs, expression }, given, layouts);
}

function inputsOf({ inputs }: GraphNode): string[] {
  return inputs.filter((value) => value !== undefined);
}

export function letter(place: number): string {
  return String.fromCharCode(97 + place);
}

function scalarOf(data: ArrayLike<number> | undefined): string | undefined {
  if (data?.length !== 1) return undefined;
  const text = numberText(data[0]!);
  return text === undefined ? undefined : `(${text})`;
}

export interface OperandInLayout {
  readonly operand: Operand;
  readonly shape: readonly number[];
  readonly layout: Layout;
}

/**
 * A value that broadcasts to an output of a rank; undefined where it is not there in a form that suits the layout:
 * values of fewer dimensions are row-major.
 */
export function inLayout(value: string, layout: Layout, rank: number, graph: Graph): OperandInLayout | undefined {
  const { shape } = graph.values.get(value)!;
  const aligned = [...Array.from({ length: rank - shape.length }, () => 1), ...shape];
  const constant = graph.constants.get(value);
  const own = extentsIn(layout, aligned);
  if (constant) return { operand: { constant: arranged(constant, aligned, layout) }, shape: own, layout: 'NCHW' };
  const asGiven = isSameBytes(layout, 'NCHW', aligned) || layout === 'NCHW' || aligned[1] === 1;
  if (shape.length === rank && fits(layout, shape)) return { operand: { value }, shape: own, layout };
  return asGiven && isRowMajor(aligned, layout) ? { operand: { value }, shape: own, layout: 'NCHW' } : undefined;
}

/** Extents in memory; what is broadcast along channels has no blocks of them. */
export function extentsIn(layout: Layout, shape: readonly number[]): number[] {
  return dimsOf(layout, shape.length).map((d) => {
    if (typeof d === 'number') return shape[d]!;
    if (shape[d.dim] === 1) return 1;
    return d.part === 'inner' ? d.tile : shape[d.dim]! / d.tile;
  });
}

/** Whether elements are in the same order in the layout as row-major: it moves only dimensions of one element. */
function isRowMajor(shape: readonly number[], layout: Layout): boolean {
  const moved = dimsOf(layout, shape.length).flatMap((d) => (typeof d === 'number' && shape[d]! > 1 ? [d] : []));
  return shape[1] === 1 ? moved.every((d, i) => i === 0 || d > moved[i - 1]!) : isSameBytes(layout, 'NCHW', shape);
}

/** The numbers of a constant, whose shape is aligned to the output's, as they lie in the layout. */
function arranged({ type, data }: ConstantTensor, shape: readonly number[], layout: Layout): ConstantTensor {
  const steps = stridesOf(shape);
  const strides = dimsOf(layout, shape.length).map((d) => {
    if (typeof d === 'number') return steps[d]!;
    return d.part === 'outer' ? steps[d.dim]! * d.tile : steps[d.dim]!;
  });
  const own = extentsIn(layout, shape);
  return { type, shape: own, data: Float32Array.from(strided(data, own, strides)) };
}
