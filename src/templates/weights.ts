import type { Layout } from '../ir/layout.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Tensor } from '../ir/tensor.js';
import { elementwise } from './gpu-copies.js';
import { single, type Products } from './narrow.js';

/**
 * Packs a convolution's weights, its second input, in tiles of output channels: prepacked where they are
 * constant, otherwise on each call, where `threads` share the tiles.
 */
export function packWeights(s: Schedule, layout: Layout, threads: number, types: PackedTypes = single): void {
  const panels = packed(s, layout, types);
  if (panels.scope === 'prepacked' || threads === 1) return;
  const tile = layout.findIndex((dim) => typeof dim !== 'number');
  panels.parallel(panels.loops.slice(0, tile + 1).reduce((a, b) => panels.fuse(a, b)));
}

/** The image and the weights that a convolution reads. */
export function inputsOf({ computation }: Schedule): readonly [data: Tensor, weights: Tensor] {
  return [computation.inputs[0]!, computation.inputs[1]!];
}

/** The same on a GPU: a kernel of its own, in which each thread copies an element. */
export function transposeWeights(s: Schedule, layout: Layout): void {
  elementwise(s, packed(s, layout));
}

/** Types of the copies, where these are others. */
type PackedTypes = Pick<Products, 'ahead' | 'widened'>;

function packed(s: Schedule, layout: Layout, { ahead, widened }: PackedTypes = single): Stage {
  const [, weights] = inputsOf(s);
  if (s.computation.constants.includes(weights)) return s.pack(weights, layout, 'prepacked', ahead);
  return s.pack(weights, layout, 'workspace', widened);
}
