/** Scalar floating-point expressions over tensor elements: what a computation says, and what a loop nest stores. */
import * as ix from './index.js';
import type { Index } from './index.js';
import type { Tensor } from './tensor.js';

/** A condition on indices: the expression is >= 0. */
export type Condition = Index;

export type BinaryOp = 'add' | 'sub' | 'mul' | 'div' | 'min' | 'max';

export type Value =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'load'; readonly tensor: Tensor; readonly indices: readonly Index[] }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly a: Value; readonly b: Value }
  /** `then` where all conditions hold, otherwise `otherwise`; `then` is not evaluated elsewhere, so its loads may be out of bounds there. */
  | { readonly kind: 'select'; readonly when: readonly Condition[]; readonly then: Value; readonly otherwise: Value }
  /** The finished reduction of the computation that this value belongs to. */
  | { readonly kind: 'reduced' };

export function constantValue(value: number): Value {
  return { kind: 'constant', value };
}

export const reduced: Value = { kind: 'reduced' };

/** Builds a binary expression; zeros and ones fold (x*0 = 0: padding contributes nothing, NaN and infinity in the other factor included). */
export function binary(op: BinaryOp, a: Value, b: Value): Value {
  if (a.kind === 'constant' && b.kind === 'constant') return constantValue(fold(op, a.value, b.value));
  if (op === 'mul' && (isNumber(a, 0) || isNumber(b, 0))) return constantValue(0);
  if ((op === 'mul' && isNumber(a, 1)) || (op === 'add' && isNumber(a, 0))) return b;
  if (((op === 'mul' || op === 'div') && isNumber(b, 1)) || ((op === 'add' || op === 'sub') && isNumber(b, 0)))
    return a;
  return { kind: 'binary', op, a, b };
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

/** Rebuilds a value bottom-up: `visit` may replace any node, and sees nodes whose children are already rebuilt. */
export function transform(value: Value, visit: (v: Value) => Value): Value {
  switch (value.kind) {
    case 'constant':
    case 'load':
    case 'reduced':
      return visit(value);
    case 'binary':
      return visit(binary(value.op, transform(value.a, visit), transform(value.b, visit)));
    case 'select':
      return visit(select(value.when, transform(value.then, visit), transform(value.otherwise, visit)));
  }
}

/** Replaces variables in every index and condition of a value. */
export function substituteValue(value: Value, replace: (v: ix.Var) => Index | undefined): Value {
  return transform(value, (node) => {
    if (node.kind === 'load') return { ...node, indices: node.indices.map((i) => ix.substitute(i, replace)) };
    if (node.kind === 'select') return { ...node, when: node.when.map((c) => ix.substitute(c, replace)) };
    return node;
  });
}

export function eachNode(value: Value, visit: (v: Value) => void): void {
  visit(value);
  if (value.kind === 'binary') {
    eachNode(value.a, visit);
    eachNode(value.b, visit);
  } else if (value.kind === 'select') {
    eachNode(value.then, visit);
    eachNode(value.otherwise, visit);
  }
}

export type LoadValue = Extract<Value, { kind: 'load' }>;

export function loadsOf(value: Value): LoadValue[] {
  const loads: LoadValue[] = [];
  eachNode(value, (node) => {
    if (node.kind === 'load') loads.push(node);
  });
  return loads;
}
