import type { ElementType } from './element-type.js';
import { halfKernels, halfType, pairText } from './half.js';

/** The upper half of a float32. */
const format = {
  ...{ exponentBits: 8, fractionBits: 7, bias: 127, largest: (2 - 2 ** -7) * 2 ** 127, hasInfinity: true },
  nan: 0x7fff,
};

const toFloat = 'return float_of_bits((uint32_t)bits << 16);';

/** Without branches, which new numbers would mispredict. */
const fromFloat = `const uint32_t bits = bits_of_float(value), nan = 0u - (uint32_t)((bits & 0x7fffffff) > 0x7f800000);
  return (uint16_t)(((bits + 0x7fff + (bits >> 16 & 1)) >> 16 & ~nan) | (0x7fff & nan));`;

const struct = `struct bfloat16 {
  unsigned short bits;
  __device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
  __device__ bfloat16 &operator=(float value) {
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
    const unsigned all = __float_as_uint(value);
    bits = value != value ? 0x7fff : (all + 0x7fff + (all >> 16 & 1)) >> 16;
#endif
    return *this;
  }
${pairText('bfloat16', 'bf16x2')}
};`;

export const bfloat16: ElementType = {
  name: 'bfloat16',
  ...halfType(format),
  kernels: halfKernels({ toFloat, fromFloat }, { memory: 'bfloat16', struct, matrix: 'bf16' }),
  onnx: { code: 16, name: 'BFLOAT16', field: 'int32Data' },
};
