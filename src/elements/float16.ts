import type { ElementType } from './element-type.js';
import { halfKernels, halfType, pairText } from './half.js';

/** IEEE 754 binary16. */
const format = {
  ...{ exponentBits: 5, fractionBits: 10, bias: 15, largest: 65504, hasInfinity: true },
  nan: 0x7fff,
};

/** Without branches, which new numbers would mispredict. */
const toFloat = `const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
  const uint32_t small = 0u - (uint32_t)(exponent == 0), beyond = 0u - (uint32_t)(exponent == 0x1f);
  const uint32_t normal = (exponent + 112 + (112 & beyond)) << 23 | mantissa << 13;
  const float subnormal = (float)mantissa * 5.9604644775390625e-8f; /* 2^-24; C++ before 17 has no 0x1p-24 */
  return float_of_bits(sign | (normal & ~small) | (bits_of_float(subnormal) & small));`;

const fromFloat = `const uint32_t sign = bits_of_float(value) >> 16 & 0x8000, bits = bits_of_float(value) & 0x7fffffff;
  /* Whether it is below 2^-14, from 2^16 on, or beyond infinity, by the borrow: gcc branches on comparisons. */
  const uint32_t small = 0u - ((bits - 0x38800000) >> 31), large = ((bits - 0x47800000) >> 31) - 1u;
  const uint32_t nan = 0u - ((0x7f800000 - bits) >> 31);
  /* A carry goes on into the exponent, at last to infinity. */
  const uint32_t normal = (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13;
  /* In [0.5, 1) the last bit of a float is worth 2^-24, as that of a subnormal number is: the addition rounds. */
  const uint32_t subnormal = bits_of_float(float_of_bits(bits) + 0.5f) - 0x3f000000;
  const uint32_t number = sign | (normal & ~(small | large)) | (subnormal & small) | (0x7c00 & large);
  return (uint16_t)((number & ~nan) | (0x7fff & nan));`;

const struct = `struct float16 {
  unsigned short bits;
  __device__ operator float() const {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
  }
  __device__ float16 &operator=(float value) {
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return *this;
  }
${pairText('float16', 'f16x2')}
};`;

export const float16: ElementType = {
  name: 'float16',
  ...halfType(format),
  kernels: halfKernels({ toFloat, fromFloat }, { memory: 'float16', struct, matrix: 'f16' }),
  c: { name: '_Float16', inCuda: false },
  onnx: { code: 10, name: 'FLOAT16', field: 'int32Data' },
  numpy: 'float16',
};
