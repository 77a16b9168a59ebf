/** The C of arrays of the caller's: what their elements are called, and the table of arrays. */
import { bitHelpers, cIdentifier, toFloatText } from '../../../elements/c-helper.js';
import { elementType, type KernelType } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import type { Port, ProgramSet } from '../../program/program.js';
import { stringText } from './c-string.js';

/** What C calls an element in memory, with <stdint.h>. */
export function memoryOf(dtype: DType): string {
  const { kernels, kind, bytes, limits } = elementType(dtype);
  if (kernels) return kernels.conversion.memory;
  return { floating: 'double', whole: `${limits[0] < 0 ? '' : 'u'}int${8 * bytes}_t`, truth: 'uint8_t' }[kind];
}

/** `test/numbers.h`: an element of an output as a number, whatever its type. */
export function numbersText({ name, programs }: ProgramSet): string {
  const types = [...new Set(programs[0]!.outputs.map(({ type }) => type))].map(elementType);
  const converted = types.filter((type): type is KernelType => isInBits(type.name));
  const cases = types.map((type) => {
    const element = `((const ${memoryOf(type.name)} *)array)[at]`;
    const isConverted = converted.some((one) => one === type);
    const number = isConverted ? `float_of_${cIdentifier(type)}(${element})` : element;
    return `  if (strcmp(port->type, "${type.name}") == 0) return (double)${number};`;
  });
  const guard = `${name.toUpperCase()}_NUMBERS_H`;
  return `/* Elements of outputs as numbers. Written by tune. */
#ifndef ${guard}
#define ${guard}

#include <math.h>
#include <string.h>

#include "${name}.h"

${[...(converted.length > 0 ? bitHelpers : []), ...converted.map(toFloatText)].join('\n\n')}

static inline double number_of(const ${name}_port *port, const void *array, size_t at) {
${cases.join('\n')}
  return NAN;
}

#endif
`;
}

/** Whether elements are integers in C that stand for floats. */
export function isInBits(dtype: DType): boolean {
  return elementType(dtype).kind === 'floating' && !['float', 'double'].includes(memoryOf(dtype));
}

/** `const NAME_port TABLE[]`; `linkage`: what stands before it. */
export function portsText(
  { name, table, linkage }: { readonly name: string; readonly table: string; readonly linkage: string },
  ports: readonly Port[],
): string {
  const extents = ports.map(
    ({ shape }, i) => `static const size_t ${table}_${i}[] = {${shape.length > 0 ? shape.join(', ') : '1'}};`,
  );
  const rows = ports.map((port, i) => {
    const { bytes, numpy, typedArray } = elementType(port.type);
    const words = [port.name, port.type, numpy, typedArray].map(stringText);
    return `  {${[...words, bytes, port.shape.length, `${table}_${i}`, elementsOf(port)].join(', ')}},`;
  });
  return [...extents, `${linkage}const ${name}_port ${table}[] = {`, ...rows, '};'].join('\n');
}

function elementsOf({ shape }: Port): number {
  return shape.reduce((product, extent) => product * extent, 1);
}
