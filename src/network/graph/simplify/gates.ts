import type { GraphNode } from '../graph.js';
import { numberOf, sameShape } from '../operators/attributes.js';
import { polynomialOf } from './polynomial.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';
import { scalarOf } from './scalar.js';

/**
 * Activations that exporters spell out as products: x · sigmoid(a x) is Swish, x · clip(x + 3, 0, 6) / 6 HardSwish (and
 * without its first factor HardSigmoid), x · (1 + erf(x / √2)) / 2 Gelu, as is what stands for it by tanh. As one node
 * they follow a layer as its epilogue, which nothing does that is read twice.
 */
export const gates: Rule = (node, edit) => {
  if (node.op !== 'Mul') return undefined;
  const { factor, values } = productOf(node, edit);
  const [first, second, ...others] = values;
  if (first === undefined || others.length > 0) return undefined;
  const isOfShape = values.every((value) => sameShape(edit.shapeOf(value), edit.shapeOf(node.outputs[0]!)));
  if (!isOfShape) return undefined;
  if (second === undefined) return hardSigmoid(first, factor, edit);
  return gated(first, second, factor, edit) ?? gated(second, first, factor, edit);
};

interface Product {
  readonly factor: number;
  readonly values: readonly string[];
}

/** Products within products that are looked through. */
const DEEPEST = 3;

function productOf({ inputs }: GraphNode, edit: GraphEdit, depth = 1): Product {
  const parts = inputs.map((input): Product => {
    const number = scalarOf(input, edit);
    if (number !== undefined) return { factor: number, values: [] };
    const inner = depth < DEEPEST && edit.isReadOnce(input!) ? edit.producer(input!, 'Mul') : undefined;
    return inner ? productOf(inner, edit, depth + 1) : { factor: 1, values: [input!] };
  });
  return {
    factor: parts.reduce((product, { factor }) => product * factor, 1),
    values: parts.flatMap(({ values }) => values),
  };
}

/** What `factor * value * gate` is, if the gate is one of that value. */
function gated(value: string, gate: string, factor: number, edit: GraphEdit): Replacement | undefined {
  const made = edit.producer(gate, 'Sigmoid', 'HardSigmoid', 'Clip', 'Add');
  if (made === undefined) return undefined;
  const is = (op: string, attributes = {}): Replacement => ({ op, inputs: [value], attributes });
  const ofValue = made.inputs[0] === value;
  if (made.op === 'Sigmoid') {
    const alpha = ofValue ? 1 : scaleOf(made.inputs[0]!, value, edit);
    return alpha !== undefined && isNear(factor, 1) ? is('Swish', { alpha }) : undefined;
  }
  if (made.op === 'HardSigmoid') return ofValue && isNear(factor, 1) && isOfSixths(made) ? is('HardSwish') : undefined;
  if (made.op === 'Clip') return clippedBy(made, factor, edit) === value ? is('HardSwish') : undefined;
  if (!isNear(factor, 0.5)) return undefined;
  if (erfOperand(made, edit) === value) return is('Gelu', { approximate: 'none' });
  return isTanhOf(made, value, edit) ? is('Gelu', { approximate: 'tanh' }) : undefined;
}

/** The number that `value` is times in another; undefined where it is not. */
function scaleOf(scaled: string, value: string, edit: GraphEdit): number | undefined {
  const [constant, factor, ...more] = polynomialOf(scaled, value, edit) ?? [];
  return constant === 0 && more.length === 0 ? factor : undefined;
}

function hardSigmoid(value: string, factor: number, edit: GraphEdit): Replacement | undefined {
  const clip = edit.producer(value, 'Clip');
  const input = clip && clippedBy(clip, factor, edit);
  return input === undefined || !sameShape(edit.shapeOf(input), edit.shapeOf(value))
    ? undefined
    : { op: 'HardSigmoid', inputs: [input], attributes: { alpha: 1 / 6, beta: 0.5 } };
}

function isOfSixths(node: GraphNode): boolean {
  return isNear(numberOf(node, 'alpha'), 1 / 6) && isNear(numberOf(node, 'beta'), 0.5);
}

/** The x of clip(x + 3, 0, 6), which times a sixth is a gate. */
function clippedBy(clip: GraphNode, factor: number, edit: GraphEdit): string | undefined {
  const isGate = numberOf(clip, 'min') === 0 && numberOf(clip, 'max') === 6 && isNear(factor, 1 / 6);
  return isGate ? valueOf(edit.producer(clip.inputs[0]!, 'Add'), 3, edit) : undefined;
}

/** The x of erf(x / √2) + 1. */
function erfOperand(sum: GraphNode, edit: GraphEdit): string | undefined {
  const error = edit.producer(valueOf(sum, 1, edit) ?? '', 'Erf');
  return error && valueOf(edit.producer(error.inputs[0]!, 'Mul'), Math.SQRT1_2, edit);
}

/** √(2/π) x + 0.044715 √(2/π) x³, by degree, whose tanh is about erf(x / √2) (Hendrycks and Gimpel, 2016). */
const LIKE_ERF = [0, 1, 0, 0.044715].map((coefficient) => coefficient * Math.sqrt(2 / Math.PI));

/** Whether a sum is that of 1 and the tanh that stands for erf. */
function isTanhOf(sum: GraphNode, value: string, edit: GraphEdit): boolean {
  const made = edit.producer(valueOf(sum, 1, edit) ?? '', 'Tanh');
  const found = made && polynomialOf(made.inputs[0]!, value, edit);
  return (
    found?.length === LIKE_ERF.length && LIKE_ERF.every((coefficient, degree) => isNear(found[degree]!, coefficient))
  );
}

function valueOf(node: GraphNode | undefined, number: number, edit: GraphEdit): string | undefined {
  const constant = node && scalarOf(node.inputs[1], edit);
  return constant !== undefined && isNear(constant, number) ? node?.inputs[0] : undefined;
}

/** To the rounding of a few float32 numbers. */
function isNear(number: number, to: number): boolean {
  return Math.abs(number - to) <= 1e-6 * to;
}

function boundsOf(node: GraphNode, edit: GraphEdit): readonly [min: number, max: number] | undefined {
  if (node.op === 'Relu') return [0, Infinity];
  if (node.op === 'Clip') return [numberOf(node, 'min'), numberOf(node, 'max')];
  if (node.op !== 'Max' && node.op !== 'Min') return undefined;
  const bound = edit.constant(node.inputs[1]);
  const keeps = sameShape(edit.shapeOf(node.inputs[0]!), edit.shapeOf(node.outputs[0]!));
  const value = bound?.data[0];
  if (!keeps || value === undefined || !bound!.data.every((element) => element === value)) return undefined;
  return node.op === 'Max' ? [value, Infinity] : [-Infinity, value];
}

/** Relu, Clip, Max and Min by a number are one Clip, or Relu where it is that; one after another is one. */
export const clips: Rule = (node, edit) => {
  const bounds = boundsOf(node, edit);
  if (bounds === undefined) return undefined;
  const inner = edit.producer(node.inputs[0]!, 'Relu', 'Clip');
  const before = inner && boundsOf(inner, edit);
  const [min, max] = before === undefined ? bounds : within(before, bounds);
  const input = inner === undefined ? node.inputs[0] : inner.inputs[0];
  const op = min === 0 && max === Infinity ? 'Relu' : 'Clip';
  if (input === node.inputs[0] && op === node.op) return undefined;
  return { op, inputs: [input], attributes: op === 'Relu' ? {} : { min, max } };
};

function within(inner: readonly [number, number], [min, max]: readonly [number, number]): readonly [number, number] {
  return [Math.min(Math.max(inner[0], min), max), Math.min(Math.max(inner[1], min), max)];
}
