/** Made of the files beside it by `npm run registries`. */
export { amxbf16 } from './amxbf16.js';
export { amxint8 } from './amxint8.js';
export { avx } from './avx.js';
export { avx2 } from './avx2.js';
export { avx512bf16 } from './avx512bf16.js';
export { avx512bw } from './avx512bw.js';
export { avx512f } from './avx512f.js';
export { avx512vl } from './avx512vl.js';
export { avx512vnni } from './avx512vnni.js';
export { avxvnni } from './avxvnni.js';
export { bf16 } from './bf16.js';
export { dotprod } from './dotprod.js';
export { f16c } from './f16c.js';
export { fma } from './fma.js';
export { i8mm } from './i8mm.js';
export { neon } from './neon.js';
export { sse2 } from './sse2.js';
