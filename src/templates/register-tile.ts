/** Numbers that the register tiles of CPU templates share. */
import type { VectorUnit } from '../target/target.js';

/** Registers of a tile of `rows` × `vectors` accumulators, with the vectors that feed it and one broadcast. */
export function tileRegisters(rows: number, vectors: number): number {
  return rows * vectors + vectors + 1;
}

export function tooManyRegisters(unit: VectorUnit): string {
  return `the register tile and what feeds it must fit the ${unit.registers} vector registers`;
}

/** Iterations that the code of a tiled dimension unrolls: a tile, and the shorter last one where there is one. */
export function unrolledIterations(extent: number, tile: number): number {
  return tile >= extent ? extent : tile + (extent % tile);
}

/**
 * Multiply-adds that a kernel may unroll, a little over two full register tiles: more cost compile time and instruction
 * cache, and never won.
 */
export function maxUnrolled(unit: VectorUnit): number {
  return 2 * unit.registers;
}

export const tooMuchCode =
  'the tile and its shorter last ones must not unroll more multiply-adds than twice the vector registers';

export const partVectors = 'the tile along the vector must fill whole vectors, or be all there is';

/** Whether a tile along the vector is whole vectors, or the extent itself. */
export function fillsVectors(tile: number, extent: number, lanes: number): boolean {
  return tile % lanes === 0 || tile === extent;
}

/** Candidates not above the extent, and the extent itself where it is small enough to be a tile of its own. */
export function tileSizes(extent: number, candidates: readonly number[], most: number): number[] {
  const sizes = candidates.filter((c) => c <= extent);
  if (extent <= most) sizes.push(extent);
  return [...new Set(sizes.length > 0 ? sizes : candidates.slice(0, 1))].sort((a, b) => a - b);
}

/** Divisors of n up to `most`. */
export function divisors(n: number, most: number): number[] {
  const found: number[] = [];
  for (let d = 1; d <= Math.min(n, most); d++) if (n % d === 0) found.push(d);
  return found;
}
