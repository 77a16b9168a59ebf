/** Every operation of an instruction set as a program that applies it to what it reads. */
import { VectorHelpers } from '../../../../../src/backend/cpu/codegen/vector.js';
import { CpuVectors } from '../../../../../src/backend/cpu/isa/cpu-vectors.js';
import { bfloat16 } from '../../../../../src/elements/bfloat16.js';
import type { ElementType } from '../../../../../src/elements/element-type.js';
import { float16 } from '../../../../../src/elements/float16.js';
import { float32 } from '../../../../../src/elements/float32.js';
import { int32 } from '../../../../../src/elements/int32.js';
import { int8 } from '../../../../../src/elements/int8.js';
import { uint8 } from '../../../../../src/elements/uint8.js';
import type { InstructionSet, OperationName } from '../../../../../src/backend/cpu/isa/instruction-set.js';
import { portableText } from '../../../../../src/backend/cpu/isa/portable.js';
import { vectorType } from '../../../../../src/backend/cpu/isa/vector-type.js';

/** One operation on vectors of one size. */
export interface Case {
  readonly does: OperationName;
  readonly types: readonly ElementType[];
  readonly bytes: number;
  /** Lanes that are moved. */
  readonly part: number;
  /** Of a shuffle. */
  readonly picks: readonly number[];
}

/** Bytes that an operand, and what a case writes, take. */
export const ROOM = 64;
export const OPERANDS = 3;
/** What lies where nothing was written. */
export const UNTOUCHED = 0x5a;

/** Those of a set, and of one with vectors of its own what compilers make of them. */
export function casesOf({ vectors, operations }: InstructionSet): Case[] {
  const own = operations.flatMap(({ does, types, bytes }) => bytes.flatMap((size) => partsOf(does, types, size)));
  if (!vectors) return own;
  const names: readonly OperationName[] = [
    ...(['load', 'store', 'loadPart', 'storePart', 'blend', 'shuffle', 'broadcast', 'min', 'max'] as const),
  ];
  const common = [float32, float16, bfloat16, int8, uint8, int32].flatMap((type) =>
    type.bytes > vectors.bytes || (type.bytes < 4 && vectors.bytes === 4)
      ? []
      : names
          .filter((does) => portableText(does, [type]) !== undefined)
          .flatMap((does) => partsOf(does, [type], vectors.bytes)),
  );
  const conversions = [
    ...[int8, uint8].flatMap(
      (type) =>
        [
          [type, int32],
          [int32, type],
          [type, float32],
        ] as const,
    ),
    [int32, float32] as const,
    [bfloat16, float32] as const,
    [float32, bfloat16] as const,
  ];
  const made = vectors.bytes < 16 ? [] : conversions.flatMap((types) => partsOf('convert', types, vectors.bytes));
  return [...own, ...common, ...made];
}

function partsOf(does: OperationName, types: readonly ElementType[], bytes: number): Case[] {
  const lanes = bytes / Math.max(...types.map((type) => type.bytes));
  const one = { does, types, bytes, part: lanes, picks: [] };
  if (does === 'shuffle')
    return [{ ...one, picks: Array.from({ length: lanes }, (_, i) => (i * 7 + 3) % (2 * lanes)) }];
  if (!does.endsWith('Part')) return [one];
  return [...new Set([1, Math.ceil(lanes / 2), lanes - 1])]
    .filter((part) => part > 0 && part < lanes)
    .map((part) => ({ ...one, part }));
}

/** Lanes of a case's vectors. */
export function lanesOf({ does, types, bytes }: Case): readonly number[] {
  return types.map((type) => bytes / (does === 'dot' ? type.bytes : Math.max(...types.map((t) => t.bytes))));
}

/** Reads rounds of operands for all cases from stdin and writes their results. */
export function programOf(set: InstructionSet, cases: readonly Case[]): string {
  const helpers = new VectorHelpers(new CpuVectors([set]));
  const functions = cases.map((one, i) => functionOf(one, i, helpers));
  const used = new Map(cases.flatMap((one) => one.types.map((type, i) => vectorType(type, lanesOf(one)[i]!))));
  const defined = helpers.text();
  return [
    '#include <stdio.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <unistd.h>',
    ...[...used.values()].filter((text) => !defined.includes(text)),
    ...defined,
    ...functions,
    'int main(void) {',
    // What lies behind the page cannot be read or written.
    '  long page = sysconf(_SC_PAGESIZE);',
    '  char *edge = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);',
    '  if (edge == MAP_FAILED || mprotect(edge + page, page, PROT_NONE)) return 2;',
    '  edge += page;',
    `  static char in[${OPERANDS * ROOM}], out[${ROOM}];`,
    `  while (fread(in, sizeof in, 1, stdin) == 1) {`,
    ...cases.flatMap((_, i) => [
      ...(i === 0 ? [] : ['    if (fread(in, sizeof in, 1, stdin) != 1) return 3;']),
      `    memset(out, ${UNTOUCHED}, sizeof out);`,
      `    memset(edge - ${ROOM}, ${UNTOUCHED}, ${ROOM});`,
      `    case_${i}(in, out, edge);`,
      '    fwrite(out, sizeof out, 1, stdout);',
    ]),
    '  }',
    '  return 0;',
    '}',
    '',
  ].join('\n');
}

function functionOf(one: Case, i: number, helpers: VectorHelpers): string {
  return [
    `static void case_${i}(const char *in, char *out, char *edge) {`,
    '  (void)in, (void)out, (void)edge;',
    ...bodyOf(one, helpers).map((line) => `  ${line}`),
    '}',
  ].join('\n');
}

function bodyOf(one: Case, helpers: VectorHelpers): string[] {
  const { does, types, bytes, part, picks } = one;
  const vectors = types.map((type, i) => vectorType(type, lanesOf(one)[i]!)[0]);
  const text = (...operands: readonly string[]): string => helpers.operation(does, types, bytes, operands, { part });
  const [first = '', second = first, third = first] = vectors;
  const operand = (name: string, vector: string, place: number): string =>
    `${vector} ${name}; memcpy(&${name}, in + ${place * ROOM}, sizeof ${name});`;
  const result = (vector: string, value: string): string => `{ ${vector} r = ${value}; memcpy(out, &r, sizeof r); }`;
  const moved = part * types[0]!.bytes;
  const pointer = `(void *)(edge - ${moved})`;
  if (does.startsWith('load')) return [`memcpy(edge - ${moved}, in, ${moved});`, result(first, text(pointer))];
  if (does.startsWith('store'))
    return [operand('v', first, 0), `${text(pointer, 'v')};`, `memcpy(out, edge - ${ROOM}, ${ROOM});`];
  if (does === 'shuffle')
    return [operand('a', first, 0), operand('b', first, 1), result(first, text('a', 'b', ...picks.map(String)))];
  if (does === 'broadcast') return [operand('a', first, 0), result(first, text('a[0]'))];
  if (does === 'blend')
    return [
      operand('a', first, 0),
      operand('b', first, 1),
      `__typeof__(a == b) m; memcpy(&m, in + ${2 * ROOM}, sizeof m);`,
      result(first, text('m', 'a', 'b')),
    ];
  if (does.startsWith('convert') || does === 'sqrt') return [operand('a', first, 0), result(second, text('a'))];
  if (does === 'dot')
    return [
      operand('a', first, 0),
      operand('b', second, 1),
      operand('c', third, 2),
      result(third, text('c', 'a', 'b')),
    ];
  const names = does === 'fma' ? ['a', 'b', 'c'] : ['a', 'b'];
  return [...names.map((name, place) => operand(name, first, place)), result(first, text(...names))];
}
