/** Register tiles of a few vectors along one loop, for what is bound by memory. */
import { isReduce, type Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
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

/** Has a copy convert its elements, neighbours along a loop, in vectors. */
export function widenInVectors(copy: Stage, loop: Loop, lanes: number): void {
  const [, lane] = copy.split(loop, lanes, 'peel');
  copy.vectorize(lane, lanes);
}

/** A register tile inside of the loops `around`: the loops `tile`, then vectors along one more, all unrolled. */
export function tileInVectors(
  stage: Stage,
  around: readonly Loop[],
  tile: readonly Loop[],
  along: Loop,
  lanes: number,
): void {
  const [vector, lane] = inBlock(stage, along, lanes);
  stage.reorder(...around, ...tile, vector, lane).unroll(...tile);
}

interface Row {
  /** Elements that become one. */
  readonly reduced: number;
  readonly lanes: number;
  /** Where it is computed. */
  readonly out: Stage;
  readonly place: Loop;
}

/** A reduction along contiguous rows, a few of them at once: in the lanes of vectors, where one is filled. */
export function alongRow(s: Schedule, stage: Stage, axis: string, { reduced, lanes, out, place }: Row): void {
  const isVector = reduced >= lanes;
  const { partial, rest } = isVector
    ? s.rfactor(stage, axis, lanes, 'register')
    : { partial: undefined, rest: undefined };
  for (const one of [stage, ...(partial ? [partial] : []), ...(rest ? [rest] : [])]) one.computeAt(out, place);
  if (!partial) {
    unrollRows(stage, stage.loop(axis));
    return;
  }
  const lane = partial.loop('lane');
  partial.reorder(partial.loop(`${axis}o`), ...partial.loops.filter((loop) => !isReduce(loop) && loop !== lane), lane);
  partial.unroll(...partial.loops.filter((loop) => !isReduce(loop) && loop !== lane)).vectorize(lane, lanes);
  unrollRows(stage, stage.loop('lane'));
  stage.unroll(stage.loop('lane'));
  if (rest) unrollRows(rest, rest.loop(`${axis}r`));
}

function unrollRows(stage: Stage, over: Loop): void {
  const rows = stage.loops.filter((loop) => !isReduce(loop));
  stage.reorder(over, ...rows).unroll(...rows);
}
