/** Register tiles of a few vectors along one loop, for what is bound by memory. */
import type { Loop } from '../ir/loop.js';
import type { Stage } from '../ir/stage.js';

/** Cuts a loop into blocks of `vectors` vectors, which are unrolled; returns the loop over blocks, and the rest. */
export function inVectors(stage: Stage, loop: Loop, lanes: number, vectors: number): [Loop, Loop, Loop] {
  const [blocks, block] = stage.split(loop, lanes * vectors, 'peel');
  const [vector, lane] = stage.split(block, lanes, 'min');
  stage.unroll(vector).vectorize(lane, lanes);
  return [blocks, vector, lane];
}

/** The same of a stage that is computed for one block. */
export function inBlock(stage: Stage, loop: Loop, lanes: number): [Loop, Loop] {
  const [vector, lane] = stage.split(loop, lanes, 'min');
  stage.unroll(vector).vectorize(lane, lanes);
  return [vector, lane];
}
