import type { Loop } from './loop.js';
import type { Stage } from './stage.js';

/**
 * Spreads the iterations of a stage's outermost loops evenly over blocks of so many threads of a GPU, neighbours by
 * neighbours; all that is inside them is a thread's own. Returns the loop over the threads of a block.
 */
export function spread(stage: Stage, loops: readonly Loop[], threads: number): Loop {
  const all = loops.reduce((outer, inner) => stage.fuse(outer, inner));
  const [block, thread] = stage.split(all, threads, 'guard');
  stage.bind(block, 'blockX').bind(thread, 'threadX');
  return thread;
}
