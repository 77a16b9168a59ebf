/** Values over tensor elements, float32 or int32: how they are built, folded and rewritten. */
import { int32 } from '../elements/int32.js';
import { elementType } from '../elements/registry.js';
import { valueOf, type FunctionName } from './functions.js';
import * as ix from './index.js';
import type { Index } from './index.js';
import { computedIn, valueType } from './tensor.js';
import type { BinaryOp, Compute, Condition, DType, LoadValue, Matrix, Value } from './tensor.js';

export function entry(matrix: Matrix, row: Index, column: Index): Value {
  const [rows, columns] = [ix.range(row), ix.range(column)];
  return rows.min === rows.max && columns.min === columns.max
    ? constantValue(matrix[rows.min]![columns.min]!)
    : { kind: 'entry', matrix, row, column };
}

export function constantValue(value: number): Value {
  return { kind: 'constant', value };
}

export const reduced: Value = { kind: 'reduced' };

/**
 * A value in another type. Constants are of whatever type they meet; a select casts its sides; an element that floats
 * hold exactly comes back as it is.
 */
export function cast(to: DType, value: Value): Value {
  if (value.kind === 'constant') return value;
  if (value.kind === 'select') return select(value.when, cast(to, value.then), cast(to, value.otherwise));
  if (value.kind === 'cast' && value.value.kind === 'load' && isExactly(value.value.tensor.dtype, to))
    return value.value;
  return { kind: 'cast', to, value };
}

/** Whether elements of a type are computed in `to`, and are floats of the same value. */
function isExactly(dtype: DType, to: DType): boolean {
  const [least, largest] = elementType(dtype).limits;
  return computedIn(dtype) === to && least >= -(2 ** 24) && largest <= 2 ** 24;
}

/** The type that a value is computed in; undefined of constants alone. `sum`: that of the reduction it finishes. */
export function typeOfValue(value: Value, sum?: DType): DType | undefined {
  switch (value.kind) {
    case 'constant':
    case 'entry':
      return undefined;
    case 'load':
      return computedIn(value.tensor.dtype);
    case 'cast':
      return value.to;
    case 'bits':
      return int32.name;
    case 'call':
      return valueType;
    case 'binary':
      return typeOfValue(value.a, sum) ?? typeOfValue(value.b, sum);
    case 'select':
      return typeOfValue(value.then, sum) ?? typeOfValue(value.otherwise, sum);
    case 'reduced':
      return sum;
  }
}

/** The type that the terms of a reduction, and what they come to, are computed in. */
export function typeOfSum({ source }: { readonly source: Value }): DType {
  return typeOfValue(source) ?? valueType;
}

/**
 * Builds a binary expression; zeros and ones fold (x*0 = 0: padding contributes nothing, NaN and infinity in the other
 * factor included).
 */
export function binary(op: BinaryOp, a: Value, b: Value): Value {
  if (a.kind === 'constant' && b.kind === 'constant') return constantValue(fold(op, a.value, b.value));
  if (op === 'mul' && (isNumber(a, 0) || isNumber(b, 0))) return constantValue(0);
  if ((op === 'mul' && isNumber(a, 1)) || (op === 'add' && isNumber(a, 0))) return b;
  if (((op === 'mul' || op === 'div') && isNumber(b, 1)) || ((op === 'add' || op === 'sub') && isNumber(b, 0)))
    return a;
  if (op === 'mul' && isNumber(a, -1)) return { kind: 'binary', op: 'sub', a: constantValue(0), b };
  if (op === 'add' && isNegated(b)) return binary('sub', a, b.b);
  if (op === 'add' && isNegated(a)) return binary('sub', b, a.b);
  return { kind: 'binary', op, a, b };
}

/** A function of values; of constants it folds. */
export function call(name: FunctionName, ...args: readonly Value[]): Value {
  const numbers = args.flatMap((arg) => (arg.kind === 'constant' ? [arg.value] : []));
  return numbers.length === args.length ? constantValue(valueOf(name, numbers)) : { kind: 'call', name, args };
}

/** 0 - x */
function isNegated(value: Value): value is Extract<Value, { kind: 'binary' }> {
  return value.kind === 'binary' && value.op === 'sub' && isNumber(value.a, 0);
}

export function isNumber(value: Value, number: number): boolean {
  return value.kind === 'constant' && value.value === number;
}

function fold(op: BinaryOp, a: number, b: number): number {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
  }
}

export function select(when: readonly Condition[], then: Value, otherwise: Value): Value {
  return when.length === 0 ? then : { kind: 'select', when, then, otherwise };
}

/**
 * Rebuilds a value bottom-up: `visit` may replace any node, and sees each once, with children that are already rebuilt.
 */
export function transform(value: Value, visit: (v: Value) => Value): Value {
  switch (value.kind) {
    case 'constant':
    case 'load':
    case 'entry':
    case 'reduced':
      return visit(value);
    case 'binary': {
      const [a, b] = [transform(value.a, visit), transform(value.b, visit)];
      const node = binary(value.op, a, b);
      // What folded to one of its operands was visited as such.
      return node === a || node === b ? node : visit(node);
    }
    case 'cast':
      return visit(cast(value.to, transform(value.value, visit)));
    case 'bits':
      return visit({ ...value, value: transform(value.value, visit) });
    case 'call':
      return visit(call(value.name, ...value.args.map((arg) => transform(arg, visit))));
    case 'select': {
      const then = transform(value.then, visit);
      const node = select(value.when, then, transform(value.otherwise, visit));
      return node === then ? node : visit(node);
    }
  }
}

/** Replaces variables in every index and condition of a value. */
export function substituteValue(value: Value, replace: (v: ix.Var) => Index | undefined): Value {
  return transform(value, (node) => {
    if (node.kind === 'load') return { ...node, indices: node.indices.map((i) => ix.substitute(i, replace)) };
    if (node.kind === 'entry' || node.kind === 'bits') return substituteOwn(node, replace);
    if (node.kind === 'select') return { ...node, when: node.when.map((c) => ix.substitute(c, replace)) };
    return node;
  });
}

/** The same in a node's own indices, where these are of no tensor. */
export function substituteOwn(
  node: Extract<Value, { kind: 'entry' | 'bits' }>,
  replace: (v: ix.Var) => Index | undefined,
): Value {
  if (node.kind === 'bits') return { ...node, from: ix.substitute(node.from, replace) };
  return entry(node.matrix, ix.substitute(node.row, replace), ix.substitute(node.column, replace));
}

/** The value of a computation's element at the given indices. */
export function elementAt({ axes, value }: Compute, indices: readonly Index[]): Value {
  return substituteValue(value, (v) => {
    const d = axes.indexOf(v);
    return d < 0 ? undefined : indices[d];
  });
}

export function eachNode(value: Value, visit: (v: Value) => void): void {
  visit(value);
  if (value.kind === 'binary') {
    eachNode(value.a, visit);
    eachNode(value.b, visit);
  } else if (value.kind === 'call') {
    for (const arg of value.args) eachNode(arg, visit);
  } else if (value.kind === 'cast' || value.kind === 'bits') {
    eachNode(value.value, visit);
  } else if (value.kind === 'select') {
    eachNode(value.then, visit);
    eachNode(value.otherwise, visit);
  }
}

/** Whether a value picks entries of constant matrices. */
export function hasEntries(value: Value): boolean {
  let found = false;
  eachNode(value, (node) => {
    found ||= node.kind === 'entry';
  });
  return found;
}

export function loadsOf(value: Value): LoadValue[] {
  const loads: LoadValue[] = [];
  eachNode(value, (node) => {
    if (node.kind === 'load') loads.push(node);
  });
  return loads;
}

/** What the definition of an element reads. */
export function loadsOfCompute({ reduction, value }: Compute): LoadValue[] {
  return [...(reduction ? loadsOf(reduction.source) : []), ...loadsOf(value)];
}
