/**
 * Integer index expressions in canonical form: a constant plus coefficients times atoms. An atom is a loop variable, or
 * a floor division, remainder, minimum, maximum or exclusive or that did not simplify away. Every constructor returns
 * the canonical form, so two equal expressions look the same, and offsets cancel without a separate simplifier.
 * Divisors are positive constants.
 */

/**
 * A loop variable or axis: an integer in [0, extent). `extent` is an upper bound where the loop's own bound is dynamic.
 */
export class Var {
  private static count = 0;
  readonly id = Var.count++;
  #expression: Index | undefined;

  constructor(
    readonly name: string,
    readonly extent: number,
  ) {}

  /** The variable as an expression; kept here, since a map with weak keys costs more than it saves. */
  get expression(): Index {
    return (this.#expression ??= single({ kind: 'var', of: this, key: `v${`${this.id}`.padStart(9, '0')}` }));
  }
}

export type Atom =
  | { readonly kind: 'var'; readonly of: Var; readonly key: string }
  | { readonly kind: 'div' | 'mod'; readonly of: Index; readonly by: number; readonly key: string }
  | { readonly kind: 'min' | 'max'; readonly a: Index; readonly b: Index; readonly key: string }
  /** 0 <= b < size, a power of two. */
  | { readonly kind: 'xor'; readonly a: Index; readonly b: Index; readonly size: number; readonly key: string };

interface Term {
  readonly atom: Atom;
  readonly coefficient: number;
}

export interface Index {
  readonly constant: number;
  /** Sorted by the atoms' keys; no zero coefficients. */
  readonly terms: readonly Term[];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

export function constant(value: number): Index {
  return { constant: value, terms: [] };
}

export const zero = constant(0);

export function variable(v: Var): Index {
  return v.expression;
}

function single(atom: Atom): Index {
  return { constant: 0, terms: [{ atom, coefficient: 1 }] };
}

export function isConstant(index: Index): boolean {
  return index.terms.length === 0;
}

function key(index: Index): string {
  return index.terms.map((t) => `${t.coefficient}*${t.atom.key}`).join('+') + `+${index.constant}`;
}

export function equal(a: Index, b: Index): boolean {
  return a === b || (a.constant === b.constant && a.terms.length === b.terms.length && key(a) === key(b));
}

export function add(a: Index, b: Index): Index {
  if (a.terms.length === 0) return a.constant === 0 ? b : { constant: a.constant + b.constant, terms: b.terms };
  if (b.terms.length === 0) return b.constant === 0 ? a : { constant: a.constant + b.constant, terms: a.terms };
  return recombined({ constant: a.constant + b.constant, terms: mergeTerms(a.terms, b.terms) });
}

/** Puts quotient and remainder of one dividend together again: by * floor(e / by) + e mod by = e. */
function recombined(index: Index): Index {
  for (const rest of index.terms) {
    if (rest.atom.kind !== 'mod') continue;
    const { of, by, key: restKey } = rest.atom;
    const quotient = index.terms.find(
      (t) => t.atom.key === divisionKey(restKey) && t.coefficient === rest.coefficient * by,
    );
    if (!quotient) continue;
    const others = { constant: index.constant, terms: index.terms.filter((t) => t !== rest && t !== quotient) };
    return add(others, scale(of, rest.coefficient));
  }
  return index;
}

/** The key of the division that a remainder belongs to. */
function divisionKey(remainderKey: string): string {
  return `d${remainderKey.slice(1)}`;
}

function mergeTerms(a: readonly Term[], b: readonly Term[]): Term[] {
  const out: Term[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    if (x.atom.key < y.atom.key) {
      out.push(x);
      i++;
    } else if (y.atom.key < x.atom.key) {
      out.push(y);
      j++;
    } else {
      const coefficient = x.coefficient + y.coefficient;
      if (coefficient !== 0) out.push({ atom: x.atom, coefficient });
      i++;
      j++;
    }
  }
  while (i < a.length) out.push(a[i++]!);
  while (j < b.length) out.push(b[j++]!);
  return out;
}

export function scale(a: Index, factor: number): Index {
  if (factor === 1) return a;
  if (factor === 0) return zero;
  return {
    constant: a.constant * factor,
    terms: a.terms.map((t) => ({ atom: t.atom, coefficient: t.coefficient * factor })),
  };
}

export function subtract(a: Index, b: Index): Index {
  return add(a, scale(b, -1));
}

/** The smallest and largest value that the expression can take, from the extents of its variables (conservative). */
export function range(index: Index): Range {
  let min = index.constant;
  let max = index.constant;
  for (const { atom, coefficient } of index.terms) {
    const r = atomRange(atom);
    min += coefficient > 0 ? coefficient * r.min : coefficient * r.max;
    max += coefficient > 0 ? coefficient * r.max : coefficient * r.min;
  }
  return { min, max };
}

function atomRange(atom: Atom): Range {
  switch (atom.kind) {
    case 'var':
      return { min: 0, max: Math.max(0, atom.of.extent - 1) };
    case 'div': {
      const r = range(atom.of);
      return { min: Math.floor(r.min / atom.by), max: Math.floor(r.max / atom.by) };
    }
    case 'mod': {
      const r = range(atom.of);
      return r.min >= 0 ? { min: 0, max: Math.min(r.max, atom.by - 1) } : { min: 0, max: atom.by - 1 };
    }
    case 'min': {
      const [a, b] = [range(atom.a), range(atom.b)];
      return { min: Math.min(a.min, b.min), max: Math.min(a.max, b.max) };
    }
    case 'max': {
      const [a, b] = [range(atom.a), range(atom.b)];
      return { min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) };
    }
    case 'xor': {
      const { min, max } = range(atom.a);
      const lowest = (value: number): number => Math.floor(value / atom.size) * atom.size;
      return { min: lowest(min), max: lowest(max) + atom.size - 1 };
    }
  }
}

/** floor(a / by), by > 0. Multiples of `by` leave the division; a remainder known to lie in [0, by) vanishes. */
export function div(a: Index, by: number): Index {
  if (by === 1) return a;
  const { quotient, rest } = splitMultiples(a, by);
  const r = range(rest);
  const low = Math.floor(r.min / by);
  if (low === Math.floor(r.max / by)) return add(quotient, constant(low));
  const { unit, units } = splitUnits(rest, by);
  if (unit > 1) return add(quotient, div(units, by / unit));
  return add(quotient, single({ kind: 'div', of: rest, by, key: `d(${key(rest)}/${by})` }));
}

/** a - by * floor(a / by), by > 0. */
export function mod(a: Index, by: number): Index {
  if (by === 1) return zero;
  const { constant: left, terms } = splitMultiples(a, by).rest;
  const rest = { constant: left, terms: terms.filter((term) => !isMultipleTerm(term, by)) };
  const r = range(rest);
  const low = Math.floor(r.min / by);
  if (low === Math.floor(r.max / by)) return subtract(rest, constant(low * by));
  const { unit, units, within } = splitUnits(rest, by);
  if (unit > 1) return add(scale(mod(units, by / unit), unit), within);
  return single({ kind: 'mod', of: rest, by, key: `m(${key(rest)}/${by})` });
}

/** Whether all values of the expression are known to be multiples of a number. */
export function isMultiple(index: Index, of: number): boolean {
  return index.constant % of === 0 && index.terms.every((term) => isMultipleTerm(term, of));
}

function isMultipleTerm({ coefficient, atom }: Term, of: number): boolean {
  if (coefficient % of === 0) return true;
  return (atom.kind === 'min' || atom.kind === 'max') && isMultiple(atom.a, of) && isMultiple(atom.b, of);
}

function splitMultiples(a: Index, by: number): { quotient: Index; rest: Index } {
  const whole = Math.floor(a.constant / by);
  const out: Term[] = [];
  const kept: Term[] = [];
  for (const term of a.terms) {
    if (term.coefficient % by === 0) out.push({ atom: term.atom, coefficient: term.coefficient / by });
    else kept.push(term);
  }
  return { quotient: { constant: whole, terms: out }, rest: { constant: a.constant - whole * by, terms: kept } };
}

/**
 * a = unit * units + within, with a unit > 1 that divides `by` and 0 <= within < unit, so that a quotient by `by` is
 * one of the units; unit 1 where there is none. Vectors in panels of several vectors are such: (16 v + lane) / 32 = v
 * / 2.
 */
function splitUnits(a: Index, by: number): { unit: number; units: Index; within: Index } {
  const candidates = a.terms.map((term) => gcd(Math.abs(term.coefficient), by)).sort((x, y) => y - x);
  for (const unit of candidates) {
    const { quotient: units, rest: within } = splitMultiples(a, unit);
    const { min, max } = range(within);
    if (unit > 1 && min >= 0 && max < unit) return { unit, units, within };
  }
  return { unit: 1, units: a, within: zero };
}

/** The greatest common divisor. */
export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

export function min(a: Index, b: Index): Index {
  const difference = range(subtract(a, b));
  if (difference.max <= 0) return a;
  if (difference.min >= 0) return b;
  return single({ kind: 'min', a, b, key: `min(${key(a)},${key(b)})` });
}

export function max(a: Index, b: Index): Index {
  const difference = range(subtract(a, b));
  if (difference.min >= 0) return a;
  if (difference.max <= 0) return b;
  return single({ kind: 'max', a, b, key: `max(${key(a)},${key(b)})` });
}

/** The bits of `a` exclusive-or those of `b` modulo `size`, a power of two: what is above them in `a` stays. */
export function xor(a: Index, b: Index, size: number): Index {
  const by = mod(b, size);
  if (by.terms.length === 0 && by.constant === 0) return a;
  const { quotient, rest } = splitMultiples(a, size);
  const folded = isConstant(rest) && isConstant(by);
  const low = folded
    ? constant(rest.constant ^ by.constant)
    : single({ kind: 'xor', a: rest, b: by, size, key: `x(${key(rest)}^${key(by)}/${size})` });
  return add(scale(quotient, size), low);
}

export function ceilDiv(a: Index, by: number): Index {
  return div(add(a, constant(by - 1)), by);
}

/** Replaces variables by expressions and simplifies again. */
export function substitute(index: Index, replace: (v: Var) => Index | undefined): Index {
  const kept: Term[] = [];
  const replaced: Index[] = [];
  for (const term of index.terms) {
    const by = substituteAtom(term.atom, replace);
    if (by) replaced.push(scale(by, term.coefficient));
    else kept.push(term);
  }
  if (replaced.length === 0) return index;
  return replaced.reduce(add, { constant: index.constant, terms: kept });
}

function substituteAtom(atom: Atom, replace: (v: Var) => Index | undefined): Index | undefined {
  switch (atom.kind) {
    case 'var':
      return replace(atom.of);
    case 'div':
    case 'mod': {
      const of = substitute(atom.of, replace);
      return of === atom.of ? undefined : atom.kind === 'div' ? div(of, atom.by) : mod(of, atom.by);
    }
    case 'min':
    case 'max': {
      const a = substitute(atom.a, replace);
      const b = substitute(atom.b, replace);
      return a === atom.a && b === atom.b ? undefined : atom.kind === 'min' ? min(a, b) : max(a, b);
    }
    case 'xor': {
      const a = substitute(atom.a, replace);
      const b = substitute(atom.b, replace);
      return a === atom.a && b === atom.b ? undefined : xor(a, b, atom.size);
    }
  }
}
