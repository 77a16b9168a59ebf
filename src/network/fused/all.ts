/** Made of the files beside it by `npm run registries`. */
export { lrn } from './lrn.js';
export { softmax } from './softmax.js';
