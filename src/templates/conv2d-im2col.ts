/** conv2d as a matmul over copied patches, a block of pixels at a time: see `conv2d-as-matmul.ts`. */
import { conv2dShape } from '../operator/conv2d.js';
import { defineMatmul, scheduleMatmul, suggestMatmul } from './conv2d-as-matmul.js';
import { defineTemplate } from './define-template.js';
import { isOnCpu } from './narrow.js';

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
  schedule: scheduleMatmul,
});
