import { isWhole } from '../../elements/registry.js';
import type { GraphNode } from '../graph/graph.js';
import { around, numberOf, numbersOf, sameShape, sizeOf, textOf } from '../graph/operators/attributes.js';
import { graphOperator } from '../graph/operators/by-procedure.js';
import { present } from '../graph/operators/operator.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { GraphEdit, Replacement, Rule } from '../graph/simplify/rule.js';
import { scalarOf } from '../graph/simplify/scalar.js';
import { lowerAlong } from '../program/lower/along-axes.js';
import { operandOf } from '../program/lower/anchor.js';
import type { FusedLayer } from './fused-layer.js';

const OPERATOR = 'tune.Norm';

/**
 * Norm: (x - mean) / √(variance + eps) over one run of axes, x / √(mean of x² + eps), or x / max(√(sum of x²), eps),
 * `by` what it says, times a scale and plus a shift for each element along them, where these are there. Models and
 * ONNX's operators of it spell it out.
 */
export const norm: FusedLayer = {
  operators: [
    graphOperator(OPERATOR, [1, 3], {
      infer: (_, inputs) => [present(inputs, 0)],
      evaluate: (node, [x, scale, shift]) => [evaluate(node, x!, scale?.data, shift?.data)],
    }),
  ],
  pattern: (node, edit) => spelledOut(node, edit) ?? withConstant(node, edit),
  anchor: lowerAlong('nothing', {
    operator: 'norm',
    axes: (node) => numbersOf(node, 'axes'),
    options: (node, { outer, middle, inner }) => ({
      ...{ outer, n: middle, inner, eps: numberOf(node, 'eps') },
      by: textOf(node, 'by'),
      affine: ['none', 'scale', 'scale-shift'][node.inputs.length - 1]!,
    }),
    operands: (node, graph) => node.inputs.slice(1).map((input) => operandOf(input!, graph)),
  }),
};

function evaluate(
  node: GraphNode,
  { data, shape }: ConstantTensor,
  scale?: ConstantTensor['data'],
  shift?: ConstantTensor['data'],
): Float64Array {
  const [axes, by, eps] = [numbersOf(node, 'axes'), textOf(node, 'by'), numberOf(node, 'eps')];
  const run = [...shape.slice(0, axes[0]), sizeOf(axes.map((axis) => shape[axis]!)), ...shape.slice(axes.at(-1)! + 1)];
  const { outer, extent, inner } = around(run, axes[0]!);
  const out = new Float64Array(data.length);
  for (let o = 0; o < outer; o++)
    for (let i = 0; i < inner; i++) {
      const places = Array.from({ length: extent }, (_, j) => (o * extent + j) * inner + i);
      const mean = by === 'deviation' ? places.reduce((sum, at) => sum + data[at]!, 0) / extent : 0;
      const squares = places.reduce((sum, at) => sum + (data[at]! - mean) ** 2, 0);
      const size = by === 'length' ? Math.max(Math.sqrt(squares), eps) : Math.sqrt(squares / extent + eps);
      places.forEach((at, j) => (out[at] = ((data[at]! - mean) / size) * (scale?.[j] ?? 1) + (shift?.[j] ?? 0)));
    }
  return out;
}

/** A quotient by what is made of the squares of x, which may be what is left of a value without its mean. */
function spelledOut(node: GraphNode, edit: GraphEdit): Replacement | undefined {
  if ((node.op !== 'Div' && node.op !== 'Mul') || isWhole(edit.typeOf(node.outputs[0]!).type)) return undefined;
  const [first, second] = node.inputs as [string, string];
  const isOfShape = (x: string): boolean => sameShape(edit.shapeOf(x), edit.shapeOf(node.outputs[0]!));
  if (node.op === 'Div') return isOfShape(first) ? overSize(first, second, edit) : undefined;
  const product = isOfShape(first) ? timesInverse(first, second, edit) : undefined;
  return product ?? (isOfShape(second) ? timesInverse(second, first, edit) : undefined);
}

/** x times 1 / size, by Reciprocal or Div, or times a power of what is under the root. */
function timesInverse(x: string, inverse: string, edit: GraphEdit): Replacement | undefined {
  const node = edit.producer(inverse, 'Reciprocal', 'Div', 'Pow');
  const [first, second] = (node?.inputs ?? []) as [string, string];
  const isScalar = (value: string, number: number): boolean => scalarOf(value, edit) === number;
  switch (node?.op) {
    case 'Pow':
      return isScalar(second, -0.5) ? overRoot(x, first, edit) : undefined;
    case 'Div':
      return isScalar(first, 1) ? overSize(x, second, edit) : undefined;
    default:
      return node && overSize(x, first, edit);
  }
}

function overSize(x: string, size: string, edit: GraphEdit): Replacement | undefined {
  const root = edit.producer(size, 'Sqrt');
  return (root && overRoot(x, root.inputs[0]!, edit)) ?? overLength(x, size, edit);
}

/** x / √(mean of x² + eps), of what is under the root. */
function overRoot(x: string, sum: string, edit: GraphEdit): Replacement | undefined {
  const added = edit.producer(sum, 'Add');
  const eps = scalarOf(added?.inputs[1], edit);
  const axes = added && axesOfSquares(x, added.inputs[0]!, 'ReduceMean', edit);
  if (eps === undefined || !axes || eps < 0) return undefined;
  const whole = wholeOf(x, axes, edit);
  const attributes = { axes, eps, by: whole === undefined ? 'rms' : 'deviation' };
  return { op: OPERATOR, inputs: [whole ?? x], attributes };
}

/** Below it, 1 over a number is no float. */
const LEAST_INVERTED = 2 ** -126;

/** x / max(√(sum of x²), eps), which may be 0 and is left out then. */
function overLength(x: string, size: string, edit: GraphEdit): Replacement | undefined {
  const least = edit.producer(size, 'Clip');
  const eps = least ? numberOf(least, 'min') : 0;
  const root = edit.producer(least?.inputs[0] ?? size, 'Sqrt');
  const axes = root && axesOfSquares(x, root.inputs[0]!, 'ReduceSum', edit);
  const isInverted = eps === 0 || eps >= LEAST_INVERTED;
  if (!axes || !isInverted || (least && numberOf(least, 'max') !== Infinity)) return undefined;
  return { op: OPERATOR, inputs: [x], attributes: { axes, eps, by: 'length' } };
}

/** The one run of axes along which the squares of x are reduced. */
function axesOfSquares(x: string, value: string, reduction: string, edit: GraphEdit): readonly number[] | undefined {
  const reduced = edit.producer(value, reduction);
  const square = reduced && edit.producer(reduced.inputs[0]!, 'Mul');
  if (!square?.inputs.every((input) => input === x)) return undefined;
  const axes = numbersOf(reduced!, 'axes');
  return isRun(axes) ? axes : undefined;
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
