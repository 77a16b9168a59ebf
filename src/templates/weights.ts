import type { Layout } from '../ir/layout.js';
import type { Schedule } from '../ir/schedule.js';

/**
 * Packs a convolution's weights, its second input, in tiles of output channels: ahead of the calls where they are constant, otherwise on each
 * call, where `threads` share the tiles.
 */
export function packWeights(s: Schedule, layout: Layout, threads: number): void {
  const weights = s.computation.inputs[1];
  const ahead = s.computation.constants.includes(weights);
  const panels = s.pack(weights, layout, ahead ? 'ahead' : 'workspace');
  if (ahead || threads === 1) return;
  const tile = layout.findIndex((dim) => typeof dim !== 'number');
  panels.parallel(panels.loops.slice(0, tile + 1).reduce((a, b) => panels.fuse(a, b)));
}
