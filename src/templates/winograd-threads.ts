/**
 * What threads of a GPU do for Winograd's filtering, wherever its products are computed: each transforms in its
 * registers.
 */
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { spread } from '../ir/threads.js';
import { inputsOf } from './weights.js';
import type { Stages } from './winograd-computation.js';

/**
 * Computes a stage inside a loop of its reader in a thread's registers; returns the first of the loops over what is
 * needed there.
 */
export function inRegisters(stage: Stage, reader: Stage, loop: Loop, names: readonly string[]): Loop {
  const inside = names.map((name) => stage.loop(name));
  const single = stage.loops.filter((l) => !inside.includes(l));
  stage.scope = 'register';
  stage.reorder(...single, ...inside).unroll(...inside);
  stage.computeAt(reader, loop);
  return inside[0]!;
}

/** Reads the input in place, with a border of zeros. */
export function inlineBorder(s: Schedule, { image }: Stages): void {
  if (image?.transposed) s.inline(image.transposed);
  if (image) s.inline(image.padded);
}

/** U, a thread the kernel of an input and an output channel; prepacked where the weights are constant. */
export function transformWeights(s: Schedule, { taps, weightColumns, u }: Stages, threads = 128): void {
  const [, weights] = inputsOf(s);
  s.stage(u).scope = s.computation.constants.includes(weights) ? 'prepacked' : 'workspace';
  const thread = spreadPoints(s.stage(u), threads);
  const column = inRegisters(s.stage(weightColumns), s.stage(u), thread, ['kw', 'a']);
  inRegisters(s.stage(taps), s.stage(weightColumns), column, ['kh']);
}

/** A transform [a, b, …] by threads that make all points of an element of the others. */
export function spreadPoints(stage: Stage, threads: number): Loop {
  const [a, b] = [stage.loop('a'), stage.loop('b')];
  const others = stage.loops.filter((l) => l !== a && l !== b);
  stage.reorder(...others, a, b).unroll(a, b);
  return spread(stage, others, threads);
}
