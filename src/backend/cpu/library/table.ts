/** The tables in which a library looks kernels up: `src/table.c`, as native/export/table.h declares them. */
import type { KernelArg } from '../../../ir/device-kernel.js';
import type { Range } from '../../../ir/input-ranges.js';
import type { DType } from '../../../ir/tensor.js';
import { elements } from '../../../codegen/places.js';
import type { ExportedC } from '../codegen/exported.js';
import { typeIndex, typeInHeader, typeNumber } from '../../library/element-files.js';
import { extentsInMemory } from '../../library/extents.js';
import type { LibraryItem } from '../../library/library.js';
import type { ShapeWords } from '../../library/shape-words.js';
import type { CpuCondition } from './cpu-condition.js';
import { plainHeader, type PlainKernel } from './plain-kernel.js';

export interface TableKernel {
  readonly item: LibraryItem;
  readonly name: string;
  readonly operator: string;
  readonly workload: string;
  readonly target: string;
  readonly threads: number;
  /** Undefined of what is found by the name of its workload. */
  readonly words: ShapeWords | undefined;
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
export function tableText(name: string, kernels: readonly TableKernel[], plain: readonly PlainKernel[]): string {
  const conditions = [...new Set(kernels.map(({ condition }) => condition.text))];
  const headers = [...new Set(kernels.flatMap(({ condition }) => condition.headers))];
  return (
    [
      `/* The kernels of ${name} and their shapes, by the hash of a shape. Written by tune. */`,
      [
        '#include "table.h"',
        `#include "${plainHeader(name)}"`,
        `#include "${name}_kernels.h"`,
        ...headers.map((header) => `#include <${header}>`),
      ].join('\n'),
      ...kernels.map((kernel, i) =>
        [
          ...convertTexts(name, kernel, i),
          argumentsText(name, kernel, `${i}`),
          ...shapeText(name, kernel, i),
          runText(name, kernel, `${i}`),
        ].join('\n'),
      ),
      ...plain.map((kernel, i) =>
        [argumentsText(name, kernel, `plain_${i}`), runText(name, kernel, `plain_${i}`)].join('\n'),
      ),
      entriesText(name, kernels, conditions),
      plainText(name, plain),
      slotsText(name, kernels),
      detectText(name, conditions),
    ].join('\n\n') + '\n'
  );
}

function shapeKey({ operator, workload, words, dtype, zeroPoints }: TableKernel): string {
  return JSON.stringify([words ?? [operator, workload], dtype, zeroPoints]);
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

type Described = Pick<TableKernel, 'item' | 'exported'> & Partial<Pick<TableKernel, 'ranges'>>;

function argumentsText(name: string, { item, exported, ranges = [] }: Described, i: string): string {
  const { args, prototypes } = exported;
  const rows = args.map((arg: KernelArg, place) => {
    const { name: title, shape, packedBytes, dtype } = arg;
    const convert = prototypes.conversions.has(place) ? `convert_${i}_${place}` : 'NULL';
    const [low, high] = ranges[place] ?? [0, 0];
    const extents = extentsInMemory(arg, item.task.workload);
    const numbers = [elements(shape), packedBytes, convert, typeNumber(name, dtype), low, high, extents.length];
    return {
      extents: `static const size_t extents_${i}_${place}[] = {${extents.length > 0 ? extents.join(', ') : '1'}};`,
      row: `    {"${title}", ${numbers.join(', ')}, extents_${i}_${place}},`,
    };
  });
  return [
    ...rows.map(({ extents }) => extents),
    `static const ${name}_argument arguments_${i}[] = {`,
    ...rows.map(({ row }) => row),
    '};',
  ].join('\n');
}

/** The threads, which are not looked up, the type and the zero points come last. */
function shapeText(name: string, { operator, words, dtype, zeroPoints }: TableKernel, i: number): readonly string[] {
  if (!words) return [];
  const size = `sizeof(${name}_${operator}_shape) / sizeof(int)`;
  const all = [...words.words, 0, typeNumber(name, dtype), zeroPoints];
  return [`static const int shape_${i}[${size}] = {${all.join(', ')}};`];
}

function runText(
  library: string,
  { name, exported: { prototypes } }: Pick<TableKernel, 'name' | 'exported'>,
  i: string,
): string {
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
    const { name, operator, workload, target, threads, words, condition, exported, seconds = 0, tolerance } = kernel;
    const next = kernels[i + 1];
    const more = next !== undefined && shapeKey(next) === shapeKey(kernel) ? 1 : 0;
    const names = [name, operator, workload, target].map((text) => JSON.stringify(text)).join(', ');
    const numbers = [exported.args.length - 1, threads, exported.workspaceBytes, seconds, tolerance].join(', ');
    const found = `{${names}, run_${i}, ${words ? `shape_${i}` : 'NULL'}, arguments_${i}, ${numbers}}`;
    return `    {${found}, ${words?.operation ?? -1}, ${conditions.indexOf(condition.text)}, ${more}},`;
  });
  return [
    `const struct ${library}_entry ${library}_entries[] = {`,
    ...rows,
    '};',
    `const int ${library}_entry_count = ${kernels.length};`,
  ].join('\n');
}

/** An array of C has an element at least. */
function plainText(library: string, plain: readonly PlainKernel[]): string {
  const rows = plain.map(({ name, operator, workload, exported }, i) => {
    const names = [name, operator, workload, 'plain'].map((text) => JSON.stringify(text)).join(', ');
    const numbers = [exported.args.length - 1, 1, exported.workspaceBytes, 0, 0].join(', ');
    return `    {${names}, run_plain_${i}, NULL, arguments_plain_${i}, ${numbers}},`;
  });
  return [
    `const ${library}_kernel ${library}_plain_kernels[] = {`,
    ...(rows.length > 0 ? rows : ['    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0},']),
    '};',
    `const int ${library}_plain_count = ${plain.length};`,
  ].join('\n');
}

const MASK = (1n << 64n) - 1n;
/** Places of multipliers: the words of the longest shape, and the operator's number. */
const WORDS = 24;

/** Odd numbers whose bits look random: powers of Knuth's multiplier (The Art of Computer Programming, 3.3.4). */
const multipliers = Array.from({ length: WORDS + 1 }, (_, i) => (6364136223846793005n ** BigInt(i + 1)) & MASK);

/** What is found by its shape. */
type Found = TableKernel & { readonly words: ShapeWords };

/** The upper bits of the hash that native/export/dispatch.c computes. */
function hashOf({ words, dtype, zeroPoints }: Found, bits: number): number {
  const all = [...words.words, typeIndex(dtype), zeroPoints >>> 0];
  const sum = all.reduce(
    (total, word, i) => total + multipliers[i]! * BigInt(word),
    multipliers[WORDS]! * BigInt(words.operation),
  );
  return Number((sum & MASK) >> BigInt(64 - bits));
}

/** Four places for each shape, so that most are found in the first. */
function slotsText(name: string, kernels: readonly TableKernel[]): string {
  const found = kernels.flatMap((kernel, i) => (kernel.words ? [{ kernel: kernel as Found, i }] : []));
  const firsts = [...new Map(found.toReversed().map((one) => [shapeKey(one.kernel), one])).values()];
  const bits = Math.max(4, Math.ceil(Math.log2(4 * firsts.length)));
  const slots = new Array<number>(2 ** bits).fill(-1);
  for (const { kernel, i } of firsts) {
    let at = hashOf(kernel, bits);
    while (slots[at] !== -1) at = (at + 1) % slots.length;
    slots[at] = i;
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
