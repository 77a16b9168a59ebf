/** The contract of an element type that operators compute in: every registered one keeps it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { elementHeader } from '../../src/elements/c-helper.js';
import type { ElementType } from '../../src/elements/element-type.js';
import type { KernelType } from '../../src/elements/registry.js';

/** The number that bits of a type are. */
export function numberOfBits({ read }: ElementType, bits: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, bits, true);
  return read(view, 0);
}

/** The bits that a number is stored as. */
export function bitsOfNumber({ bytes, write }: ElementType, value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  write(view, 0, value);
  return bytes === 4 ? view.getUint32(0, true) : view.getUint32(0, true) % 2 ** (8 * bytes);
}

/** The number that is stored for one. */
export function rounded(type: ElementType, value: number): number {
  return numberOfBits(type, bitsOfNumber(type, value));
}

/** All bits of a type of 16 bits or less; of a larger one those at edges, and many between. */
function patternsOf({ bytes }: ElementType): number[] {
  if (bytes <= 2) return Array.from({ length: 2 ** (8 * bytes) }, (_, bits) => bits);
  const edges = [0, 1, 0x7fffff, 0x800000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fffffff, 0x80000000, 0xffffffff];
  const near = edges.flatMap((bits) => [-0x2001, -0x2000, -1, 0, 1, 0x1fff].map((step) => (bits + step) >>> 0));
  return [...near, ...Array.from({ length: 4096 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0)];
}

/** Floats at which rounding is decided: numbers of the type, ties between neighbours and what is next to these. */
function floatsOf(type: ElementType): number[] {
  const numbers = patternsOf(type)
    .filter((_, i, all) => all.length <= 4200 || i % 16 === 0 || i % 1024 < 4)
    .map((bits) => numberOfBits(type, bits));
  const ordered = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const ties = ordered.slice(1).flatMap((x, i) => {
    const tie = Math.fround((x + ordered[i]!) / 2);
    return [tie, nextFloat(tie, 1), nextFloat(tie, -1)];
  });
  const [least, largest] = type.limits;
  const beyond = [1 + 2 ** -4, 1 + 2 ** -11, 1.5, 4].flatMap((times) => [least * times, largest * times]);
  return [...ordered, ...ties, ...beyond, 0, -0, 0.5, -0.5, 1.5, 2.5, Infinity, -Infinity, NaN].map(Math.fround);
}

function nextFloat(value: number, step: 1 | -1): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + (value === 0 ? 0 : step));
  return view.getFloat32(0);
}

/** The suite of one type. */
export function elementContract(type: KernelType): void {
  const { name, kernels, limits } = type;
  const [least, largest] = limits;

  describe(name, () => {
    test('has a name for files and command lines', () => {
      expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    });

    test('has a TypedArray and a NumPy type of its size', () => {
      const arrays = globalThis as unknown as Readonly<Record<string, { readonly BYTES_PER_ELEMENT: number }>>;
      expect(arrays[type.typedArray]!.BYTES_PER_ELEMENT).toBe(type.bytes);
      expect(type.numpy).toMatch(new RegExp(`^u?(int|float)${8 * type.bytes}$`));
    });

    test('every number comes back as the same bits, but for NaNs and a second zero', () => {
      const changed = patternsOf(type).filter((bits) => {
        const value = numberOfBits(type, bits);
        const back = bitsOfNumber(type, value);
        return Number.isNaN(value) ? !Number.isNaN(numberOfBits(type, back)) : numberOfBits(type, back) !== value;
      });
      expect(changed).toEqual([]);
    });

    test('its limits are the least and the largest of its numbers', () => {
      expect([rounded(type, least), rounded(type, largest)]).toEqual([least, largest]);
      const outside = patternsOf(type).map((bits) => numberOfBits(type, bits));
      expect(outside.filter((x) => Number.isFinite(x) && (x < least || x > largest))).toEqual([]);
    });

    test('what is beyond them is infinite where the type has that, else the limit; no NaN becomes a number', () => {
      const hasInfinity = patternsOf(type).some((bits) => numberOfBits(type, bits) === Infinity);
      const ends = [rounded(type, -Infinity), rounded(type, Infinity)];
      expect(ends).toEqual(hasInfinity ? [-Infinity, Infinity] : [least, largest]);
      const nan = rounded(type, NaN);
      expect(nan).toEqual(type.kind === 'floating' ? NaN : 0);
    });

    test('rounds to the nearest number, within its roundoff', () => {
      const error = type.kind === 'whole' ? 0.5 : undefined;
      fc.assert(
        fc.property(fc.double({ min: Math.max(least, -1e6), max: Math.min(largest, 1e6), noNaN: true }), (x) => {
          const got = rounded(type, x);
          const smallest = smallestNormal(type);
          const allowed = error ?? Math.max(Math.abs(x), smallest) * type.unitRoundoff;
          expect(Math.abs(got - x)).toBeLessThanOrEqual(allowed);
          expect(rounded(type, got)).toBe(got);
        }),
      );
    });

    test('poison is what no kernel writes: a NaN, or two numbers of which one is not that', () => {
      const [first, second] = kernels.poison.map((bits) => numberOfBits(type, bits)) as [number, number];
      if (type.kind === 'floating') expect([first, second]).toEqual([NaN, NaN]);
      else expect(first).not.toBe(second);
    });

    test('inputs are drawn from its numbers', () => {
      const [low, high] = kernels.drawn;
      expect(low).toBeLessThan(high);
      expect([rounded(type, low), rounded(type, high)]).toEqual([low, high]);
    });

    test('the error of a sum grows with its terms, and is none of whole numbers', () => {
      const [few, many] = [kernels.sumVariance(8), kernels.sumVariance(4096)];
      if (type.kind === 'whole') expect([few, many]).toEqual([0, 0]);
      else {
        expect(few).toBeGreaterThan(0);
        expect(many).toBeGreaterThan(few);
      }
    });

    describe('in C', () => {
      let folder: string;
      let program: string;
      beforeAll(() => {
        folder = mkdtempSync(join(tmpdir(), 'tune-elements-'));
        program = join(folder, 'convert');
        execFileSync('gcc', ['-O2', '-Wall', '-Wextra', '-Werror', '-x', 'c', '-', '-o', program], {
          input: converter(type),
        });
      });
      afterAll(() => {
        rmSync(folder, { recursive: true });
      });

      test('elements are the same numbers, bit by bit', () => {
        const patterns = patternsOf(type);
        const found = floatsOfBytes(run(program, 'widen', Uint32Array.from(patterns)));
        const wrong = patterns.filter((bits, i) => !Object.is(found[i], Math.fround(numberOfBits(type, bits))));
        expect(wrong).toEqual([]);
      });

      test('floats become the same elements, bit by bit', () => {
        const floats = floatsOf(type);
        const bytes = run(program, 'narrow', Float32Array.from(floats));
        const found = floats.map((_, i) => bytes.readUInt32LE(4 * i));
        const wrong = floats.filter(
          (x, i) =>
            found[i] !== bitsOfNumber(type, x) && !(Number.isNaN(x) && Number.isNaN(numberOfBits(type, found[i]!))),
        );
        expect(wrong).toEqual([]);
      });

      test('what is drawn is a number of the type between its bounds, and both ends are reached', () => {
        const drawn = floatsOfBytes(run(program, 'draw', new Uint32Array(0)));
        const [low, high] = kernels.drawn;
        expect(drawn.filter((x) => x < low || x > high || rounded(type, x) !== x)).toEqual([]);
        const [span, reached] = [high - low, Math.max(...drawn) - Math.min(...drawn)];
        expect(reached).toBeGreaterThan(0.95 * span);
      });
    });
  });
}

/** The least positive number that has all its digits; 0 where every one has. */
function smallestNormal(type: ElementType): number {
  if (type.kind === 'whole') return 0;
  let size = 1;
  while (size > 2 ** -126 && rounded(type, size * (1 + 2 * type.unitRoundoff)) === size * (1 + 2 * type.unitRoundoff))
    size /= 2;
  return 2 * size;
}

/** Reads words from its input, elements or floats; writes what becomes of them, elements as words. */
function converter(type: KernelType): string {
  const { memory } = type.kernels.conversion;
  const id = type.name.replaceAll('-', '_');
  return `#define TUNE_ELEMENT_TABLE
${elementHeader([type])}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **arguments) {
  (void)count;
  const struct element_type *type = element_types;
  /* As it comes from the allocator, memory is of any type. */
  void *bytes = malloc(sizeof(uint32_t));
  if (arguments[1][0] == 'd') {
    for (int i = 0; i < 20000; i++) {
      float x = (float)i / 10000 - 1;
      type->draw(&x, 1);
      fwrite(&x, 4, 1, stdout);
    }
    return 0;
  }
  for (uint32_t word; fread(&word, 4, 1, stdin) == 1;) {
    if (arguments[1][0] == 'w') {
      ${memory} bits;
      memcpy(&bits, &word, sizeof bits);
      const float value = float_of_${id}(bits);
      float array;
      type->widen(&array, memcpy(bytes, &word, sizeof word), 1);
      if (memcmp(&array, &value, 4) != 0) return 1;
      fwrite(&value, 4, 1, stdout);
    } else {
      uint32_t out = 0;
      const ${memory} bits = ${id}_of_float(float_of_bits(word));
      memcpy(&out, &bits, sizeof bits);
      const float value = float_of_bits(word);
      memset(bytes, 0, sizeof out);
      type->narrow(bytes, &value, 1);
      if (memcmp(&out, bytes, sizeof out) != 0) return 1;
      fwrite(&out, 4, 1, stdout);
    }
  }
}
`;
}

function run(program: string, what: string, words: Uint32Array | Float32Array): Buffer {
  return execFileSync(program, [what], { input: Buffer.from(words.buffer), maxBuffer: 2 ** 26 });
}

function floatsOfBytes(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}
