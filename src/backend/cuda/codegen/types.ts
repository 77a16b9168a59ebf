/**
 * Types of elements in CUDA. Memory holds `float`, `float16` or `bfloat16`; the last two are classes of our own (CUDA's
 * headers of theirs take nvcc up to 0.15 s to read) that convert to float when they are read and round to nearest even
 * when a float is assigned; assigned to each other they are copied.
 */
import { elementBytes } from '../../../ir/tensor.js';
import type { DType } from '../../../ir/tensor.js';
import { numberText } from '../../../codegen/scalar-text.js';

/** What an element is called in memory. */
export function memoryType(dtype: DType): 'float' | 'float16' | 'bfloat16' {
  return dtype === 'tfloat32' || dtype === 'float32' ? 'float' : dtype;
}

/** The type that moves so many neighbours at once, 4, 8 or 16 bytes; undefined where there is none. */
export function vectorType(dtype: DType, count: number): string | undefined {
  const types = elementBytes(dtype) === 4 ? { 2: 'float2', 4: 'float4' } : { 2: 'unsigned', 4: 'uint2', 8: 'uint4' };
  return (types as Readonly<Record<number, string>>)[count];
}

/** A vector of these floats, rounded to the type. */
export function vectorOf(dtype: DType, lanes: readonly string[]): string {
  const type = memoryType(dtype);
  if (type === 'float') return `make_float${lanes.length}(${lanes.join(', ')})`;
  const evenLanes = lanes.filter((_, i) => i % 2 === 0);
  return words(evenLanes.map((lane, i) => `${type}::pair(${lane}, ${lanes[2 * i + 1]})`));
}

/** A lane of a named vector. */
export function laneOf(dtype: DType, vector: string, lane: number): string {
  const type = memoryType(dtype);
  return type === 'float' ? `${vector}.${'xyzw'[lane]}` : `((const ${type} *)&${vector})[${lane}]`;
}

/** The same number in all lanes; undefined where no such vector is moved at once. */
export function constantVector(dtype: DType, value: number, count: number): string | undefined {
  if (!vectorType(dtype, count)) return undefined;
  if (value === 0 && elementBytes(dtype) === 2) return words(new Array<string>(count / 2).fill('0u'));
  return vectorOf(dtype, new Array<string>(count).fill(numberText(value)));
}

function words(values: readonly string[]): string {
  const list = values.join(', ');
  return values.length === 1 ? list : `make_uint${values.length}(${list})`;
}

/** A struct of the device: its name and definition. On the CPU `native/cuda/host.h` has one of that name. */
export type Struct = readonly [name: string, text: string];

/** Of these structs and the types of elements those that the texts name. */
export function typesUsed(texts: readonly string[], structs: readonly Struct[]): string[] {
  const used = [...structs, ...elementTypes].filter(([name]) =>
    texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  if (used.length === 0) return [];
  return [['#ifndef TUNE_CUDA_HOST_H', ...used.map(([, text]) => text), '#endif'].join('\n')];
}

const elementTypes: readonly Struct[] = [
  [
    'float16',
    `struct float16 {
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
};`,
  ],
  [
    'bfloat16',
    `struct bfloat16 {
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
};`,
  ],
];

/** Two floats in the halves of a word, the first in the lower. */
function pairText(type: string, ptx: string): string {
  return `  static __device__ unsigned pair(float low, float high) {
#if __CUDA_ARCH__ >= 800
    unsigned both;
    asm("cvt.rn.${ptx}.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    ${type} a, b;
    a = low;
    b = high;
    return a.bits | (unsigned)b.bits << 16;
#endif
  }`;
}
