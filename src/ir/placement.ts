/** Which stages are computed inside which loops of another. */
import type { Loop } from './loop.js';
import type { Stage } from './stage.js';

/** Stages that are placed at this loop of a stage. */
export function placedAt(stages: readonly Stage[], stage: Stage, loop: Loop): Stage[] {
  return stages.filter(({ placement: p }) => p.kind === 'at' && p.stage === stage && p.loop === loop);
}

/** Stages placed at these loops of a stage, and those placed inside them. */
export function placedInside(stages: readonly Stage[], stage: Stage, loops: readonly Loop[]): Stage[] {
  const direct = loops.flatMap((loop) => placedAt(stages, stage, loop));
  return direct.flatMap((inner) => [inner, ...placedInside(stages, inner, inner.loops)]);
}
