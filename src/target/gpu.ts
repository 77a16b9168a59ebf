/** What a GPU allows a block of threads, and which of its abilities templates may ask for. Sizes are in bytes, registers have 32 bits. */
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
  /** Copies from global to shared memory that wait for nobody (cp.async). */
  readonly asyncCopy: boolean;
  /** Tensor cores that take bfloat16 and tf32; all here take float16. */
  readonly bfloat16: boolean;
  /** Copies of whole boxes into shared memory by a unit of its own (cp.async.bulk). */
  readonly bulkCopy: boolean;
  /** Products of whole warp groups, from shared memory (wgmma). */
  readonly warpGroupProducts: boolean;
}

export type Triple = readonly [number, number, number];
