/** conv2d, depthwise: every input channel has kernels of its own, and is a group: see `conv2d-group-tiles.ts`. */
import { conv2dShape } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { defineGroupTiles, scheduleGroupTiles, suggestGroupTiles } from './conv2d-group-tiles.js';
import { defineTemplate } from './define-template.js';
import { isOnCpu } from './narrow.js';

/** Kernels of a channel: a register tile holds the outputs of all of them. */
export const maxMultiplier = 8;

export const conv2dDepthwise = defineTemplate({
  name: 'conv2d.depthwise',
  operator: 'conv2d',
  target: 'simd',
  summary: 'one kernel a channel: tiles of pixels × channels, the border apart from the interior',
  version: 1,
  dtypes: isOnCpu,
  saving: 'GFLOPS count products with the padding, which these kernels may skip',
  refuses: (workload) => refusesDepthwise(conv2dShape(workload), 'conv2d.direct'),
  define: defineGroupTiles,
  suggestions: suggestGroupTiles,
  schedule: scheduleGroupTiles,
});

/** Why a convolution is not depthwise, as a clause, with the template that is for it. */
export function refusesDepthwise({ groups, inChannels, outChannels }: Conv2dShape, other: string): string | undefined {
  if (groups !== inChannels)
    return `its channels have kernels of their own, and a group has ${inChannels / groups} input channels`;
  if (outChannels > maxMultiplier * groups)
    return `every channel has ${outChannels / groups} kernels, and more than ${maxMultiplier} are as good as a dense convolution: ${other} is for it`;
  return undefined;
}
