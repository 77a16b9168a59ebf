/**
 * Types of elements in CUDA. Memory holds `float`, or what an element type defines: a struct of our own (CUDA's headers
 * of halves take nvcc up to 0.15 s to read) that converts to float when it is read and rounds to nearest even when a
 * float is assigned; assigned to each other structs are copied.
 */
import { numberText } from '../../../codegen/scalar-text.js';
import type { CudaElements } from '../../../elements/element-type.js';
import { kernelElements, kernelTypes } from '../../../elements/registry.js';
import { InstantiationError } from '../../../ir/errors.js';
import { elementBytes, valueType } from '../../../ir/tensor.js';
import type { DType } from '../../../ir/tensor.js';

/** What CUDA needs of a type. Throws InstantiationError where it has none of it. */
export function cudaElements(dtype: DType): CudaElements {
  const { cuda } = kernelElements(dtype);
  if (cuda === undefined)
    throw new InstantiationError(`CUDA kernels do not support ${dtype}: use another type, or a CPU target`);
  return cuda;
}

/** What an element is called in memory. */
export function memoryType(dtype: DType): string {
  return cudaElements(dtype).memory;
}

/** Whether elements lie in memory as values do. */
export function liesAsValues(dtype: DType): boolean {
  return memoryType(dtype) === memoryType(valueType);
}

/** The type that moves so many neighbours at once, 4, 8 or 16 bytes; undefined where there is none. */
export function vectorType(dtype: DType, count: number): string | undefined {
  const types = liesAsValues(dtype) ? { 8: 'float2', 16: 'float4' } : { 4: 'unsigned', 8: 'uint2', 16: 'uint4' };
  return (types as Readonly<Record<number, string>>)[count * elementBytes(dtype)];
}

/** A vector of these floats, rounded to the type. */
export function vectorOf(dtype: DType, lanes: readonly string[]): string {
  if (liesAsValues(dtype)) return `make_float${lanes.length}(${lanes.join(', ')})`;
  const inWord = 4 / elementBytes(dtype);
  const firsts = lanes.filter((_, i) => i % inWord === 0);
  const call = `${memoryType(dtype)}::${wordFunctions[inWord]!}`;
  return words(firsts.map((_, i) => `${call}(${lanes.slice(i * inWord, (i + 1) * inWord).join(', ')})`));
}

/** Functions of structs of elements that put so many floats into a word. */
const wordFunctions: Readonly<Record<number, string>> = { 2: 'pair', 4: 'quad' };

/** A lane of a named vector. */
export function laneOf(dtype: DType, vector: string, lane: number): string {
  if (liesAsValues(dtype)) return `${vector}.${'xyzw'[lane]}`;
  return `((const ${memoryType(dtype)} *)&${vector})[${lane}]`;
}

/** The same number in all lanes; undefined where no such vector is moved at once. */
export function constantVector(dtype: DType, value: number, count: number): string | undefined {
  if (!vectorType(dtype, count)) return undefined;
  if (value === 0 && !liesAsValues(dtype))
    return words(new Array<string>((count * elementBytes(dtype)) / 4).fill('0u'));
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
  const used = [...structs, ...structsOfElements()].filter(([name]) =>
    texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  if (used.length === 0) return [];
  return [['#ifndef TUNE_CUDA_HOST_H', ...used.map(([, text]) => text), '#endif'].join('\n')];
}

/** Those of element types. */
export function structsOfElements(): readonly Struct[] {
  return kernelTypes().flatMap(({ kernels: { cuda } }): Struct[] =>
    cuda?.struct === undefined ? [] : [[cuda.memory, cuda.struct]],
  );
}
