/** What is known of index expressions (`index.ts`) without making others. */
import { add, constant, substitute, zero, type Atom, type Index, type Var } from './index.js';

/** Calls `visit` for every variable in the expression. */
export function eachVar(index: Index, visit: (v: Var) => void): void {
  for (const { atom } of index.terms) {
    if (atom.kind === 'var') visit(atom.of);
    else if ('by' in atom) eachVar(atom.of, visit);
    else {
      eachVar(atom.a, visit);
      eachVar(atom.b, visit);
    }
  }
}

export function uses(index: Index, test: (v: Var) => boolean): boolean {
  let found = false;
  eachVar(index, (v) => {
    found ||= test(v);
  });
  return found;
}

/** The coefficient of `v` where it appears as a plain term; undefined where it also hides in a division or minimum. */
export function stride(index: Index, v: Var): number | undefined {
  let coefficient = 0;
  for (const term of index.terms) {
    if (term.atom.kind === 'var') {
      if (term.atom.of === v) coefficient = term.coefficient;
    } else if (uses({ constant: 0, terms: [term] }, (u) => u === v)) return undefined;
  }
  return coefficient;
}

/**
 * A condition (>= 0) that says the same of all lanes of a vector as `condition` of each, free of `lane`: where a step
 * along the lanes takes 1 off and the rest is lanes - 1 above a multiple of their number, the condition fails for all
 * of them or for none. Undefined where lanes differ.
 */
export function inAllLanes(condition: Index, lane: Var): Index | undefined {
  const step = stride(condition, lane);
  if (step === 0) return condition;
  const first = substitute(condition, (v) => (v === lane ? zero : undefined));
  const even = isMultiple(add(first, constant(1)), lane.extent);
  return step === -1 && even ? first : undefined;
}

/** Whether all values of the expression are known to be multiples of a number. */
export function isMultiple(index: Index, of: number): boolean {
  return (
    index.constant % of === 0 &&
    index.terms.every(({ coefficient, atom }) => coefficient % of === 0 || isMultipleAtom(atom, of))
  );
}

function isMultipleAtom(atom: Atom, of: number): boolean {
  return (atom.kind === 'min' || atom.kind === 'max') && isMultiple(atom.a, of) && isMultiple(atom.b, of);
}

/** Evaluates the expression for given values of its variables. */
export function evaluate(index: Index, value: (v: Var) => number): number {
  let sum = index.constant;
  for (const { atom, coefficient } of index.terms) sum += coefficient * evaluateAtom(atom, value);
  return sum;
}

function evaluateAtom(atom: Atom, value: (v: Var) => number): number {
  switch (atom.kind) {
    case 'var':
      return value(atom.of);
    case 'div':
      return Math.floor(evaluate(atom.of, value) / atom.by);
    case 'mod': {
      const of = evaluate(atom.of, value);
      return of - atom.by * Math.floor(of / atom.by);
    }
    case 'min':
      return Math.min(evaluate(atom.a, value), evaluate(atom.b, value));
    case 'max':
      return Math.max(evaluate(atom.a, value), evaluate(atom.b, value));
    case 'xor': {
      const a = evaluate(atom.a, value);
      const low = a - atom.size * Math.floor(a / atom.size);
      return a - low + (low ^ evaluate(atom.b, value));
    }
  }
}
