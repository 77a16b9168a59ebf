/** conv2d with a 1x1 kernel as a matmul of pixels and channels, with any stride: see `conv2d-as-matmul.ts`. */
import { conv2dShape } from '../operator/conv2d.js';
import { scheduleMatmul } from './conv2d-as-matmul.js';
import { defineMatmul } from './conv2d-matmul-knobs.js';
import { suggestMatmul, workOfMatmul } from './conv2d-matmul-suggestions.js';
import { defineTemplate } from './define-template.js';
import { isOnCpu } from './narrow.js';
import { patchProducts, readsPixels } from './narrow-patches.js';

export const conv2dPointwise = defineTemplate({
  name: 'conv2d.pointwise',
  operator: 'conv2d',
  target: 'simd',
  summary: '1x1 kernels as a matmul whose rows are pixels, with any stride',
  version: 1,
  dtypes: isOnCpu,
  refuses: (workload) => {
    const { kernel, groups } = conv2dShape(workload);
    if (kernel.some((k) => k > 1)) return `it is for 1x1 kernels, and this one is ${kernel.join('x')}`;
    if (groups > 1) return `its matmul wants all channels, and there are ${groups} groups`;
    return undefined;
  },
  define: (workload, target) => {
    const shape = conv2dShape(workload);
    const { stride, pad, layout } = shape;
    // Vectors of pixels must be contiguous, and borders must be written as zeros.
    const copied = pad.some((p) => p > 0) || (layout === 'NCHW' && stride.some((s) => s > 1));
    const isRead = !copied && readsPixels(shape, patchProducts(shape, target.vector));
    return defineMatmul(workload, target, isRead ? ['image', 'copy'] : ['copy']);
  },
  suggestions: suggestMatmul,
  work: workOfMatmul,
  schedule: scheduleMatmul,
});
