import type { GraphEdit } from './rule.js';
import { scalarOf } from './scalar.js';

/** By degree. */
type Coefficients = readonly number[];

/** Sums, products and powers that are looked through, one within another. */
const DEEPEST = 6;
const HIGHEST = 4;

/** The polynomial of `x` that a value is, by its coefficients from that of degree 0 on; undefined where it is none. */
export function polynomialOf(value: string, x: string, edit: GraphEdit, depth = 0): Coefficients | undefined {
  if (value === x) return [0, 1];
  const number = scalarOf(value, edit);
  if (number !== undefined) return [number];
  const node = depth < DEEPEST ? edit.producer(value, 'Add', 'Mul', 'Pow') : undefined;
  if (!node) return undefined;
  const [a, b] = node.inputs.map((input) => polynomialOf(input!, x, edit, depth + 1));
  if (!a || !b) return undefined;
  if (node.op === 'Add') return sum(a, b);
  if (node.op === 'Mul') return product(a, b);
  const [exponent = 0] = b;
  const isPower = b.length === 1 && Number.isInteger(exponent) && exponent >= 1 && exponent <= HIGHEST;
  return isPower
    ? Array.from({ length: exponent }, () => a).reduce<Coefficients | undefined>(
        (power, one) => power && product(power, one),
        [1],
      )
    : undefined;
}

function sum(a: Coefficients, b: Coefficients): Coefficients {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, degree) => (a[degree] ?? 0) + (b[degree] ?? 0));
}

function product(a: Coefficients, b: Coefficients): Coefficients | undefined {
  if (a.length + b.length - 2 > HIGHEST) return undefined;
  return Array.from({ length: a.length + b.length - 1 }, (_, degree) =>
    a.reduce((total, one, own) => total + one * (b[degree - own] ?? 0), 0),
  );
}
