/** conv2d as a matmul over copied patches, a block of pixels at a time: see `conv2d-as-matmul.ts`. */
import { conv2d, conv2dShape } from '../operator/conv2d.js';
import { scheduleMatmul } from './conv2d-as-matmul.js';
import { defineMatmul } from './conv2d-matmul-knobs.js';
import { suggestMatmul, workOfMatmul } from './conv2d-matmul-suggestions.js';
import { defineTemplate } from './define-template.js';
import { isOnCpu } from './narrow.js';
import { patchProducts } from './narrow-patches.js';

/**
 * FLOPs that take as long as the copy of an element of a patch: 4.5 million took 1.5 ms where channels are innermost,
 * and 8 ms otherwise, beside 50 GFLOPS.
 */
const COPYING = { channels: 16, pixels: 85 };

export const conv2dIm2col = defineTemplate({
  name: 'conv2d.im2col',
  operator: 'conv2d',
  target: 'simd',
  summary: 'patches copied block by block, and a matmul over them',
  version: 1,
  dtypes: isOnCpu,
  refuses: (workload) => {
    const { kernel, groups } = conv2dShape(workload);
    if (kernel.every((k) => k === 1)) return 'a 1x1 kernel has patches of one pixel: conv2d.pointwise is for it';
    if (groups > 1) return `its matmul wants all channels, and there are ${groups} groups`;
    return undefined;
  },
  define: (workload, target) => defineMatmul(workload, target, ['copy']),
  suggestions: suggestMatmul,
  work: (workload, target, suggestion) => {
    const shape = conv2dShape(workload);
    const { layout, outChannels } = shape;
    const { matrices } = patchProducts(shape, target.vector);
    const { patches } = suggestion ?? suggestMatmul(workload, target)[0]!;
    if (matrices && patches === 'image') return workOfMatmul(workload, target);
    const copied = conv2d.flops(workload) / 2 / outChannels;
    return workOfMatmul(workload, target) + COPYING[layout === 'NCHW' ? 'pixels' : 'channels'] * copied;
  },
  schedule: scheduleMatmul,
});
