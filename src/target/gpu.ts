/**
 * What a GPU allows a block of threads, and the abilities that templates may ask for. Sizes are in bytes, registers
 * have 32 bits.
 */
export interface Gpu {
  /** `sm_90`. */
  readonly arch: string;
  readonly warp: number;
  readonly threadsPerBlock: number;
  readonly threadsPerSm: number;
  readonly blocksPerSm: number;
  readonly registersPerThread: number;
  readonly registersPerBlock: number;
  /** Shared memory that a block may ask for (`extern __shared__`). */
  readonly sharedPerBlock: number;
  /** Largest extents, x, y, z. */
  readonly grid: Triple;
  readonly block: Triple;
  /** Copies from global to shared memory that threads do not wait for (cp.async). */
  readonly asyncCopy: boolean;
  /** Products of matrix tiles that a warp holds, of float16, bfloat16 and tfloat32 (mma.sync). */
  readonly warpProducts: boolean;
  /** Products of four warps together, of operands in shared memory (wgmma). */
  readonly warpGroupProducts: boolean;
  /** Copies of whole tiles of a tensor to shared memory, which one thread asks for (TMA). */
  readonly tileCopy: TileCopy | undefined;
}

interface TileCopy {
  /** The most dimensions of the tensor. */
  readonly dimensions: number;
  /** The most elements along a side of the tile. */
  readonly side: number;
}

export type Triple = readonly [number, number, number];
