import { isWhole } from '../../elements/registry.js';
import type { GraphNode } from '../graph/graph.js';
import { around, numberOf, numbersOf, sameShape, sizeOf } from '../graph/operators/attributes.js';
import { present, type Operator } from '../graph/operators/operator.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';
import { lowerAlong } from '../program/lower/along-axes.js';
import { operandOf } from '../program/lower/anchor.js';
import type { FusedLayer } from './fused-layer.js';

const OPERATOR = 'tune.Norm';

/**
 * Norm: (x - mean) / √(variance + eps) over one run of axes, or x / √(mean of x² + eps), times a scale and plus a shift
 * for each element along them, where these are there. Models and ONNX's operators of it spell it out.
 */
export const norm: FusedLayer = {
  operators: [normOperator()],
  pattern: (node, edit) => spelledOut(node, edit) ?? withConstant(node, edit),
  anchor: lowerAlong('nothing', {
    operator: 'norm',
    axes: (node) => numbersOf(node, 'axes'),
    options: (node, { outer, middle, inner }) => ({
      ...{ outer, n: middle, inner, eps: numberOf(node, 'eps') },
      by: isCentred(node) ? 'deviation' : 'rms',
      affine: ['none', 'scale', 'scale-shift'][node.inputs.length - 1]!,
    }),
    operands: (node, graph) => node.inputs.slice(1).map((input) => operandOf(input!, graph)),
  }),
};

function isCentred(node: GraphNode): boolean {
  return numberOf(node, 'centred') !== 0;
}

function normOperator(): Operator {
  return {
    name: OPERATOR,
    inputs: [1, 3],
    normalise: (node) => node.invalid('no model has such nodes'),
    canonical: {
      infer: (_, inputs) => [present(inputs, 0)],
      evaluate: (node, [x, scale, shift]) => [evaluate(node, x!, scale?.data, shift?.data)],
    },
  };
}

function evaluate(
  node: GraphNode,
  { data, shape }: ConstantTensor,
  scale?: ConstantTensor['data'],
  shift?: ConstantTensor['data'],
): Float64Array {
  const axes = numbersOf(node, 'axes');
  const run = [...shape.slice(0, axes[0]), sizeOf(axes.map((axis) => shape[axis]!)), ...shape.slice(axes.at(-1)! + 1)];
  const { outer, extent, inner } = around(run, axes[0]!);
  const out = new Float64Array(data.length);
  for (let o = 0; o < outer; o++)
    for (let i = 0; i < inner; i++) {
      const places = Array.from({ length: extent }, (_, j) => (o * extent + j) * inner + i);
      const mean = isCentred(node) ? places.reduce((sum, at) => sum + data[at]!, 0) / extent : 0;
      const square = places.reduce((sum, at) => sum + (data[at]! - mean) ** 2, 0) / extent;
      const size = Math.sqrt(square + numberOf(node, 'eps'));
      places.forEach((at, j) => (out[at] = ((data[at]! - mean) / size) * (scale?.[j] ?? 1) + (shift?.[j] ?? 0)));
    }
  return out;
}

/** x / √(mean of x² + eps), where x may be what is left of a value without its mean. */
function spelledOut(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  if (isWhole(edit.typeOf(node.outputs[0]!).type)) return undefined;
  const [first, second] = node.inputs as [string, string];
  if (node.op === 'Div') return overRoot(first, rootedBy(second, edit), edit);
  if (node.op !== 'Mul') return undefined;
  return overRoot(first, invertedRoot(second, edit), edit) ?? overRoot(second, invertedRoot(first, edit), edit);
}

/** What a value is the square root of. */
function rootedBy(value: string, edit: GraphEdit): string | undefined {
  return edit.producer(value, 'Sqrt')?.inputs[0];
}

/** What a value is 1 / √ of: by Reciprocal, Div or Pow. */
function invertedRoot(value: string, edit: GraphEdit): string | undefined {
  const node = edit.producer(value, 'Reciprocal', 'Div', 'Pow');
  const [first, second] = (node?.inputs ?? []) as [string, string];
  const isScalar = (number: string, of: number): boolean => edit.constant(number)?.data.join() === `${of}`;
  if (node?.op === 'Pow') return isScalar(second, -0.5) ? first : undefined;
  if (node?.op === 'Div') return isScalar(first, 1) ? rootedBy(second, edit) : undefined;
  return node && rootedBy(first, edit);
}

function overRoot(x: string, size: string | undefined, edit: GraphEdit): Replacement | undefined {
  const added = size === undefined ? undefined : edit.producer(size, 'Add');
  const eps = added && edit.constant(added.inputs[1]);
  const mean = added && edit.producer(added.inputs[0]!, 'ReduceMean');
  const square = mean && edit.producer(mean.inputs[0]!, 'Mul');
  if (!mean || eps?.data.length !== 1 || !square?.inputs.every((input) => input === x)) return undefined;
  const axes = numbersOf(mean, 'axes');
  if (!isRun(axes)) return undefined;
  const whole = wholeOf(x, axes, edit);
  const attributes = { axes, eps: eps.data[0]!, centred: whole === undefined ? 0 : 1 };
  return { op: OPERATOR, inputs: [whole ?? x], attributes };
}

function isRun(axes: readonly number[]): boolean {
  return axes.every((axis, place) => axis === axes[0]! + place);
}

/** The value whose mean over the axes was taken from it. */
function wholeOf(centred: string, axes: readonly number[], edit: GraphEdit): string | undefined {
  const difference = edit.producer(centred, 'Sub');
  const mean = difference && edit.producer(difference.inputs[1]!, 'ReduceMean');
  const isOwn = mean?.inputs[0] === difference?.inputs[0] && sameShape(mean ? numbersOf(mean, 'axes') : [], axes);
  return mean && isOwn ? mean.inputs[0] : undefined;
}

/** A scale, or a shift behind it, of constants along the axes. */
const withConstant: Rule = (node, edit) => {
  if (node.op !== 'Mul' && node.op !== 'Add') return undefined;
  const [value, other] = node.inputs as [string, string];
  const even = edit.producer(value, OPERATOR);
  const constant = edit.constant(other);
  // A shift comes behind a scale.
  if (!even || !constant || even.inputs.length !== (node.op === 'Mul' ? 1 : 2) || !edit.isReadOnce(value))
    return undefined;
  const along = alongAxes(constant, numbersOf(even, 'axes'), edit.shapeOf(value));
  if (!along) return undefined;
  const inputs = [...even.inputs, edit.constantNamed(along)];
  return { op: OPERATOR, inputs, attributes: Object.fromEntries(even.attributes) };
};

/** A constant as one row, where it broadcasts to a shape by differing along the axes alone, each whole. */
function alongAxes(
  { type, shape, data }: ConstantTensor,
  axes: readonly number[],
  of: readonly number[],
): ConstantTensor | undefined {
  const aligned = [...of.map(() => 1), ...shape].slice(-of.length);
  const isAlong = shape.length <= of.length && aligned.every((n, d) => n === (axes.includes(d) ? of[d] : 1));
  return isAlong ? { type, shape: [data.length], data } : undefined;
}
