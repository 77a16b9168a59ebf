/** The tables in which a library looks kernels up: `src/table.c`, as native/export/table.h declares them. */
import type { KernelArg } from '../../../ir/device-kernel.js';
import type { Range } from '../../../ir/input-ranges.js';
import type { DType } from '../../../ir/tensor.js';
import { elements } from '../../../codegen/places.js';
import type { ExportedC } from '../codegen/exported.js';
import { typeIndex, typeInHeader, typeNumber } from '../../library/element-files.js';
import type { CpuCondition } from './cpu-condition.js';

export interface TableKernel {
  readonly name: string;
  readonly operator: string;
  /** The operator's number. */
  readonly operation: number;
  readonly workload: string;
  readonly target: string;
  readonly threads: number;
  readonly words: readonly number[];
  /** The type of the first input. */
  readonly dtype: DType;
  readonly zeroPoints: number;
  /** Between which numbers the self-test draws the inputs. */
  readonly ranges: readonly Range[];
  readonly condition: CpuCondition;
  readonly exported: ExportedC;
  readonly seconds: number | undefined;
  readonly tolerance: number;
}

/** The kernels in the order of the table: by shape, and of one shape the fastest first. */
export function inOrder(kernels: readonly TableKernel[]): readonly TableKernel[] {
  const shapes = [...new Set(kernels.map(shapeKey))];
  return kernels.toSorted(
    (a, b) =>
      shapes.indexOf(shapeKey(a)) - shapes.indexOf(shapeKey(b)) ||
      b.condition.size - a.condition.size ||
      b.threads - a.threads,
  );
}

/** The file, of kernels in their order. */
export function tableText(name: string, kernels: readonly TableKernel[]): string {
  const conditions = [...new Set(kernels.map(({ condition }) => condition.text))];
  const headers = [...new Set(kernels.flatMap(({ condition }) => condition.headers))];
  return (
    [
      `/* The kernels of ${name} and their shapes, by the hash of a shape. Written by tune. */`,
      ['#include "table.h"', `#include "${name}_kernels.h"`, ...headers.map((header) => `#include <${header}>`)].join(
        '\n',
      ),
      ...kernels.map((kernel, i) =>
        [
          ...convertTexts(name, kernel, i),
          argumentsText(name, kernel, i),
          shapeText(name, kernel, i),
          runText(name, kernel, i),
        ].join('\n'),
      ),
      entriesText(name, kernels, conditions),
      slotsText(name, kernels),
      detectText(name, conditions),
    ].join('\n\n') + '\n'
  );
}

function shapeKey({ operation, words, dtype, zeroPoints }: TableKernel): string {
  return JSON.stringify([operation, words, dtype, zeroPoints]);
}

/** Functions that take arrays of any type and call those of the kernel. */
function convertTexts(name: string, { exported: { prototypes } }: TableKernel, i: number): string[] {
  return Array.from(prototypes.conversions, ([place, { name: convert, ...types }]) => {
    const [from, to] = [types.from, types.to].map((dtype) => typeInHeader(name, dtype));
    return [
      `static void convert_${i}_${place}(const void *from, void *to) {`,
      `  ${convert}((const ${from!} *)from, (${to!} *)to);`,
      '}',
    ].join('\n');
  });
}

function argumentsText(name: string, { exported: { args, prototypes }, ranges }: TableKernel, i: number): string {
  const rows = args.map(({ name: title, shape, packedBytes, dtype }: KernelArg, place) => {
    const convert = prototypes.conversions.has(place) ? `convert_${i}_${place}` : 'NULL';
    const [low, high] = ranges[place] ?? [0, 0];
    const numbers = [elements(shape), packedBytes, convert, typeNumber(name, dtype), low, high];
    return `    {"${title}", ${numbers.join(', ')}},`;
  });
  return [`static const ${name}_argument arguments_${i}[] = {`, ...rows, '};'].join('\n');
}

/** The threads, which are not looked up, the type and the zero points come last. */
function shapeText(name: string, { operator, words, dtype, zeroPoints }: TableKernel, i: number): string {
  const size = `sizeof(${name}_${operator}_shape) / sizeof(int)`;
  return `static const int shape_${i}[${size}] = {${[...words, 0, typeNumber(name, dtype), zeroPoints].join(', ')}};`;
}

function runText(library: string, { name, exported: { prototypes } }: TableKernel, i: number): string {
  const types = prototypes.types.map((dtype) => typeInHeader(library, dtype));
  const inputs = types.slice(0, -1).map((type, place) => `(const ${type} *)from[${place}]`);
  return [
    `static void run_${i}(const void *shape, const void *inputs, void *output, void *workspace) {`,
    '  const void *const *from = (const void *const *)inputs;',
    '  (void)shape;',
    `  ${name}(${[...inputs, `(${types.at(-1)!} *)output`, 'workspace'].join(', ')});`,
    '}',
  ].join('\n');
}

function entriesText(library: string, kernels: readonly TableKernel[], conditions: readonly string[]): string {
  const rows = kernels.map((kernel, i) => {
    const {
      name,
      operator,
      workload,
      target,
      threads,
      operation,
      condition,
      exported,
      seconds = 0,
      tolerance,
    } = kernel;
    const next = kernels[i + 1];
    const more = next !== undefined && shapeKey(next) === shapeKey(kernel) ? 1 : 0;
    const names = [name, operator, workload, target].map((text) => JSON.stringify(text)).join(', ');
    const numbers = [exported.args.length - 1, threads, exported.workspaceBytes, seconds, tolerance].join(', ');
    const found = `{${names}, run_${i}, shape_${i}, arguments_${i}, ${numbers}}`;
    return `    {${found}, ${operation}, ${conditions.indexOf(condition.text)}, ${more}},`;
  });
  return [
    `const struct ${library}_entry ${library}_entries[] = {`,
    ...rows,
    '};',
    `const int ${library}_entry_count = ${kernels.length};`,
  ].join('\n');
}

const MASK = (1n << 64n) - 1n;
/** Places of multipliers: the words of the longest shape, and the operator's number. */
const WORDS = 24;

/** Odd numbers whose bits look random: powers of Knuth's multiplier (The Art of Computer Programming, 3.3.4). */
const multipliers = Array.from({ length: WORDS + 1 }, (_, i) => (6364136223846793005n ** BigInt(i + 1)) & MASK);

/** The upper bits of the hash that native/export/dispatch.c computes. */
function hashOf({ operation, words, dtype, zeroPoints }: TableKernel, bits: number): number {
  const all = [...words, typeIndex(dtype), zeroPoints >>> 0];
  const sum = all.reduce(
    (total, word, i) => total + multipliers[i]! * BigInt(word),
    multipliers[WORDS]! * BigInt(operation),
  );
  return Number((sum & MASK) >> BigInt(64 - bits));
}

/** Four places for each shape, so that most are found in the first. */
function slotsText(name: string, kernels: readonly TableKernel[]): string {
  const firsts = [...new Map(kernels.map((kernel, i) => [shapeKey(kernel), i]).toReversed() as [string, number][])];
  const bits = Math.max(4, Math.ceil(Math.log2(4 * firsts.length)));
  const slots = new Array<number>(2 ** bits).fill(-1);
  for (const [, first] of firsts) {
    let at = hashOf(kernels[first]!, bits);
    while (slots[at] !== -1) at = (at + 1) % slots.length;
    slots[at] = first;
  }
  const lines = Array.from({ length: Math.ceil(slots.length / 16) }, (_, i) =>
    slots.slice(16 * i, 16 * i + 16).join(', '),
  );
  return [
    `const int16_t ${name}_slots[] = {\n    ${lines.join(',\n    ')}};`,
    `const int ${name}_slot_bits = ${bits};`,
    `const uint64_t ${name}_multipliers[] = {\n${multipliers.map((m) => `    0x${m.toString(16)}u,`).join('\n')}\n};`,
  ].join('\n');
}

function detectText(name: string, conditions: readonly string[]): string {
  const bits = conditions.map((text, i) => `  if (${text}) found |= 1u << ${i};`);
  return [`unsigned ${name}_detect_cpus(void) {`, '  unsigned found = 0;', ...bits, '  return found;', '}'].join('\n');
}
