/**
 * Stages of GPU templates that threads share evenly: copies into shared memory, and kernels that compute one element a
 * thread.
 */
import type { KernelType } from '../elements/registry.js';
import type { Loop } from '../ir/loop.js';
import { isReduce } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { spread } from '../ir/threads.js';
import { product } from './gpu-limits.js';

/** Whether any code of a GPU converts elements of a type when it reads and writes them. */
export const isConverted = ({ kernels: { cuda } }: KernelType): boolean => cuda !== undefined && !cuda.matrixOnly;

/** Threads of a block that computes one element a thread. */
const elementwiseThreads = 256;
/** Vectors that the code of a thread's copy unrolls where nothing bounds them; longer copies are loops. */
export const maxUnrolledCopies = 8;

/** Vectors of a tile of so many elements that each thread copies, at most. */
export function copiesOf(elements: number, vector: number, threads: readonly number[]): number {
  return Math.ceil(elements / (vector * product(threads)));
}

/**
 * Elements that may lie unused behind each run in shared memory that neighbouring threads read one of: none; those of a
 * bank, so that runs of an even number of banks start in different ones; those of a vector, so that vectors stay
 * aligned.
 */
export function padsOf(dtype: DType): number[] {
  return [0, 4, 16].map((bytes) => bytes / elementBytes(dtype));
}

/**
 * The copy of a tile by all threads of a block (their extents along z, y and x, or the last of these), neighbours by
 * neighbours, `vector` elements at a time. The first `outer` dimensions are loops around it. Whether the code unrolls
 * all that one thread copies is the caller's to say.
 */
export function cooperativeCopy(
  copy: Stage,
  outer: number,
  threads: readonly number[],
  vector: number,
  isUnrolled: boolean,
): Stage {
  // From the inside out, so that a run over several dimensions stays one: its place is a remainder, of which they are
  // quotients and remainders.
  const all = copy.loops.slice(outer).reduceRight((inside, loop) => copy.fuse(loop, inside));
  const [vectors, lane] = copy.split(all, vector, 'min');
  const [step] = bindThreads(copy, vectors, threads);
  if (isUnrolled) copy.unroll(step);
  return copy.vectorize(lane, vector);
}

/**
 * Spreads a loop over the threads of a block, neighbours by neighbours. Returns the loop over what is left for each,
 * and the innermost over threads.
 */
export function bindThreads(stage: Stage, loop: Loop, threads: readonly number[]): [step: Loop, thread: Loop] {
  const [step, thread] = stage.split(loop, product(threads), 'guard');
  const axes = (['threadZ', 'threadY', 'threadX'] as const).slice(-threads.length);
  let rest = thread;
  axes.slice(0, -1).forEach((axis, i) => {
    const [own, inside] = stage.split(rest, product(threads.slice(i + 1)), 'guard');
    stage.bind(own, axis);
    rest = inside;
  });
  stage.bind(rest, 'threadX');
  return [step, rest];
}

/** The most lanes of a vector of which rows of any of these lengths are made. */
export function lanesOf(...extents: number[]): number {
  return [4, 2].find((lanes) => extents.every((extent) => extent % lanes === 0)) ?? 1;
}

/** The innermost loops of a thread as code without loops: vectors of `lanes` along one of them. */
export function unrollInnermost(stage: Stage, loops: readonly Loop[], along: Loop, lanes: number): Stage {
  const others = [...loops];
  const [vectors, lane] = stage.split(along, lanes, 'min');
  others[others.indexOf(along)] = vectors;
  return stage
    .reorder(...others, lane)
    .unroll(...others)
    .vectorize(lane, lanes);
}

/**
 * A stage at the root as a kernel in which each thread computes one element, its sum, if there is one, in a register.
 */
export function elementwise(s: Schedule, stage: Stage): void {
  const sum = stage.compute.reduction ? s.cacheWrite(stage, 'register') : undefined;
  const thread = spread(stage, [...stage.loops], elementwiseThreads);
  if (!sum) return;
  sum.computeAt(stage, thread);
  sum.unroll(...sum.loops.filter((l: Loop) => !isReduce(l)));
}
