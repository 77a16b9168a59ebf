import type { Layout } from '../ir/layout.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Tensor } from '../ir/tensor.js';
import { elementwise } from './gpu-copies.js';
import { single, type Products } from './narrow.js';

/** Weights in panels, each of a tile of output channels. */
export interface WeightPanels {
  readonly stage: Stage;
  /** Of a panel. */
  readonly elements: number;
}

/**
 * Packs a convolution's weights, its second input, in tiles of output channels: prepacked where they are
 * constant, otherwise on each call, where `threads` share the tiles.
 */
export function packWeights(s: Schedule, layout: Layout, threads: number, types: PackedTypes = single): WeightPanels {
  const stage = packed(s, layout, types);
  const panels = panelsOf(stage, stage.tensor.shape, layout);
  if (stage.scope === 'prepacked' || threads === 1) return panels;
  stage.parallel(stage.loops.slice(0, tileIn(layout) + 1).reduce((a, b) => stage.fuse(a, b)));
  return panels;
}

/** `shape`: the extents of the layout's dimensions. */
export function panelsOf(stage: Stage, shape: readonly number[], layout: Layout): WeightPanels {
  return { stage, elements: shape.slice(tileIn(layout) + 1).reduce((a, b) => a * b, 1) };
}

/** The place of the dimension that numbers the tiles. */
function tileIn(layout: Layout): number {
  return layout.findIndex((dim) => typeof dim !== 'number');
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
