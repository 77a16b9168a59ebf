/**
 * How templates that tile a product of matrices for a GPU go through its sum: in blocks that shared memory holds,
 * several of them in flight at a time, and perhaps in parts that blocks of their own compute.
 */
import { isReduce } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { TaskMapping } from '../ir/task-mapping.js';
import type { DType } from '../ir/tensor.js';
import type { Gpu } from '../target/gpu.js';
import { elementwise } from './gpu-copies.js';
import type { Operand } from './product-view.js';

export interface ReductionKnobs {
  /** Steps of the sum that are in shared memory at a time. */
  readonly block_k: number;
  /** Whether blocks that follow each other have the same rows, or the same columns. */
  readonly order: 'mn' | 'nm';
  /** Blocks of the sum in shared memory: while one is multiplied, the next ones are copied. */
  readonly buffers: number;
  /** Parts of the sum that blocks of their own compute. */
  readonly split_k: number;
  /** Steps of the sum that the code unrolls, each as deep as the instruction; absent where those of a block are. */
  readonly unroll_k?: number;
  /** Iterations whose products may still be in flight when the next one's begin; one more buffer is in use then. */
  readonly lag?: 0 | 1;
}

/** The result and the sum: their extents, the names of the result's axes, the type of what is multiplied. */
export interface TiledProduct {
  /** Products of a batch; one where it does not say. */
  readonly batch?: number;
  readonly rows: number;
  readonly columns: number;
  readonly k: number;
  readonly row: string;
  readonly column: string;
  readonly dtype: DType;
}

/** What is multiplied along rows, or along columns. */
export type TiledOperand = Omit<Operand, 'constant'>;

/** Rows and columns of the result that a block computes. */
export interface BlockSize {
  readonly m: number;
  readonly n: number;
}

export function blockOf({ shape: [m = 1, n = 1] }: TaskMapping): BlockSize {
  return { m, n };
}

export const tooLargeBlock = 'a block is at most twice as large as the result along each side';
/** Whether a block is no larger than that, or the smallest. */
export function fitsResult({ rows, columns }: TiledProduct, block: BlockSize, smallest: BlockSize): boolean {
  return (block.m < 2 * rows || block.m <= smallest.m) && (block.n < 2 * columns || block.n <= smallest.n);
}

/**
 * Counts of buffers for a sum of `k` steps in blocks of at least `least`; before sm_80 copies are made at once, so that
 * more than two help nobody.
 */
export function bufferCounts(gpu: Gpu, k: number, least: number): number[] {
  return (gpu.asyncCopy ? [1, 2, 3, 4] : [1, 2]).filter((count) => k > least * (count - 1));
}

/** Candidates up to the first that covers the extent in tiles of so many elements. */
export function upTo(extent: number, candidates: readonly number[], tile = 1): number[] {
  return candidates.filter((_, i) => i === 0 || candidates[i - 1]! * tile < extent);
}

/** Parts that a sum of `k` steps may be cut into, 64 steps each at least. */
export function partCounts(k: number): number[] {
  return [1, 2, 4, 8, 16].filter((parts) => parts === 1 || k >= 64 * parts);
}

type CutKnobs = Pick<ReductionKnobs, 'split_k' | 'block_k'>;

/** Steps of one of the parts of the sum: whole blocks of it. */
function partOf(c: CutKnobs, k: number): number {
  return Math.ceil(Math.ceil(k / c.split_k) / c.block_k) * c.block_k;
}

export const tooManyBuffers = 'there are at least as many blocks of the sum as buffers';
export function fillsBuffers(k: number): (c: CutKnobs & Pick<ReductionKnobs, 'buffers'>) => boolean {
  return (c) => (c.split_k === 1 ? k : partOf(c, k)) > c.block_k * (c.buffers - 1);
}

export const tooManyParts = 'parts of the sum have several blocks of it each';
export function fillsParts(k: number): (c: CutKnobs) => boolean {
  return (c) => c.split_k === 1 || partOf(c, k) < k;
}

/**
 * The stage that multiplies: `stage` itself, at the root, or one that computes its parts, which `stage` then adds up in
 * a kernel of its own.
 */
export function splitK(s: Schedule, stage: Stage, knobs: CutKnobs, k: number): Stage {
  if (knobs.split_k === 1) return stage;
  const { name } = stage.loops.find(isReduce)!;
  const parts = s.accumulate(stage, name, partOf(knobs, k), 'workspace');
  elementwise(s, stage);
  return parts;
}
