/** Made of the files beside it by `npm run registries`. */
export { attention } from './attention.js';
export { lrn } from './lrn.js';
export { matMulNBits } from './mat-mul-n-bits.js';
export { norm } from './norm.js';
export { rotary } from './rotary.js';
export { softmax } from './softmax.js';
