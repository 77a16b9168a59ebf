/** Stages of GPU templates that threads share evenly: copies into shared memory, and kernels that compute one element a thread. */
import type { Loop } from '../ir/loop.js';
import { isReduce } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';

/** Threads of a block that computes one element a thread. */
const elementwiseThreads = 256;

/**
 * The copy of a tile by all threads of a block (rows x columns of them), neighbours by neighbours, `vector` floats at a time. The first `outer`
 * dimensions are loops around it.
 */
export function shareCopy(
  copy: Stage,
  outer: number,
  [rows, columns]: readonly [number, number],
  vector: number,
): Stage {
  const all = copy.loops.slice(outer).reduce((a, b) => copy.fuse(a, b));
  const [vectors, lane] = copy.split(all, vector, 'min');
  const [step, thread] = copy.split(vectors, rows * columns, 'guard');
  const [y, x] = copy.split(thread, columns, 'guard');
  return copy.unroll(step).bind(y, 'threadY').bind(x, 'threadX').vectorize(lane, vector);
}

/** A stage at the root as a kernel in which each thread computes one element, its sum, if there is one, in a register. */
export function elementwise(s: Schedule, stage: Stage): void {
  const sum = stage.compute.reduction ? s.cacheWrite(stage, 'register') : undefined;
  const all = [...stage.loops].reduce((a, b) => stage.fuse(a, b));
  const [block, thread] = stage.split(all, elementwiseThreads, 'guard');
  stage.bind(block, 'blockX').bind(thread, 'threadX');
  if (!sum) return;
  sum.computeAt(stage, thread);
  sum.unroll(...sum.loops.filter((l: Loop) => !isReduce(l)));
}
