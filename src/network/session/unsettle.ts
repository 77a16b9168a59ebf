/** Numbers that are moved as rounding moves them. */
import type { Values } from '../graph/graph.js';

/** Of the 52 bits of a mantissa the last ones, by which a number that was moved is known. */
const MARK = 0x5a5a5;
const MARKED = 0xfffff;

/**
 * Moves each number by up to `share` of itself, up or down as its bits have it: equal ones stay equal, also where one
 * was only copied or is the largest of some. Whole numbers, which are often meant so, and what is no number stay.
 */
export function unsettle(share: number): (data: Values) => Float64Array {
  return (data) => {
    const numbers = Float64Array.from(data);
    const words = new Uint32Array(numbers.buffer);
    for (let i = 0; i < numbers.length; i++) {
      const low = words[2 * i]!;
      if (!Number.isFinite(numbers[i]) || Number.isInteger(numbers[i]) || (low & MARKED) === MARK) continue;
      numbers[i]! *= 1 + share * spread(low ^ words[2 * i + 1]!);
      words[2 * i] = (words[2 * i]! & ~MARKED) | MARK;
    }
    return numbers;
  };
}

/** From -1 to 1, as if at random (the end of MurmurHash3). */
function spread(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) / 2 ** 31;
}
