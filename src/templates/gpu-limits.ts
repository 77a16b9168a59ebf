/** What a GPU allows a block of threads, as the constraints of templates say it. */
import type { Gpu } from '../target/gpu.js';

/** What `fitsThreads` demands, as a clause. */
export function threadLimits({ warp, threadsPerBlock, block }: Gpu): string {
  return `a block has ${warp} to ${threadsPerBlock} threads, at most ${block[2]} along the outermost axis`;
}

/**
 * Whether a block may have these threads along z, y and x; less than a warp of them only where the whole result is
 * `small`.
 */
export function fitsThreads(gpu: Gpu, threads: readonly number[], small: boolean): boolean {
  const count = product(threads);
  return count <= gpu.threadsPerBlock && threads[0]! <= gpu.block[2] && (count >= gpu.warp || small);
}

/** Whether a block of these threads can have so many registers each. */
export function fitsRegisters(gpu: Gpu, threads: readonly number[], registers: number): boolean {
  const lanes = Math.ceil(product(threads) / gpu.warp) * gpu.warp;
  return registers <= gpu.registersPerThread && lanes * registers <= gpu.registersPerBlock;
}

/** All of them multiplied: threads of a block, elements of a tile. */
export function product(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a * b, 1);
}
