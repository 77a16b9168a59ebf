/*
 * Types of elements of two bytes: float16 (IEEE 754 binary16) and bfloat16 (the upper half of a float). Every number of
 * theirs is a float; floats are rounded to nearest, ties to even, beyond the largest number to infinity. Compiled as C
 * and as C++, on any machine.
 */
#ifndef TUNE_TYPES_H
#define TUNE_TYPES_H

#include <stdint.h>

static inline uint32_t bits_of_float(float value) {
  union { float value; uint32_t bits; } both;
  both.value = value;
  return both.bits;
}

static inline float float_of_bits(uint32_t bits) {
  union { uint32_t bits; float value; } both;
  both.bits = bits;
  return both.value;
}

static inline float float_of_bfloat16(uint16_t bits) { return float_of_bits((uint32_t)bits << 16); }

static inline uint16_t bfloat16_of_float(float value) {
  const uint32_t bits = bits_of_float(value);
  if (value != value) return 0x7fff;
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static inline float float_of_float16(uint16_t bits) {
  const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
  if (exponent == 0x1f) return float_of_bits(sign | 0x7f800000 | mantissa << 13);
  if (exponent > 0) return float_of_bits(sign | (exponent + 112) << 23 | mantissa << 13);
  const float subnormal = (float)mantissa * 0x1p-24f;
  return sign ? -subnormal : subnormal;
}

static inline uint16_t float16_of_float(float value) {
  const uint32_t sign = bits_of_float(value) >> 16 & 0x8000, bits = bits_of_float(value) & 0x7fffffff;
  if (bits > 0x7f800000) return 0x7fff;
  if (bits >= 0x47800000) return (uint16_t)(sign | 0x7c00); /* 2^16 */
  if (bits >= 0x38800000) /* 2^-14; a carry goes on into the exponent, at last to infinity */
    return (uint16_t)(sign | (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13);
  /* In [0.5, 1) the last bit of a float is worth 2^-24, as that of a subnormal number is: the addition rounds. */
  return (uint16_t)(sign | (bits_of_float(float_of_bits(bits) + 0.5f) - 0x3f000000));
}

#endif
