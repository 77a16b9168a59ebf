/**
 * What an exported library knows of types of elements, in C and C++: a header with their numbers and conversions, the
 * table behind `NAME_type_at`, and how plain code reads and writes them.
 */
import { bitHelpers, cIdentifier, conversionText } from '../../elements/c-helper.js';
import { elementType, kernelTypes, type KernelType } from '../../elements/registry.js';
import { computedIn, resultOf, storeError, valueType, weightsOf } from '../../ir/tensor.js';
import { isOnCpu } from '../../templates/narrow.js';

/** Those that kernels for CPUs compute in, and those of their results: float32 first, whose number is then 0. */
function exportedTypes(): readonly KernelType[] {
  const computed = kernelTypes().filter(isOnCpu);
  const used = new Set([valueType, ...computed.flatMap(({ name }) => [name, weightsOf(name), resultOf(name)])]);
  return kernelTypes()
    .filter(({ name }) => used.has(name))
    .toSorted((a, b) => Number(b.name === valueType) - Number(a.name === valueType));
}

/** The number of a type in C, `GEMM_UINT8`. */
export function typeNumber(library: string, dtype: string): string {
  return `${library}_${cIdentifier({ name: dtype })}`.toUpperCase();
}

/** The same as a number. */
export function typeIndex(dtype: string): number {
  return exportedTypes().findIndex(({ name }) => name === dtype);
}

/** What a header of the library calls elements of a type. */
export function typeInHeader(library: string, dtype: string): string {
  const type = exportedTypes().find(({ name }) => name === dtype);
  return type && hasOwnName(type) ? `${library}_${cIdentifier(type)}` : memoryOf(elementType(dtype) as KernelType);
}

/** Lines before a source of the library, in which elements of these types are what lies in memory. */
export function withIntegers(library: string, dtypes: readonly string[]): string {
  const named = exportedTypes().filter((type) => dtypes.includes(type.name) && hasOwnName(type));
  return named.map((type) => `#undef ${ownNameMacro(type, library)}\n`).join('');
}

/** Whether elements that lie in memory as integers are numbers to some compilers. */
function hasOwnName({ kind, c, kernels }: KernelType): boolean {
  return kind === 'floating' && c !== undefined && c.name !== kernels.conversion.memory;
}

function memoryOf({ kernels }: KernelType): string {
  return kernels.conversion.memory;
}

/** The files by their path in a library's folder. `sources`: the folder of its plain code. */
export function elementFiles(library: string, sources: string): ReadonlyMap<string, string> {
  return new Map([
    [`include/${library}_elements.h`, headerText(library)],
    [`${sources}/numbers.h`, numbersText(library)],
    [`${sources}/types.c`, tableText(library)],
  ]);
}

function headerText(library: string): string {
  const guard = `${library.toUpperCase()}_ELEMENTS_H`;
  const types = exportedTypes();
  const numbers = types.map(({ name }, i) => `${typeNumber(library, name)} = ${i}`);
  const converted = types.filter((type) => memoryOf(type) !== memoryOf(elementType(valueType) as KernelType));
  return [
    `/*
 * Types of elements, and how floats become elements and elements floats: rounded to nearest, ties to even; whole
 * numbers saturate. Written by tune. bfloat16 is the upper half of a float, float16 is binary16 of IEEE 754.
 */
#ifndef ${guard}
#define ${guard}

#include <stdint.h>`,
    `/* The numbers of types, as the field \`dtype\` of a shape has them. */\nenum { ${numbers.join(', ')} };`,
    ...bitHelpers.map((text) => prefixed(text, library)),
    ...converted.map((type) =>
      hasOwnName(type) ? ownNameText(type, library) : prefixed(conversionText(type), library),
    ),
    '#endif\n',
  ].join('\n\n');
}

/** A type that is an integer unless the library's user asks for the compiler's own. */
function ownNameText(type: KernelType, library: string): string {
  const [id, own] = [`${library}_${cIdentifier(type)}`, type.c!.name];
  const asked = ownNameMacro(type, library);
  return [
    `/* Defined before this file is included, ${asked} has ${id} be ${own}, of compilers that have it. */`,
    `#if defined(${asked}) && defined(__FLT16_MANT_DIG__)`,
    `typedef ${own} ${id};`,
    `static inline float ${library}_float_of_${cIdentifier(type)}(${id} value) { return (float)value; }`,
    `static inline ${id} ${id}_of_float(float value) { return (${id})value; }`,
    '#else',
    `typedef ${memoryOf(type)} ${id};`,
    prefixed(conversionText(type), library),
    '#endif',
  ].join('\n');
}

function ownNameMacro(type: KernelType, library: string): string {
  return `${library}_use_${cIdentifier(type)}`.toUpperCase();
}

/** Names of functions with the library's before them. */
function prefixed(text: string, library: string): string {
  return text.replace(/\b\w+_of_\w+(?=\()/g, (name) => `${library}_${name}`);
}

/** Reads and writes in double precision, which has every float and every int. */
function numbersText(library: string): string {
  const guard = `${library.toUpperCase()}_NUMBERS_H`;
  const float = memoryOf(elementType(valueType) as KernelType);
  const isFloat = (type: KernelType): boolean => memoryOf(type) === float;
  const asNumber = (type: KernelType, element: string): string =>
    isFloat(type) || type.kind === 'whole' ? element : `${library}_float_of_${cIdentifier(type)}(${element})`;
  const asElement = (type: KernelType): string =>
    type.kind === 'whole'
      ? wholeText(type)
      : isFloat(type)
        ? '(float)value'
        : `${library}_${cIdentifier(type)}_of_float((float)value)`;
  const others = exportedTypes().filter(({ name }) => name !== valueType);
  const read = (type: KernelType, step: string): string => {
    const from = `((const ${typeInHeader(library, type.name)} *)from)`;
    return `for (size_t i = 0; i < count; i++) to[i] = ${asNumber(type, `${from}[at + i * ${step}]`)};`;
  };
  const first = elementType(valueType) as KernelType;
  return `/* Elements of a type as numbers, for plain code. Written by tune. */
#ifndef ${guard}
#define ${guard}

#include <stddef.h>

#include "${library}_elements.h"

/* \`count\` elements from \`at\` on, so far apart. */
static inline void ${library}_numbers(int type, const void *from, size_t at, size_t step, size_t count, double *to) {
  switch (type) {
${others.map((type) => `    case ${typeNumber(library, type.name)}:\n      ${read(type, 'step')}\n      break;`).join('\n')}
    default:
      if (step == 1) ${read(first, '1')}
      else ${read(first, 'step')}
  }
}

/* Rounds to the type; sums of whole numbers wrap, and bytes saturate. */
static inline void ${library}_put(int type, void *to, size_t at, double value) {
  switch (type) {
${others.map((type) => `    case ${typeNumber(library, type.name)}: ((${typeInHeader(library, type.name)} *)to)[at] = ${asElement(type)}; break;`).join('\n')}
    default: ((float *)to)[at] = ${asElement(first)};
  }
}

#endif
`;
}

function wholeText(type: KernelType): string {
  const [least, largest] = type.limits;
  if (computedIn(type.name) === type.name) return `(${memoryOf(type)})(int64_t)value`;
  return `(${memoryOf(type)})(value < ${least} ? ${least} : value > ${largest} ? ${largest} : value)`;
}

function tableText(library: string): string {
  const computed = kernelTypes().filter(isOnCpu);
  const rows = exportedTypes().map((type) => {
    const { name, numpy, typedArray, bytes, kind } = type;
    const related = computed.includes(type)
      ? [weightsOf(name), resultOf(name)].map((one) => typeNumber(library, one))
      : ['-1', '-1'];
    const words = [name, numpy, typedArray].map((word) => `"${word}"`);
    return `    {${[...words, bytes, ...related, Number(kind === 'whole'), storeError(name)].join(', ')}},`;
  });
  return `/* The types of elements, by number. Written by tune. */
#include "${library}.h"

static const ${library}_type types[] = {
${rows.join('\n')}
};

const ${library}_type *${library}_type_at(int type) {
  return type < 0 || type >= (int)(sizeof types / sizeof *types) ? NULL : &types[type];
}
`;
}
