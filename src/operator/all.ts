/** Made of the files beside it by `npm run registries`. */
export { attention } from './attention.js';
export { batchMatmul } from './batch-matmul.js';
export { convPool } from './conv-pool.js';
export { conv2dTranspose } from './conv2d-transpose.js';
export { conv2d } from './conv2d.js';
export { dense } from './dense.js';
export { elementwise } from './elementwise.js';
export { lrn } from './lrn.js';
export { matmulNBits } from './matmul-nbits.js';
export { matmul } from './matmul.js';
export { mlp } from './mlp.js';
export { norm } from './norm.js';
export { pipeline } from './pipeline.js';
export { pool } from './pool.js';
export { reduce } from './reduce.js';
export { separable } from './separable.js';
export { softmax } from './softmax.js';
