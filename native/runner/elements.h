/*
 * Elements of arguments, written by tune from src/elements/. Floats are rounded to nearest, ties to even, beyond the
 * largest number to infinity where the type has one, and to that number elsewhere.
 */
#ifndef TUNE_ELEMENTS_H
#define TUNE_ELEMENTS_H

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

/* To the nearest whole number, ties to even: from 2^23 on a float is whole, and below the addition rounds. */
static inline float whole_of_float(float value) {
  const uint32_t sign = bits_of_float(value) & 0x80000000u; /* no branch, which new numbers would mispredict */
  const float size = float_of_bits(bits_of_float(value) ^ sign);
  if (!(size < 8388608.0f)) return value;
  return float_of_bits(bits_of_float((size + 8388608.0f) - 8388608.0f) | sign);
}

static inline float float_of_float32(float bits) {
  return bits;
}

static inline float float32_of_float(float value) {
  return value;
}

static inline float float_of_tfloat32(float bits) {
  return bits != bits ? bits : float_of_bits(bits_of_float(bits) & ~0x1fffu);
}

static inline float tfloat32_of_float(float value) {
  return value != value ? value : float_of_bits(bits_of_float(value) & ~0x1fffu);
}

static inline float float_of_float16(uint16_t bits) {
  const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
  const uint32_t small = 0u - (uint32_t)(exponent == 0), beyond = 0u - (uint32_t)(exponent == 0x1f);
  const uint32_t normal = (exponent + 112 + (112 & beyond)) << 23 | mantissa << 13;
  const float subnormal = (float)mantissa * 5.9604644775390625e-8f; /* 2^-24; C++ before 17 has no 0x1p-24 */
  return float_of_bits(sign | (normal & ~small) | (bits_of_float(subnormal) & small));
}

static inline uint16_t float16_of_float(float value) {
  const uint32_t sign = bits_of_float(value) >> 16 & 0x8000, bits = bits_of_float(value) & 0x7fffffff;
  /* Whether it is below 2^-14, from 2^16 on, or beyond infinity, by the borrow: gcc branches on comparisons. */
  const uint32_t small = 0u - ((bits - 0x38800000) >> 31), large = ((bits - 0x47800000) >> 31) - 1u;
  const uint32_t nan = 0u - ((0x7f800000 - bits) >> 31);
  /* A carry goes on into the exponent, at last to infinity. */
  const uint32_t normal = (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13;
  /* In [0.5, 1) the last bit of a float is worth 2^-24, as that of a subnormal number is: the addition rounds. */
  const uint32_t subnormal = bits_of_float(float_of_bits(bits) + 0.5f) - 0x3f000000;
  const uint32_t number = sign | (normal & ~(small | large)) | (subnormal & small) | (0x7c00 & large);
  return (uint16_t)((number & ~nan) | (0x7fff & nan));
}

static inline float float_of_bfloat16(uint16_t bits) {
  return float_of_bits((uint32_t)bits << 16);
}

static inline uint16_t bfloat16_of_float(float value) {
  const uint32_t bits = bits_of_float(value), nan = 0u - (uint32_t)((bits & 0x7fffffff) > 0x7f800000);
  return (uint16_t)(((bits + 0x7fff + (bits >> 16 & 1)) >> 16 & ~nan) | (0x7fff & nan));
}

static inline float float_of_int8(int8_t bits) {
  return (float)bits;
}

static inline int8_t int8_of_float(float value) {
  if (value != value) return 0;
  if (value <= -128.0f) return -128;
  if (value >= 127.0f) return 127;
  return (int8_t)whole_of_float(value);
}

static inline float float_of_int32(int32_t bits) {
  return (float)bits;
}

static inline int32_t int32_of_float(float value) {
  if (value != value) return 0;
  if (value <= -2147483648.0f) return -2147483647 - 1;
  if (value >= 2147483647.0f) return 2147483647;
  return (int32_t)whole_of_float(value);
}

static inline float float_of_uint8(uint8_t bits) {
  return (float)bits;
}

static inline uint8_t uint8_of_float(float value) {
  if (value != value) return 0;
  if (value <= 0.0f) return 0;
  if (value >= 255.0f) return 255;
  return (uint8_t)whole_of_float(value);
}

#define TUNE_EACH_ELEMENT(X) X(float32, float) X(tfloat32, float) X(float16, uint16_t) X(bfloat16, uint16_t) X(int8, int8_t) X(int32, int32_t) X(uint8, uint8_t)

#ifdef TUNE_ELEMENT_TABLE

#include <stddef.h>

struct element_type {
  const char *name;
  size_t bytes;
  int is_float; /* whether elements lie in memory as floats */
  int is_whole;
  /* Elements that were not written, in the checks of a kernel by turns; smaller ones fill four bytes. */
  uint32_t poison[2];
  /* Random numbers of the type, from uniform ones in [-1, 1), in place. */
  void (*draw)(float *values, size_t count);
  /* To the nearest numbers of the type, in place. */
  void (*round)(float *values, size_t count);
  void (*narrow)(void *to, const float *from, size_t count);
  void (*widen)(float *to, const void *from, size_t count);
};

static void draw_float32(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_float32(float32_of_float(values[i]));
}

static void round_float32(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_float32(float32_of_float(values[i]));
}

static void narrow_float32(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((float *)to)[i] = float32_of_float(from[i]);
}

static void widen_float32(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_float32(((const float *)from)[i]);
}

static void draw_tfloat32(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_tfloat32(tfloat32_of_float(values[i]));
}

static void round_tfloat32(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_tfloat32(tfloat32_of_float(values[i]));
}

static void narrow_tfloat32(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((float *)to)[i] = tfloat32_of_float(from[i]);
}

static void widen_tfloat32(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_tfloat32(((const float *)from)[i]);
}

static void draw_float16(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_float16(float16_of_float(values[i]));
}

static void round_float16(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_float16(float16_of_float(values[i]));
}

static void narrow_float16(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint16_t *)to)[i] = float16_of_float(from[i]);
}

static void widen_float16(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_float16(((const uint16_t *)from)[i]);
}

static void draw_bfloat16(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_bfloat16(bfloat16_of_float(values[i]));
}

static void round_bfloat16(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_bfloat16(bfloat16_of_float(values[i]));
}

static void narrow_bfloat16(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint16_t *)to)[i] = bfloat16_of_float(from[i]);
}

static void widen_bfloat16(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_bfloat16(((const uint16_t *)from)[i]);
}

static void draw_int8(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_int8(int8_of_float(-128.0f + (float)(int)((values[i] + 1) * 128.0f)));
}

static void round_int8(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_int8(int8_of_float(values[i]));
}

static void narrow_int8(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((int8_t *)to)[i] = int8_of_float(from[i]);
}

static void widen_int8(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_int8(((const int8_t *)from)[i]);
}

static void draw_int32(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_int32(int32_of_float(-32768.0f + (float)(int)((values[i] + 1) * 32768.0f)));
}

static void round_int32(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_int32(int32_of_float(values[i]));
}

static void narrow_int32(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((int32_t *)to)[i] = int32_of_float(from[i]);
}

static void widen_int32(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_int32(((const int32_t *)from)[i]);
}

static void draw_uint8(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_uint8(uint8_of_float(0.0f + (float)(int)((values[i] + 1) * 128.0f)));
}

static void round_uint8(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_uint8(uint8_of_float(values[i]));
}

static void narrow_uint8(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = uint8_of_float(from[i]);
}

static void widen_uint8(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_uint8(((const uint8_t *)from)[i]);
}

static const struct element_type element_types[] = {
  {"float32", 4, 1, 0, {0xffffffffu, 0xffffffffu}, draw_float32, round_float32, narrow_float32, widen_float32},
  {"tfloat32", 4, 1, 0, {0xffffffffu, 0xffffffffu}, draw_tfloat32, round_tfloat32, narrow_tfloat32, widen_tfloat32},
  {"float16", 2, 0, 0, {0xffffffffu, 0xffffffffu}, draw_float16, round_float16, narrow_float16, widen_float16},
  {"bfloat16", 2, 0, 0, {0xffffffffu, 0xffffffffu}, draw_bfloat16, round_bfloat16, narrow_bfloat16, widen_bfloat16},
  {"int8", 1, 0, 1, {0x80808080u, 0x7f7f7f7fu}, draw_int8, round_int8, narrow_int8, widen_int8},
  {"int32", 4, 0, 1, {0x80000000u, 0x7fffffffu}, draw_int32, round_int32, narrow_int32, widen_int32},
  {"uint8", 1, 0, 1, {0x0u, 0xffffffffu}, draw_uint8, round_uint8, narrow_uint8, widen_uint8},
};

#endif

#endif
