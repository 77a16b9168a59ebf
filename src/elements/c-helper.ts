/**
 * The C helper: how elements of each type are converted, drawn and distinguished from poison, for the runner, the
 * emulator of GPUs and exported libraries. It is C and C++ alike, on any machine.
 */
import type { KernelType } from './registry.js';

const prelude = `/*
 * Elements of arguments, written by tune from src/elements/. Floats are rounded to nearest, ties to even, beyond the
 * largest number to infinity where the type has one, and to that number elsewhere.
 */
#ifndef TUNE_ELEMENTS_H
#define TUNE_ELEMENTS_H

#include <stdint.h>`;

/** Functions that the conversions of elements call. */
export const bitHelpers: readonly string[] = [
  `static inline uint32_t bits_of_float(float value) {
  union { float value; uint32_t bits; } both;
  both.value = value;
  return both.bits;
}`,
  `static inline float float_of_bits(uint32_t bits) {
  union { uint32_t bits; float value; } both;
  both.bits = bits;
  return both.value;
}`,
  `/* To the nearest whole number, ties to even: from 2^23 on a float is whole, and below the addition rounds. */
static inline float whole_of_float(float value) {
  const uint32_t sign = bits_of_float(value) & 0x80000000u; /* no branch, which new numbers would mispredict */
  const float size = float_of_bits(bits_of_float(value) ^ sign);
  if (!(size < 8388608.0f)) return value;
  return float_of_bits(bits_of_float((size + 8388608.0f) - 8388608.0f) | sign);
}`,
];

/** A part of a name in C, of the name of a type. */
export function cIdentifier({ name }: Pick<KernelType, 'name'>): string {
  return name.replaceAll('-', '_');
}

/** `float_of_float16` and `float16_of_float`, or what they are of another type. */
export function conversionText(type: KernelType): string {
  return `${toFloatText(type)}\n\n${fromFloatText(type)}`;
}

/** The first of the two alone. */
export function toFloatText(type: KernelType): string {
  const { memory, toFloat } = type.kernels.conversion;
  return `static inline float float_of_${cIdentifier(type)}(${memory} bits) {\n  ${toFloat}\n}`;
}

/** The second of the two alone. */
export function fromFloatText(type: KernelType): string {
  const { memory, fromFloat } = type.kernels.conversion;
  return `static inline ${memory} ${cIdentifier(type)}_of_float(float value) {\n  ${fromFloat}\n}`;
}

/**
 * The helper of these types. `TUNE_EACH_ELEMENT(X)` is `X(name, type in memory)` of each. Where TUNE_ELEMENT_TABLE is
 * defined there is a table `element_types` of them, too, to work on whole arrays by.
 */
export function elementHeader(types: readonly KernelType[]): string {
  return [
    prelude,
    ...bitHelpers,
    ...types.map(conversionText),
    `#define TUNE_EACH_ELEMENT(X) ${types.map((type) => macroCall(type)).join(' ')}`,
    `#ifdef TUNE_ELEMENT_TABLE

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
};`,
    ...types.map(arrayText),
    `static const struct element_type element_types[] = {
${types.map(rowText).join('\n')}
};

#endif

#endif
`,
  ].join('\n\n');
}

/** What a macro that is called so is given of a type. */
export function macroCall(type: KernelType, macro = 'X'): string {
  return `${macro}(${cIdentifier(type)}, ${type.kernels.conversion.memory})`;
}

function arrayText(type: KernelType): string {
  const { memory } = type.kernels.conversion;
  const id = cIdentifier(type);
  return `static void draw_${id}(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_${id}(${id}_of_float(${drawnText(type, 'values[i]')}));
}

static void round_${id}(float *values, size_t count) {
  for (size_t i = 0; i < count; i++) values[i] = float_of_${id}(${id}_of_float(values[i]));
}

static void narrow_${id}(void *to, const float *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((${memory} *)to)[i] = ${id}_of_float(from[i]);
}

static void widen_${id}(float *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = float_of_${id}(((const ${memory} *)from)[i]);
}`;
}

/** A number between the bounds, both included of whole ones, from a uniform one in [-1, 1). */
function drawnText({ kind, kernels }: KernelType, uniform: string): string {
  const [low, high] = kernels.drawn;
  const share = `(${uniform} + 1) * ${floatText((high - low + Number(kind === 'whole')) / 2)}`;
  if (kind === 'whole') return `${floatText(low)} + (float)(int)(${share})`;
  return low === -1 && high === 1 ? uniform : `${floatText(low)} + ${share}`;
}

function rowText(type: KernelType): string {
  const { bytes, kind, kernels } = type;
  const id = cIdentifier(type);
  const facts = [bytes, Number(kernels.conversion.memory === 'float'), Number(kind === 'whole')];
  const poison = kernels.poison.map((bits) => `0x${word(bits, bytes).toString(16)}u`);
  const functions = ['draw', 'round', 'narrow', 'widen'].map((what) => `${what}_${id}`);
  const numbers = [...facts, `{${poison.join(', ')}}`];
  return `  {"${type.name}", ${[...numbers, ...functions].join(', ')}},`;
}

/** Four bytes of these bits. */
function word(bits: number, bytes: number): number {
  return bytes >= 4 ? bits : word(bits * 2 ** (8 * bytes) + bits, 2 * bytes);
}

function floatText(value: number): string {
  return `${Number.isInteger(value) ? value.toFixed(1) : value}f`;
}
