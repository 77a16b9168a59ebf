import { digitsOf, indexOf } from './mixed-radix.js';

/**
 * The digit that a function depends on, found from two points at which it differs: halving the way between them, digit
 * by digit, ends at two points that differ in one digit alone and in the function (Blum and Langley, Artificial
 * Intelligence 97, 1997, section 2.3). Several digits where the function cannot be asked in between, which `valueAt`
 * says by undefined. Points are indices in mixed radix.
 */
export function relevantDigits(
  from: number,
  to: number,
  radices: readonly number[],
  valueAt: (index: number) => number | undefined,
): readonly number[] {
  const [a, b] = [digitsOf(from, radices), digitsOf(to, radices)];
  const differing = radices.flatMap((_, d) => (a[d] === b[d] ? [] : [d]));
  const at = (steps: number): number | undefined => {
    const mixed = a.map((digit, d) => (differing.includes(d) && differing.indexOf(d) < steps ? b[d]! : digit));
    return valueAt(indexOf(mixed, radices));
  };
  let [low, high] = [0, differing.length];
  const start = at(0);
  while (high - low > 1) {
    const between = nearestToMiddle(low, high).find((steps) => at(steps) !== undefined);
    if (between === undefined) break;
    if (at(between) === start) low = between;
    else high = between;
  }
  return differing.slice(low, high);
}

/** The numbers between two, those in the middle first. */
function nearestToMiddle(low: number, high: number): number[] {
  const middle = (low + high) / 2;
  return Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i).sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b,
  );
}
