/** Made of the files beside it by `npm run registries`. */
export { binaries, variadics, where } from './binary.js';
export { ifOperator } from './control/if.js';
export { loop } from './control/loop.js';
export { scan } from './control/scan.js';
export { conv, convTranspose } from './conv.js';
export { concat, split, slice, gather, transpose, expand, tile, pad } from './moves.js';
export { normalizations, batchNormalization } from './normalizations.js';
export { maxPool, averagePool } from './pools.js';
export { gemm, matMul } from './products.js';
export { dequantizeLinear, quantizeLinear, dynamicQuantizeLinear } from './quantisation.js';
export { quantisedOperators } from './quantised.js';
export { gru } from './recurrent/gru.js';
export { lstm } from './recurrent/lstm.js';
export { rnn } from './recurrent/rnn.js';
export { reductions } from './reduce.js';
export { reshape, flatten, squeeze, unsqueeze, depthSpace, identity, dropout, constants } from './reshape.js';
export { resize, upsample } from './resize.js';
export { unaries, clip, cast } from './unary.js';
