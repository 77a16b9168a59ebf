/**
 * Functions of elements that are whole numbers, exactly: kernels compute elements in float32, which holds whole numbers
 * up to 2^24. Sums, differences and products wrap around, as in ONNX's reference implementation.
 */
import { bool } from '../../../elements/bool.js';
import { int32 } from '../../../elements/int32.js';
import { elementType, isWhole } from '../../../elements/registry.js';
import { lifted, type Value } from '../../../ir/procedure/value.js';
import type { DType } from '../../../ir/tensor.js';
import type { GraphNode } from '../graph.js';
import { numberOf, textOf } from './attributes.js';
import { broadcastShape } from './broadcast.js';
import { byProcedure, graphOperator, storeBroadcast } from './by-procedure.js';
import { broadcasting, elementByElement } from './counted-rows.js';
import { present, type Operator } from './operator.js';

/** What a node computes of one element of each of its inputs. */
type Formula = (node: GraphNode, x: Value, y: Value, z: Value) => Value;

/** Of which whole numbers kernels compute something else. */
interface Exact {
  readonly of: Formula;
  /** Least bytes of a number: what only chooses or compares is exact in float32 below, what wraps around is not. */
  readonly bytes: 1 | 2 | 4;
  /** Which input has the type in question; none: the first. */
  readonly typed?: 1;
  /** Of the result, where it is none of the inputs'. */
  readonly result?: DType;
}

const exact = (of: Formula, bytes: Exact['bytes'] = 4): Exact => ({ of, bytes });
const comparison = (holds: (x: Value, y: Value) => Value): Exact => ({
  of: (_, x, y) => holds(x, y).to(bool.name),
  ...{ bytes: 4, result: bool.name },
});

const functions: Readonly<Record<string, Exact>> = {
  Add: exact((_, x, y) => x.plus(y), 1),
  Sub: exact((_, x, y) => x.minus(y), 1),
  Mul: exact((_, x, y) => x.times(y), 1),
  Div: exact((_, x, y) => quotient(x, y)),
  Mod: exact((_, x, y) => modulo(x, y)),
  Pow: exact((_, x, y) => x.to('real').power(y.to('real')).to(x.kind)),
  Neg: exact((_, x) => negated(x), 2),
  Abs: exact((_, x) => belowZero(x, negated(x), x), 2),
  Sign: exact((_, x) => belowZero(x, constant(-1, x), x.is(0).choose(x, 1))),
  Relu: exact((_, x) => x.largest(0)),
  Max: exact((_, x, y) => x.largest(y)),
  Min: exact((_, x, y) => x.least(y)),
  Clip: exact((node, x) => within(x, numberOf(node, 'min'), numberOf(node, 'max'))),
  Where: { of: (_, condition, yes, no) => condition.isNot(0).choose(yes, no), bytes: 4, typed: 1 },
  Equal: comparison((x, y) => x.is(y)),
  Less: comparison((x, y) => x.below(y)),
  LessOrEqual: comparison((x, y) => x.atMost(y)),
  Greater: comparison((x, y) => x.above(y)),
  GreaterOrEqual: comparison((x, y) => x.atLeast(y)),
};

function constant(value: number, like: Value): Value {
  return lifted(value, like.kind);
}

function negated(x: Value): Value {
  return constant(0, x).minus(x);
}

/** Of numbers that may be. */
function belowZero(x: Value, yes: Value, no: Value): Value {
  return isSigned(x) ? x.below(0).choose(yes, no) : no;
}

/** Towards zero; 0 where ONNX leaves a division by 0 open. */
function quotient(x: Value, y: Value): Value {
  return y.is(0).choose(constant(0, x), isSigned(x) ? y.is(-1).choose(negated(x), x.over(y)) : x.over(y));
}

/** With the sign of the divisor. */
function modulo(x: Value, y: Value): Value {
  const rest = x.rest(y);
  if (!isSigned(x)) return rest;
  const isOfOtherSign = rest
    .below(0)
    .and(y.above(0))
    .or(rest.above(0).and(y.below(0)));
  return isOfOtherSign.choose(rest.plus(y), rest);
}

/** Bounds that the type has anyway are none. */
function within(x: Value, min: number, max: number): Value {
  const [least, largest] = elementType(x.kind).limits;
  const raised = min > least ? x.largest(Math.ceil(min)) : x;
  return max < largest ? raised.least(Math.floor(max)) : raised;
}

function isSigned({ kind }: Value): boolean {
  return elementType(kind).limits[0] < 0;
}

/** Whether kernels would round what a node computes, whose inputs have these types. */
export function isOfWhole(node: GraphNode, types: readonly DType[]): boolean {
  const { op } = node;
  if (op === 'Cast') return [types[0]!, textOf(node, 'to')].some(isOfNoKernel);
  const known = Object.hasOwn(functions, op) ? functions[op] : undefined;
  const type = types[known?.typed ?? 0];
  return known !== undefined && type !== undefined && isWhole(type) && elementType(type).bytes >= known.bytes;
}

/** Whole numbers that kernels have as int32, which does not hold them all. */
function isOfNoKernel(type: DType): boolean {
  return isWhole(type) && elementType(type).bytes >= 4 && type !== int32.name;
}

function functionOf(node: GraphNode): Exact {
  const name = textOf(node, 'of');
  if (name !== 'Cast') return functions[name]!;
  const to = textOf(node, 'to');
  return { of: (_, x) => x.to(to), bytes: 1, result: to };
}

/** What the operator that the attribute `of` names computes, with its other attributes. */
export const wholeElements: Operator = graphOperator(
  'WholeElements',
  [1, 3],
  byProcedure({
    carriesCount: (node, inputs, outputs) => {
      const one = elementByElement(textOf(node, 'of') === 'Cast' ? 'kept' : 'any');
      return (inputs.length === 1 ? one : broadcasting)(node, inputs, outputs);
    },
    infer: (node, inputs) => {
      const { typed = 0, result = present(inputs, typed).type } = functionOf(node);
      return [{ type: result, shape: broadcastShape(inputs.map((_, place) => present(inputs, place).shape))! }];
    },
    define: (p, node) => {
      const { of } = functionOf(node);
      storeBroadcast(p, (x, y, z) => of(node, x, y, z));
    },
  }),
);
