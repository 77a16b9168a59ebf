import { bool } from '../../../elements/bool.js';
import { bitsOf, elementType, isWhole } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import type { GraphNode, ValueType } from '../graph.js';
import { broadcastShape, mapped, mapPairs, expandedTo } from './broadcast.js';
import { broadcasting } from './counted-rows.js';
import { invalid } from './errors.js';
import { lowestBits } from './unary.js';
import { present, stepwise, type InputType, type Operator, type Normalised, type SourceNode } from './operator.js';
import { reshaped } from './reshape.js';
import { sameShape, shapeText } from './attributes.js';
import { defined } from '../../../target/defined.js';

type Of = (type: DType) => (x: number, y: number) => number;

function binary(name: string, of: Of, { result }: { readonly result?: DType } = {}): Operator {
  return {
    name,
    inputs: [2, 2],
    normalise: (node) => ({ op: name, inputs: operands(node), attributes: {} }),
    canonical: {
      carriesCount: broadcasting,
      infer: (node, inputs) => inferPair(node, inputs, result),
      evaluate: (_, [a, b], [output]) => [mapPairs(output!.shape, a!, b!, of(a!.type))],
    },
  };
}

function inferPair(node: GraphNode, inputs: readonly InputType[], result?: DType): ValueType[] {
  const [a, b] = [present(inputs, 0), present(inputs, 1)];
  const shape = broadcastShape([a.shape, b.shape]);
  if (shape === undefined) invalid(node, `${shapeText(a.shape)} and ${shapeText(b.shape)} do not broadcast`);
  return [{ type: result ?? a.type, shape }];
}

/** Before version 7 the second operand is repeated only if `broadcast` says so, and `axis` says where it begins. */
function operands(node: SourceNode): readonly string[] {
  const [a, b] = [node.input(0), node.input(1)];
  if (node.opset >= 7 || node.number('broadcast', 0) === 0 || !node.attributes.has('axis')) return [a, b];
  const { shape } = node.type(1);
  const axis = node.number('axis');
  const behind = node.rank(0) - (axis < 0 ? axis + node.rank(0) : axis) - shape.length;
  if (!Number.isInteger(behind) || behind < 0) node.invalid(`its axis is ${axis}`);
  return [a, reshaped(node, b, [...shape, ...new Array<number>(behind).fill(1)])];
}

/** Of whole numbers the lowest bits, where the type has no more. */
function wrapping(of: (x: number, y: number) => number, ofWhole: (x: bigint, y: bigint) => bigint): Of {
  return (type) => {
    if (!isWhole(type)) return of;
    const [least, largest] = elementType(type).limits;
    return (x, y) => {
      const result = of(x, y);
      if ((result >= least && result <= largest) || !Number.isInteger(result)) return result;
      return lowestBits(ofWhole(BigInt(x), BigInt(y)), bitsOf(type), least < 0);
    };
  };
}

function comparison(name: string, holds: (x: number, y: number) => boolean): Operator {
  return binary(name, () => (x, y) => (holds(x, y) ? 1 : 0), { result: bool.name });
}

const and = comparison('And', (x, y) => x !== 0 && y !== 0);
const or = comparison('Or', (x, y) => x !== 0 || y !== 0);

/** And, Or: an operand that is this truth everywhere decides the result, whatever the other one is. */
function decided(operator: Operator, truth: 0 | 1): Operator {
  return {
    ...operator,
    normalise: (node) => {
      const [a, b] = operands(node) as [string, string];
      const shape = broadcastShape([node.typeOf(a).shape, node.typeOf(b).shape]);
      const decides = [a, b].some((value) =>
        node.constantOf(value)?.data.every((one) => (one === 0 ? 0 : 1) === truth),
      );
      if (!decides || shape === undefined) return { op: operator.name, inputs: [a, b], attributes: {} };
      return { constant: node.filledWith(truth, bool.name, shape) };
    },
  };
}

/** PRelu: the slope repeats along the axes of the data, never the other way round. */
const pRelu: Operator = {
  ...binary('PRelu', () => (x, slope) => (x < 0 ? slope * x : x)),
  normalise: (node) => {
    const [data, slope] = [node.shape(0), node.shape(1)];
    // One slope for each channel, as version 6 means it and exporters write it later, too.
    const isOfLast = node.opset >= 7 && slope[0] === data.at(-1);
    const channels = slope.length === 1 && data.length > 2 && slope[0] === data[1] && !isOfLast;
    const shape = channels ? [slope[0]!, ...data.slice(2).map(() => 1)] : slope;
    const whole = broadcastShape([data, shape]);
    if (whole === undefined || !sameShape(whole, data))
      node.invalid(`its slope is ${shapeText(slope)}, and its data ${shapeText(data)}`);
    const inputs = [node.input(0), channels ? reshaped(node, node.input(1), shape) : node.input(1)];
    return { op: 'PRelu', inputs, attributes: {} };
  },
};

/** Mod: the sign of the divisor, or with `fmod` that of the dividend. */
const mod: Operator = {
  ...stepwise(
    binary('Mod', () => (x, y) => {
      const rest = x % y;
      return rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest;
    }),
  ),
  normalise: (node) => {
    const hasSignOfDividend = node.number('fmod', 0) !== 0;
    return { op: hasSignOfDividend ? 'Remainder' : 'Mod', inputs: node.inputs, attributes: {} };
  },
};

export const binaries: readonly Operator[] = [
  binary(
    'Add',
    wrapping(
      (x, y) => x + y,
      (x, y) => x + y,
    ),
  ),
  binary(
    'Sub',
    wrapping(
      (x, y) => x - y,
      (x, y) => x - y,
    ),
  ),
  binary(
    'Mul',
    wrapping(
      (x, y) => x * y,
      (x, y) => x * y,
    ),
  ),
  binary('Div', (type) => (isWhole(type) ? (x, y) => Math.trunc(x / y) : (x, y) => x / y)),
  binary('Pow', () => (x, y) => x ** y),
  pRelu,
  mod,
  comparison('Equal', (x, y) => x === y),
  comparison('Less', (x, y) => x < y),
  comparison('LessOrEqual', (x, y) => x <= y),
  comparison('Greater', (x, y) => x > y),
  comparison('GreaterOrEqual', (x, y) => x >= y),
  decided(and, 0),
  decided(or, 1),
  comparison('Xor', (x, y) => (x !== 0) !== (y !== 0)),
];

function extremum(name: 'Max' | 'Min'): NonNullable<Operator['canonical']> {
  return binary(name, () => (name === 'Max' ? Math.max : Math.min)).canonical!;
}

function chain(node: SourceNode, op: string): string {
  return node.inputs.map((_, index) => node.input(index)).reduce((left, right) => node.emit(op, [left, right]));
}

function variadic(name: string, op: string, canonical?: Operator['canonical']): Operator {
  return {
    name,
    inputs: [1, Infinity],
    normalise: (node): Normalised => {
      const inputs = node.inputs.map((_, index) => node.input(index));
      if (inputs.length === 2) return { op, inputs, attributes: {} };
      return { op: 'Identity', inputs: [chain(node, op)], attributes: {} };
    },
    ...defined({ canonical }),
  };
}

/** Max and Min have two inputs in a graph, Sum is a chain of Add, Mean one that is scaled. */
export const variadics: readonly Operator[] = [
  variadic('Max', 'Max', extremum('Max')),
  variadic('Min', 'Min', extremum('Min')),
  variadic('Sum', 'Add'),
  {
    name: 'Mean',
    inputs: [1, Infinity],
    normalise: (node) => {
      const inputs = [chain(node, 'Add'), node.scalar(1 / node.inputs.length, node.type(0).type)];
      return { op: 'Mul', inputs, attributes: {} };
    },
  },
];

/** Where: elements of the second input where the first is true, and of the third elsewhere. */
export const where: Operator = {
  name: 'Where',
  inputs: [3, 3],
  normalise: (node) => ({ op: 'Where', inputs: node.inputs, attributes: {} }),
  canonical: {
    carriesCount: broadcasting,
    infer: (node, inputs) => {
      const shape = broadcastShape(inputs.map((_, index) => present(inputs, index).shape));
      if (shape === undefined) invalid(node, 'its inputs do not broadcast');
      return [{ type: present(inputs, 1).type, shape }];
    },
    evaluate: (_, inputs, [output]) => {
      const [condition, yes, no] = inputs.map((input) => expandedTo(input!, output!.shape));
      return [mapped(condition!, (holds, index) => (holds === 0 ? no! : yes!)[index]!)];
    },
  },
};
