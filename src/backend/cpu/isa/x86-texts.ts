/** Operations that several sets of x86 have, each for vectors of its own sizes. */
import { bfloat16 } from '../../../elements/bfloat16.js';
import type { ElementType } from '../../../elements/element-type.js';
import { float32 } from '../../../elements/float32.js';
import { int16 } from '../../../elements/int16.js';
import { int32 } from '../../../elements/int32.js';
import { int8 } from '../../../elements/int8.js';
import { uint8 } from '../../../elements/uint8.js';
import type { Operation, OperationCall } from './instruction-set.js';
import { assembledOfTwo } from './texts.js';

/** min and max of floats as one instruction, which decides as a comparison does; gcc does not find it behind one. */
export function extremes(bytes: number, body: (instruction: string) => string): readonly Operation[] {
  return (['min', 'max'] as const).map((does) => ({
    does,
    types: [float32],
    bytes: [bytes],
    text: ({ inFunction }) => inFunction(body(`__builtin_ia32_${does}ps${bytes * 8}`)),
  }));
}

/** min and max of whole numbers, which gcc does not find behind comparisons. */
export function wholeExtremes(bytes: readonly number[], register: 'v' | 'x'): readonly Operation[] {
  return (['min', 'max'] as const).map((does) => ({
    ...{ does, types: [int32], bytes },
    text: assembledOfTwo(`vp${does}sd %2, %1, %0`, register),
  }));
}

/**
 * Floats as whole numbers. The instruction has the least one for what is too small and for no number, and, unless that
 * is cut off before, for what is too large; `smaller` is the text of the lesser of `b` and `a`, and `a` of no number.
 */
export function wholeOfFloats(
  bytes: number,
  smaller: string,
  instruction: string,
  register: 'v' | 'x',
): readonly Operation[] {
  const types = [float32, int32];
  const rounded = (to: string): readonly string[] => [
    `  ${to} r;`,
    `  __asm__("${instruction} %1, %0" : "=${register}"(r) : "${register}"(a));`,
    '  return r;',
  ];
  return [
    {
      ...{ does: 'convert', types, bytes: [bytes] },
      text: ({ inFunction, vectors: [from, to] }) =>
        inFunction(['{', `  ${from!} b = (${from!}){0} + 2147483520.0f;`, smaller, ...rounded(to!), '}'].join('\n')),
    },
    {
      ...{ does: 'convertBelow', types, bytes: [bytes] },
      text: ({ inFunction, vectors: [, to] }) => inFunction(['{', ...rounded(to!), '}'].join('\n')),
    },
  ];
}

/**
 * A conversion in assembly, which is given the names of the result and of the operand. Clang has no registers for
 * vectors of 4 and 8 bytes: there they go as numbers.
 */
function converted(types: readonly [ElementType, ElementType], assembly: (to: string, from: string) => string) {
  return ({ inFunction, lanes, vectors }: OperationCall): string => {
    const [operand, result] = types.map(({ bytes }, i) => numbers.get(lanes * bytes) ?? vectors[i]!);
    const isNarrow = operand !== vectors[0] || result !== vectors[1];
    const given = `${assembly('r', 'a')};`;
    const ofClang = `${operand!} from;
  ${result!} to;
  __builtin_memcpy(&from, &a, sizeof from);
  ${assembly('to', 'from')};
  __builtin_memcpy(&r, &to, sizeof r);`;
    const body = isNarrow ? `#ifdef __clang__\n  ${ofClang}\n#else\n  ${given}\n#endif` : `  ${given}`;
    return inFunction(`{\n  ${vectors[1]!} r;\n${body}\n  return r;\n}`);
  };
}

/** What has as many bytes as a narrow vector. */
const numbers = new Map([
  [4, 'int'],
  [8, 'long long'],
]);

/** A conversion by one instruction; `%0` is the result, `%1` the operand. */
export function conversion(
  types: readonly [ElementType, ElementType],
  bytes: readonly number[],
  instruction: string,
  register: 'v' | 'x',
): Operation {
  const assembly = (to: string, from: string): string =>
    `__asm__("${instruction}" : "=${register}"(${to}) : "${register}"(${from}))`;
  return { does: 'convert', types, bytes, text: converted(types, assembly) };
}

/** Whole numbers as bytes, saturated. */
export function bytesOfWhole(bytes: readonly number[]): readonly Operation[] {
  const unsigned = [int32, uint8] as const;
  const positive = (to: string, from: string): string =>
    `__asm__("vpmaxsd %2, %1, %1\\n\\tvpmovusdb %1, %0" : "=v"(${to}), "+v"(${from}) : "v"((__typeof__(${from})){0}))`;
  return [
    conversion([int32, int8], bytes, 'vpmovsdb %1, %0', 'v'),
    { does: 'convert', types: unsigned, bytes, text: converted(unsigned, positive) },
  ];
}

/** Bytes as whole numbers of four bytes, which gcc 12 puts together one by one. */
export function wholeOfBytes(bytes: readonly number[], register: 'v' | 'x'): readonly Operation[] {
  return [
    conversion([uint8, int32], bytes, 'vpmovzxbd %1, %0', register),
    conversion([int8, int32], bytes, 'vpmovsxbd %1, %0', register),
  ];
}

/** bfloat16 as floats, of which they are the upper halves: gcc 12 puts together two halves of the vector. */
export function floatsOfBfloat16(bytes: readonly number[], register: 'v' | 'x'): Operation {
  return {
    ...{ does: 'convert', types: [bfloat16, float32], bytes },
    text: ({ inFunction, vectors: [, to], bytes: of }) =>
      inFunction(`{
  typedef unsigned wide __attribute__((vector_size(${of})));
  wide r;
  __asm__("vpmovzxwd %1, %0" : "=${register}"(r) : "${register}"(a));
  return (${to!})(r << 16);
}`),
  };
}

/** How gcc's functions for masked loads and stores call the type of the lanes, and what it is in C. */
const maskable = [
  { bytes: 4, suffix: 'dqusi', lane: 'int' },
  { bytes: 2, suffix: 'dquhi', lane: 'short' },
  { bytes: 1, suffix: 'dquqi', lane: 'char' },
] as const;

/** Masked loads and stores of floats. */
export function maskedFloatMoves(bytes: readonly number[]): readonly Operation[] {
  const moved = { types: [float32], bytes };
  return [
    {
      ...{ does: 'loadPart', ...moved },
      text: ({ inFunction, vectors: [vector], part, bytes: of }) =>
        inFunction(`{ return ${masked('loadups', of)}(${pointer('const ', of)}, (${vector!}){0}, ${mask(part)}); }`),
    },
    {
      ...{ does: 'storePart', ...moved },
      text: ({ inFunction, part, bytes: of }) =>
        inFunction(`{ ${masked('storeups', of)}(${pointer('', of)}, v, ${mask(part)}); }`),
    },
  ];
}

/** Masked loads and stores of lanes whose bits alone count. */
export function maskedMoves(types: readonly ElementType[], bytes: readonly number[]): readonly Operation[] {
  return types.flatMap((type): readonly Operation[] => {
    const { suffix, lane } = maskable.find((one) => one.bytes === type.bytes)!;
    const lanes = (of: number): string => `typedef ${lane} lanes __attribute__((vector_size(${of})));`;
    return [
      {
        ...{ does: 'loadPart', types: [type], bytes },
        text: ({ inFunction, vectors: [vector], part, bytes: of }) =>
          inFunction(
            `{ ${lanes(of)} ` +
              `return (${vector!})${masked(`load${suffix}`, of)}((const void *)p, (lanes){0}, ${mask(part)}); }`,
          ),
      },
      {
        ...{ does: 'storePart', types: [type], bytes },
        text: ({ inFunction, part, bytes: of }) =>
          inFunction(`{ ${lanes(of)} ${masked(`store${suffix}`, of)}((void *)p, (lanes)v, ${mask(part)}); }`),
      },
    ];
  });
}

function masked(name: string, bytes: number): string {
  return `__builtin_ia32_${name}${bytes * 8}_mask`;
}

/** Of floats below 512 bits gcc takes pointers to floats, clang to vectors; newer clangs insist. */
function pointer(constant: 'const ' | '', bytes: number): string {
  return bytes === 64 ? 'p' : `(${constant}void *)p`;
}

function mask(lanes: number): string {
  return `0x${(2n ** BigInt(lanes) - 1n).toString(16)}`;
}

/**
 * Whole numbers in fewer bits, saturated, which gcc 12 takes apart lane by lane. The pack puts each half of a vector of
 * 256 bits beside itself.
 */
export function narrowerOfWhole(): readonly Operation[] {
  const shorts = 'vpackssdw %t1, %t1, %t0\\n\\tvpermq $8, %t0, %t0';
  const bytesBy = (pack: string): string => `${shorts}\\n\\t${pack} %x0, %x0, %x0`;
  return [
    conversion([int32, int16], [32], shorts, 'x'),
    conversion([int32, int8], [32], bytesBy('vpacksswb'), 'x'),
    conversion([int32, uint8], [32], bytesBy('vpackuswb'), 'x'),
  ];
}

/** Dot products of pairs of 16 bits: exact of what was bytes. */
export function pairDots(bytes: number, register: 'v' | 'x'): Operation {
  return {
    ...{ does: 'dot', types: [int16, int16, int32], bytes: [bytes], instructions: 2 },
    text: ({ inFunction, vectors: [, , sum] }) =>
      inFunction(`{\n  ${sum!} products;\n${addedPairs('a', 'b', register)}\n  return c;\n}`),
  };
}

/**
 * Adds products to c in C: where that is part of the assembly, gcc 12 finds no registers for all sums of a large tile.
 */
function addedPairs(a: string, b: string, register: 'v' | 'x'): string {
  return (
    `  __asm__("vpmaddwd %2, %1, %0" : "=${register}"(products) : "${register}"(${a}), "${register}"(${b}));\n` +
    '  c += products;'
  );
}

/**
 * Dot products of bytes by vpmaddwd: those in even and in odd places apart, widened to 16 bits, multiplied and added in
 * pairs to 32. Exact, where vpmaddubsw saturates.
 */
export function exactDots(bytes: number, register: 'v' | 'x'): readonly Operation[] {
  return [
    { type: uint8, half: 'unsigned short' },
    { type: int8, half: 'short' },
  ].map(({ type, half }) => ({
    does: 'dot',
    types: [type, int8, int32],
    bytes: [bytes],
    instructions: 8,
    text: ({ inFunction, vectors: [, , sum] }) =>
      inFunction(
        [
          '{',
          `  typedef ${half} first __attribute__((vector_size(${bytes})));`,
          `  typedef short second __attribute__((vector_size(${bytes})));`,
          '  first even_a = (first)a << 8 >> 8, odd_a = (first)a >> 8;',
          '  second even_b = (second)b << 8 >> 8, odd_b = (second)b >> 8;',
          `  ${sum!} products;`,
          ...['even', 'odd'].map((place) => addedPairs(`${place}_a`, `${place}_b`, register)),
          '  return c;',
          '}',
        ].join('\n'),
      ),
  }));
}
