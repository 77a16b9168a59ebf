import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { doubleFunction } from '../../../../src/backend/cpu/codegen/double-functions.js';
import { functionOf } from '../../../../src/backend/cpu/codegen/functions.js';
import { functionNames, functions, valueOf } from '../../../../src/ir/functions.js';
import type { FunctionName } from '../../../../src/ir/functions.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-functions-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const widths = ['float', 4, 8, 16] as const;
type Width = (typeof widths)[number] | 'double';

/** Second arguments of functions that take two. */
const parametersOf = (name: FunctionName): readonly number[] => {
  if (functions[name].arity === 1) return [0];
  return name === 'kept' ? [0, 1, -0.5] : [0.25, 1.5, -0.75];
};

/** Edges, every magnitude of both signs, and numbers near and far that the polynomials are for. */
const samples: readonly number[] = [
  ...[0, -0, Infinity, -Infinity, NaN, 1, -1, 0.5, 1.5, -2.5, 8388608, -8388609, 3.4e38, -3.4e38],
  ...[2 ** -149, -(2 ** -149), 2 ** -126, 2 ** -127, 88.7, 88.8, -87.4, -103.9, -104.1, 0.625, 0.927734375, 4],
  ...Array.from({ length: 552 }, (_, i) => (i % 2 === 0 ? 1 : -1) * 1.37 * 2 ** (i / 2 - 148)),
  ...Array.from({ length: 3000 }, (_, i) => Math.sin(i) * 20),
  ...Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 1.2),
  ...Array.from({ length: 500 }, (_, i) => Math.sin(i) * 110),
].map(Math.fround);

const wide: readonly Width[] = [...widths, 'double'];

/** A program that writes what each function gives of what it reads, for each width in turn. */
function source(): string {
  const all = wide.flatMap((width) =>
    functionNames.flatMap((name) => (width === 'double' ? doubleFunction(name) : functionOf(name, width))),
  );
  const definitions = [...new Map(all).values()];
  const calls = functionNames.flatMap((name) => wide.map((width) => callOf(name, width)));
  return [
    '#include <stdio.h>\n#include <stdlib.h>',
    ...definitions,
    'int main(int argc, char **argv) {',
    '  size_t n = (size_t)atol(argv[argc - 1]);',
    '  float *in = (float *)calloc(n + 16, 4), *out = (float *)calloc(n + 16, 4);',
    '  double *exact = (double *)calloc(n + 16, 8);',
    '  if (!in || !out || !exact || fread(in, 4, n, stdin) != n) return 1;',
    ...calls,
    '  return 0;\n}\n',
  ].join('\n');
}

function callOf(name: FunctionName, width: Width): string {
  const isTwo = functions[name].arity === 2;
  return parametersOf(name)
    .map((p) => bodyOf(name, width, isTwo ? p : undefined))
    .join('\n');
}

function bodyOf(name: FunctionName, width: Width, p: number | undefined): string {
  if (width === 'double')
    return `  for (size_t i = 0; i < n; i++) exact[i] = ${name}_double(in[i]${p === undefined ? '' : `, ${p}`});\n  fwrite(exact, 8, n, stdout);`;
  if (width === 'float')
    return `  for (size_t i = 0; i < n; i++) out[i] = ${name}_float(in[i]${p === undefined ? '' : `, ${p.toFixed(2)}f`});\n  fwrite(out, 4, n, stdout);`;
  const [v, second] = [`v${width}`, p === undefined ? '' : `, (v${width}){0} + ${p.toFixed(2)}f`];
  return `  for (size_t i = 0; i < n; i += ${width}) *(${v}u *)(out + i) = ${name}${width}(*(const ${v}u *)(in + i)${second});\n  fwrite(out, 4, n, stdout);`;
}

/** Results by function, width and parameter. */
function run(compiler: string, flags: readonly string[]): Map<string, Float32Array | Float64Array> {
  const [file, program] = [join(folder, 'functions.c'), join(folder, compiler)];
  writeFileSync(file, source());
  execFileSync(compiler, [
    '-O1',
    '-w',
    '-Wno-psabi',
    '-fno-math-errno',
    '-ffp-contract=fast',
    ...flags,
    '-o',
    program,
    file,
    '-lm',
  ]);
  const bytes = execFileSync(program, [String(samples.length)], {
    input: Buffer.from(new Float32Array(samples).buffer),
    maxBuffer: 2 ** 28,
  });
  const results = new Map<string, Float32Array | Float64Array>();
  let at = 0;
  for (const name of functionNames)
    for (const width of wide)
      for (const p of parametersOf(name)) {
        const size = samples.length * (width === 'double' ? 8 : 4);
        const part = bytes.subarray(at, at + size);
        const copy = part.buffer.slice(part.byteOffset, part.byteOffset + size);
        results.set(`${name} ${width} ${p}`, width === 'double' ? new Float64Array(copy) : new Float32Array(copy));
        at += size;
      }
  expect(at).toBe(bytes.length);
  return results;
}

/** Units in the last place of a float, or of a double, between two numbers; no number is like no number. */
function distance(got: number, want: number, digits: number): number {
  if (Object.is(got, want) || (Number.isNaN(got) && Number.isNaN(want))) return 0;
  const most = digits === 24 ? 2 ** 128 - 2 ** 103 : Number.MAX_VALUE;
  if (Math.abs(want) > most * 0.999 && got === Math.sign(want) * Infinity) return 0;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(want))), -126);
  const off = Math.abs(got - want) / 2 ** (exponent - digits + 1);
  return Number.isNaN(off) ? Infinity : off;
}

/**
 * Largest errors in units in the last place. Of gelu and elu near and below zero, of power far from one, what the
 * function is made of cancels or grows: there it is an error relative to the argument, or by a factor.
 */
const most: Partial<Record<FunctionName, number>> = { sigmoid: 4, silu: 4, hardswish: 4 };
const loose: readonly FunctionName[] = ['gelu', 'gelu_tanh', 'elu', 'power', 'hardswish'];

/** Where e^-x is beyond the floats, these are zero. */
const tiny: readonly FunctionName[] = ['sigmoid', 'silu'];

function worst(name: FunctionName, p: number, got: Float32Array | Float64Array, digits: number) {
  const { most: largest = Infinity }: { readonly most?: number } = functions[name];
  const found = samples.map((x, i) => {
    if (x > largest) return { x, want: NaN, value: NaN, off: 0 };
    const want = valueOf(name, [x, p]);
    const value = got.at(i)!;
    if (tiny.includes(name) && Math.abs(want) <= 2 ** -120)
      return { x, want, value, off: Math.abs(value) <= 2 ** -120 ? 0 : Infinity };
    if (loose.includes(name)) {
      const scale = name === 'power' ? Math.abs(want) * (1 + Math.abs(p * Math.log(x))) : Math.max(Math.abs(x), 1);
      if (Math.abs(want) < (digits === 24 ? 3.4e38 : 1e300) && Number.isFinite(scale) && Math.abs(want) > 2 ** -100)
        return { x, want, value, off: Math.abs(value - want) / (scale * 2 ** (1 - digits)) };
      if (Math.abs(want) <= 2 ** -100) return { x, want, value, off: Math.abs(value - want) > 1e-6 ? Infinity : 0 };
    }
    return { x, want, value, off: distance(value, want, digits) };
  });
  return found.reduce((a, b) => (b.off > a.off ? b : a));
}

describe('functions of values in C', () => {
  const results = run('gcc', []);

  test.each(functionNames)('%s is what it is in exact terms, at every width, on edges and all magnitudes', (name) => {
    for (const width of widths)
      for (const p of parametersOf(name)) {
        const bad = worst(name, p, results.get(`${name} ${width} ${p}`)!, 24);
        expect(bad.off <= (most[name] ?? 2.01) ? undefined : { width, p, ...bad }).toBeUndefined();
      }
  });

  test.each(functionNames)('%s of a reference is far more accurate', (name) => {
    for (const p of parametersOf(name)) {
      const bad = worst(name, p, results.get(`${name} double ${p}`)!, 53);
      expect(bad.off <= 64 ? undefined : { p, ...bad }).toBeUndefined();
    }
  });
});
