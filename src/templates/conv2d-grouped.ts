/**
 * conv2d with groups of few channels, in NHWC and in blocks of channels: vectors run over the output channels of
 * several groups, see `conv2d-group-tiles.ts`.
 */
import { conv2d, conv2dShape } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { defineGroupTiles, scheduleGroupTiles, suggestGroupTiles } from './conv2d-group-tiles.js';
import { defineTemplate } from './define-template.js';
import { isOnCpu } from './narrow.js';
import { divisors, tileRegisters } from './register-tile.js';

/** What multiply-adds cost whose inputs are picked out of vectors. */
const PICKING = 1.3;

export const conv2dGrouped = defineTemplate({
  name: 'conv2d.grouped',
  operator: 'conv2d',
  target: 'simd',
  summary: 'groups of few channels: vectors over the channels of several groups, tiles of pixels',
  version: 1,
  dtypes: isOnCpu,
  saving: 'GFLOPS count products with the padding, which these kernels may skip',
  refuses: (workload, target) => {
    const shape = conv2dShape(workload);
    const { groups, inChannels, outChannels, layout } = shape;
    const [icg, ocg] = [inChannels / groups, outChannels / groups];
    const { lanes, registers } = target.vector;
    if (groups === 1) return 'its vectors run over several groups, and there is one';
    if (icg === 1) return 'every group has one input channel: conv2d.depthwise is for it';
    if (layout === 'NCHW') return 'its vectors run along channels, which are not contiguous in NCHW';
    if (ocg % lanes === 0) return `the ${ocg} output channels of a group fill vectors: conv2d.direct is for it`;
    // A vector picks its inputs out of two at most.
    if (icg > 2 * ocg) return `a group has ${icg} input channels for ${ocg} output channels: conv2d.direct is for it`;
    if (tileRegisters(1, leastVectors(shape, lanes)) > registers)
      return `groups of ${ocg} output channels fill whole vectors only together, more than there are registers for`;
    return undefined;
  },
  define: defineGroupTiles,
  suggestions: suggestGroupTiles,
  work: (workload) => PICKING * conv2d.flops(workload),
  schedule: scheduleGroupTiles,
});

/** The fewest vectors that whole groups fill; those of all groups where they fill none. */
function leastVectors({ groups, outChannels }: Conv2dShape, lanes: number): number {
  const ocg = outChannels / groups;
  const together = divisors(lanes, lanes).find((count) => (count * ocg) % lanes === 0)!;
  return Math.ceil((Math.min(together, groups) * ocg) / lanes);
}
