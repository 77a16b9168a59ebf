/** Made of the files beside it by `npm run registries`. */
export { bfloat16 } from './bfloat16.js';
export { bool } from './bool.js';
export { float16 } from './float16.js';
export { float32 } from './float32.js';
export { float64 } from './float64.js';
export { int16 } from './int16.js';
export { int32 } from './int32.js';
export { int64 } from './int64.js';
export { int8 } from './int8.js';
export { tfloat32 } from './tfloat32.js';
export { uint16 } from './uint16.js';
export { uint32 } from './uint32.js';
export { uint64 } from './uint64.js';
export { uint8 } from './uint8.js';
