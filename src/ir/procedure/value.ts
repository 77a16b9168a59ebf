/**
 * Values of a procedure. An expression is evaluated where a statement uses it; `ProcedureBuilder.let` keeps one. The
 * kinds: an index is a signed integer of 64 bits, real is a float64, truth is a condition; any other is the name of an
 * element type, in which arithmetic is that of the type: whole numbers wrap around, floats round.
 */
import { elementType } from '../../elements/registry.js';
import type { DType } from '../tensor.js';

export type Kind = DType;

export type Arithmetic = 'plus' | 'minus' | 'times' | 'over' | 'rest' | 'least' | 'largest' | 'power';
export type Bitwise = 'bitAnd' | 'bitOr' | 'bitXor' | 'shiftedLeft' | 'shiftedRight';
export type Comparison = 'below' | 'atMost' | 'is' | 'isNot';
export type Connective = 'and' | 'or';
/** Functions of real numbers; `rounded` is to even, `size` the absolute value. */
export type RealFunction =
  | ('acos' | 'acosh' | 'asin' | 'asinh' | 'atan' | 'atanh' | 'cos' | 'cosh' | 'sin' | 'sinh' | 'tan')
  | ('sqrt' | 'exp' | 'log' | 'floor' | 'ceil' | 'truncated' | 'rounded' | 'size');

/** An array of elements; `at` is a place in it, row-major. */
export interface ArrayName {
  readonly role: 'input' | 'output' | 'scratch';
  readonly number: number;
  readonly kind: Kind;
}

export type Form =
  | { readonly of: 'number'; readonly value: number }
  | { readonly of: 'variable'; readonly number: number }
  | { readonly of: 'element'; readonly array: ArrayName; readonly at: Value }
  | {
      readonly of: 'pair';
      readonly by: Arithmetic | Bitwise | Comparison | Connective;
      readonly left: Value;
      readonly right: Value;
    }
  | { readonly of: 'function'; readonly by: RealFunction; readonly x: Value }
  | { readonly of: 'not'; readonly x: Value }
  | { readonly of: 'choice'; readonly condition: Value; readonly yes: Value; readonly no: Value }
  | { readonly of: 'conversion'; readonly x: Value }
  | { readonly of: 'bits'; readonly x: Value };

/** A number takes the kind of what it meets. */
export type Operand = Value | number;

export class Value {
  constructor(
    readonly kind: Kind,
    readonly form: Form,
  ) {}

  plus(other: Operand): Value {
    return isNumber(other, 0) ? this : isNumber(this, 0) ? lifted(other, this.kind) : this.pair('plus', other);
  }

  minus(other: Operand): Value {
    return isNumber(other, 0) ? this : this.pair('minus', other);
  }

  times(other: Operand): Value {
    if (isNumber(other, 1)) return this;
    return isNumber(this, 1) ? lifted(other, this.kind) : this.pair('times', other);
  }

  /** Towards zero of whole numbers, of which a divisor must not be 0. */
  over(other: Operand): Value {
    return isNumber(other, 1) ? this : this.pair('over', other);
  }

  /** What is left of `over`, with the sign of the dividend; by 0, elements that are whole leave 0, floats NaN. */
  rest(other: Operand): Value {
    return this.pair('rest', other);
  }

  least(other: Operand): Value {
    return this.pair('least', other);
  }

  largest(other: Operand): Value {
    return this.pair('largest', other);
  }

  /** Real numbers alone. */
  power(other: Operand): Value {
    return this.pair('power', other);
  }

  bitAnd(other: Operand): Value {
    return this.pair('bitAnd', other);
  }

  bitOr(other: Operand): Value {
    return this.pair('bitOr', other);
  }

  bitXor(other: Operand): Value {
    return this.pair('bitXor', other);
  }

  /** By so many bits; by fewer than 0, or as many as there are, only the sign is left, of a shift to the right. */
  shiftedLeft(other: Operand): Value {
    return this.pair('shiftedLeft', other);
  }

  shiftedRight(other: Operand): Value {
    return this.pair('shiftedRight', other);
  }

  below(other: Operand): Value {
    return this.compared('below', other);
  }

  atMost(other: Operand): Value {
    return this.compared('atMost', other);
  }

  above(other: Operand): Value {
    return lifted(other, this.kind).compared('below', this);
  }

  atLeast(other: Operand): Value {
    return lifted(other, this.kind).compared('atMost', this);
  }

  is(other: Operand): Value {
    return this.compared('is', other);
  }

  isNot(other: Operand): Value {
    return this.compared('isNot', other);
  }

  isNaN(): Value {
    return this.compared('isNot', this);
  }

  /** The other is evaluated where this one holds. */
  and(other: Value): Value {
    return this.connected('and', other);
  }

  /** The other is evaluated where this one does not hold. */
  or(other: Value): Value {
    return this.connected('or', other);
  }

  not(): Value {
    return new Value('truth', { of: 'not', x: expected(this, 'truth') });
  }

  choose(yes: Value, no: Operand): Value {
    const other = lifted(no, yes.kind);
    return new Value(yes.kind, { of: 'choice', condition: expected(this, 'truth'), yes, no: other });
  }

  function(by: RealFunction): Value {
    return new Value('real', { of: 'function', by, x: this.to('real') });
  }

  /** Whole numbers lose the bits that a smaller type has no place for; floats their fraction, and saturate. */
  to(kind: Kind): Value {
    if (kind === this.kind) return this;
    if (kind === 'truth') return this.isNot(0);
    if (this.form.of === 'number') return lifted(this.form.value, kind);
    return new Value(kind, { of: 'conversion', x: this });
  }

  /** What its bits are as another type of as many. */
  bitsAs(kind: DType): Value {
    return new Value(kind, { of: 'bits', x: this });
  }

  private pair(by: Arithmetic | Bitwise, other: Operand): Value {
    return new Value(this.kind, { of: 'pair', by, left: this, right: lifted(other, this.kind) });
  }

  private compared(by: Comparison, other: Operand): Value {
    return new Value('truth', { of: 'pair', by, left: this, right: lifted(other, this.kind) });
  }

  private connected(by: Connective, other: Value): Value {
    const [left, right] = [expected(this, 'truth'), expected(other, 'truth')];
    return new Value('truth', { of: 'pair', by, left, right });
  }
}

/** Values of a procedure that do not go together. */
export class KindError extends Error {
  constructor(
    readonly wanted: Kind,
    readonly given: Kind,
  ) {
    super(`the procedure needs a value of ${wanted} and has one of ${given}`);
  }
}

/** Throws KindError where a value is of another kind. */
export function lifted(operand: Operand, kind: Kind): Value {
  return typeof operand === 'number' ? new Value(kind, { of: 'number', value: operand }) : expected(operand, kind);
}

function expected(value: Value, kind: Kind): Value {
  if (value.kind !== kind) throw new KindError(kind, value.kind);
  return value;
}

function isNumber(operand: Operand, number: number): boolean {
  if (typeof operand === 'number') return operand === number;
  return operand.form.of === 'number' && operand.form.value === number;
}

/** Whether it is none of the three kinds that no element has. */
export function isElementKind(kind: Kind): boolean {
  return kind !== 'index' && kind !== 'real' && kind !== 'truth';
}

export function isWholeKind(kind: Kind): boolean {
  return kind === 'index' || (isElementKind(kind) && elementType(kind).kind !== 'floating');
}

/** Of elements that are 0 or 1. */
export function isTruthType(kind: Kind): boolean {
  return isElementKind(kind) && elementType(kind).kind === 'truth';
}
