/** What is known of index expressions (`index.ts`) without making others. */
import { add, constant, isMultiple, substitute, zero, type Atom, type Index, type Var } from './index.js';

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

/**
 * What a number leaves of the expression at a division: 0 or that, whatever the variables are; undefined where it may
 * be several.
 */
export function remainder(index: Index, by: number): number | undefined {
  const [some = 0, ...others] = [...(remainders(index, by) ?? [0, NaN])].filter((rest) => rest !== 0);
  return others.length === 0 && !Number.isNaN(some) ? some : undefined;
}

/** All that are possible; undefined where they are not known. */
function remainders(index: Index, by: number): ReadonlySet<number> | undefined {
  const within = (value: number): number => ((value % by) + by) % by;
  let found = new Set([within(index.constant)]);
  for (const { atom, coefficient } of index.terms) {
    if (coefficient % by === 0) continue;
    if (atom.kind !== 'min' && atom.kind !== 'max') return undefined;
    const [a, b] = [remainders(atom.a, by), remainders(atom.b, by)];
    if (!a || !b) return undefined;
    const own = [...a, ...b];
    found = new Set([...found].flatMap((rest) => own.map((more) => within(rest + coefficient * more))));
  }
  return found;
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
