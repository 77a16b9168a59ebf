/** Awkward shapes of an operator that names none: its named workloads, made small, odd and prime. */
import type { Operator } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';

type Shape = Readonly<Record<string, string>>;

/** Values that the fields of a shape take in turn: primes, ones, and what vectors and tiles divide. */
const sizes = [7, 1, 13, 31, 64, 37, 3, 101, 48, 17];

/** A field of at most so much is no extent but a kernel, a stride or a number of groups, which primes would blow up. */
const smallest = 8;
const few = [1, 2, 3, 5];

/** Operations of a shape, which a naive reference computes: more takes longer than the kernels do. */
const mostFlops = 2 ** 26;

const most = 16;

/**
 * Shapes that the operator accepts: for some of its named ones all whole numbers changed together, each alone to 1, and
 * small ones as they are. Those of more than 67 million operations are left out.
 */
export function derivedShapes(operator: Operator): Shape[] {
  const named = Object.values(operator.workloads).slice(0, 4);
  const candidates = interleaved(named.map((shape) => variantsOf(shape)));
  const found = new Map<string, Shape>();
  for (const shape of candidates) {
    if (found.size === most) break;
    if (isAccepted(operator, shape)) found.set(JSON.stringify(Object.entries(shape).sort()), shape);
  }
  return [...found.values()];
}

function variantsOf(shape: Shape): Shape[] {
  const numbers = Object.keys(shape).filter((key) => /^\d+$/.test(shape[key]!));
  const turned = sizes.map((_, turn) => withNumbers(shape, numbers, (place) => sizes[(place + turn) % sizes.length]!));
  const alone = numbers.map((key) => ({ ...turned[2], [key]: '1' }));
  const kept = sizes.map((_, turn) => {
    const large = numbers.filter((key) => Number(shape[key]) > smallest);
    return withNumbers(shape, large, (place) => sizes[(place + turn) % sizes.length]!);
  });
  return [withNumbers(shape, numbers, () => 1), ...interleaved([turned, alone, kept]), shape];
}

/** A shape with some of its numbers changed; a small one stays small. */
function withNumbers(shape: Shape, keys: readonly string[], value: (place: number) => number): Shape {
  const changed = keys.map((key, place) => {
    const size = value(place);
    return [key, `${Number(shape[key]) > smallest ? size : few[size % few.length]!}`] as const;
  });
  return { ...shape, ...Object.fromEntries(changed) };
}

function isAccepted(operator: Operator, shape: Shape): boolean {
  try {
    return operator.flops(operator.workload(undefined, shape)) <= mostFlops;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** The first of each list, then the second of each. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}
