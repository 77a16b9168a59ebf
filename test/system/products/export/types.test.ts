import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportKernels, type ExportResult } from '../../../../src/index.js';
import { few, logOf, must, ownFolder, recordOf, type Tuned } from '../../../products/export/fixtures.js';
import { compileAsCpp } from '../../../products/export/strict.js';
import { testWhere } from '../../../support/skips.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const headers = resolve(process.execPath, '..', '..', 'include', 'node');
/** Not -O0: gcc ignores a pragma there of loops that the sanitizers have split. */
const strict = '-O1 -Werror -fsanitize=address,undefined -fno-sanitize-recover=all';
const compiler = process.env['CC'] ?? 'cc';

const product = { m: '9', n: '21', k: '10' };
const typed = (dtype: string, more: Readonly<Record<string, string>> = {}, threads = 1): Tuned => ({
  template: 'matmul.blocked',
  shape: { ...product, dtype, ...more },
  target: `llvm -threads=${threads}`,
});
/** One of each type beside one of float32; bytes for a CPU without instructions for them, too. */
const tuned: readonly Tuned[] = [
  few[0]!,
  typed('uint8', { constant: 'B' }),
  typed('int8', { constant: 'B', epilogue: 'bias,relu' }),
  typed('uint8', { constant: 'B', epilogue: 'bias,requantize:100' }),
  typed('int8', { constant: 'B', epilogue: 'dequantize:-3,bias,add-quantized:5,relu,quantize:-20' }),
  typed('bfloat16', {}, 2),
  typed('float16', { constant: 'B' }),
  ...(process.arch === 'x64' ? [{ ...typed('int8', { k: '11' }), target: 'llvm -mcpu=x86-64-v3 -threads=1' }] : []),
];
/** Types of a shape that nobody tuned. */
const untuned = ['float32', 'bfloat16'];
const count = tuned.length + untuned.length;
let exported: ExportResult;

beforeAll(async () => {
  const shapes = join(folder, 'shapes.yaml');
  writeFileSync(
    shapes,
    untuned.map((dtype) => `- { operator: matmul, m: 11, n: 19, k: 12, dtype: ${dtype} }\n`).join(''),
  );
  exported = await exportKernels([logOf(folder, tuned.map(recordOf))], { out: library, name: 'small', shapes });
  must(library, 'make', '-j2', 'DEBUG=1', `CFLAGS=${strict}`, 'all');
});

describe('a library of kernels of several types', () => {
  test('passes its self-test under the address and undefined-behaviour sanitizers', () => {
    const said = must(library, 'make', 'DEBUG=1', `CFLAGS=${strict}`, 'test');
    expect(said).toMatch(new RegExp(`^${count} kernels: 0 failed, 0 skipped$`, 'm'));
    expect(said).toMatch(/^ok {3}small_matmul_9x21x10_uint8_\w+: error 0\.0e\+00 of 0\.0e\+00 allowed$/m);
  });

  test('has a shape that nobody tuned by the schedule of the nearest of its type', () => {
    const targetOf = (name: string): string | undefined =>
      exported.kernels.find(({ workload }) => workload === name)?.target;
    const nearest = ['9x21x10+constant-B', '9x21x10+bfloat16'].map(targetOf);
    const own = exported.kernels.filter(({ workload }) => workload.startsWith('11x19x12'));
    expect(own.map(({ target }) => target).sort()).toEqual(nearest.sort());
    expect(exported.kernels).toHaveLength(count);
  });

  test('is C++, too, and nothing that compilers warn of, -Wpedantic and -Wsign-conversion of C++20 included', () => {
    compileAsCpp(library);
  });

  test('says the types of arguments, and what a CPU must have', () => {
    const header = readFileSync(join(library, 'include', 'small_kernels.h'), 'utf8');
    const ofBytes = /\(const uint8_t \*A, const int(8|16)_t \*B_packed, int32_t \*C, void \*workspace\);/;
    const ofBias =
      /\(const int8_t \*A, const int(8|16)_t \*B_packed, const int32_t \*bias, int32_t \*C, void \*workspace\);/;
    const ofHalves = /\(const small_float16 \*A, const float \*B_packed, small_float16 \*C, void \*workspace\);/;
    const ofTail =
      /\(const uint8_t \*A, .*, const int32_t \*bias, const float \*multiplier, uint8_t \*C, void \*workspace\);/;
    for (const prototype of [ofBytes, ofBias, ofTail, ofHalves, /_pack_B\(const int8_t \*B, int(8|16)_t \*B_packed\);/])
      expect(header).toMatch(prototype);
    expect(header).toMatch(/B: small_\w+_packed_B bytes \(.*\), which small_\w+_pack_B makes of int8_t\[10\]\[21\]/);
    expect(header).toContain('A: uint16_t[9][10]');
    if (!exported.kernels.some(({ target }) => target.includes('avx512vnni'))) return;
    const table = readFileSync(join(library, 'src', 'table.c'), 'utf8');
    expect(table).toContain('__builtin_cpu_supports("avx512vnni")');
  });

  test('is called from C with arrays of the types, whatever the shape', () => {
    writeFileSync(join(library, 'use.c'), useFromC);
    const [libraries, out] = [
      ['build-debug/libsmall.a', '-fopenmp', '-lm'],
      ['-o', 'use'],
    ];
    const flags = ['-Iinclude', '-Wall', '-Wextra', ...strict.split(' ')];
    must(library, compiler, ...flags, 'use.c', ...libraries, ...out);
    const [quantised, ...rest] = must(library, './use').trim().split('\n').toReversed();
    expect(rest).toEqual(['tuned exact, plain exact, 2.5 1.0, no shape']);
    // (6 + 10) / 4 + 128 and (6 + 30) / 8 + 128, of which the half goes to the even number.
    expect(quantised).toBe('132 132, int8 float32, no such steps');
  });
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const python = testWhere(hasNumpy, 'apt-get install python3-numpy');
const node = testWhere(existsSync(join(headers, 'node_api.h')), 'the headers of Node');

describe('wrappers of several types', () => {
  beforeAll(() => {
    must(library, 'make', 'clean');
    must(library, 'make', '-j2', 'CFLAGS=-O1', 'all');
  });

  python('Python takes arrays of the types, and says which it was not given', () => {
    writeFileSync(join(library, 'python', 'use.py'), useFromPython);
    const [names = '', ...errors] = must(join(library, 'python'), 'python3', '-B', 'use.py').trim().split('\n');
    expect(names).toMatch(/^small_matmul_9x21x10_uint8_\w+ small_matmul_9x21x10_bfloat16_\w+$/);
    expect(errors).toEqual([
      'TypeError argument 1 is of int8, and float64 was given: convert it first',
      'TypeError argument 1 is of bfloat16 (an array of uint16), and float32 was given: convert it first',
      'TypeError no operator computes in int32, only in float32, float16, bfloat16, int8, uint8',
      'ValueError b has the shape (21, 10), and (10, 10) is needed',
      'ValueError a shape of matmul has 10 words, and 5 were given',
      'ValueError there is no step sigmoid: choose from bias, relu, relu6, add, requantize, dequantize, quantize, add-quantized',
      expect.stringMatching(/^ValueError matmul has no shape \[9, 21, 10, /),
      'ValueError the zero point -1 is none of uint8: use 0 to 255',
    ]);
  });

  node('Node takes typed arrays of the types, and says which it was not given', () => {
    must(library, 'make', 'CFLAGS=-O1 -Werror', `NODE_HEADERS=${headers}`, 'node');
    writeFileSync(join(library, 'node', 'use.cjs'), useFromNode);
    expect(must(join(library, 'node'), process.execPath, 'use.cjs').trim().split('\n')).toEqual([
      'Int32Array exact',
      'Uint16Array 16512',
      '132,132 Uint8Array,Int8Array,Int32Array,Float32Array,Uint8Array',
      'input 1 must be Int8Array of 210 elements (int8), and Float32Array of 210 was given',
      'there is no type bfloat61: choose one of float32, float16, bfloat16, int8, int32, uint8',
      'the zero point 128 is none of int8: use -128 to 127',
    ]);
  });
});

/** Whole numbers are compared one by one; where the compiler has _Float16, arrays are of it. */
const useFromC = `
#if defined(__FLT16_MANT_DIG__) && !defined(__cplusplus)
#define SMALL_USE_FLOAT16
#endif
#include <stdio.h>
#include <stdlib.h>
#include "small.h"

static int is_exact(int k) {
  small_matmul_shape shape = {.m = 9, .n = 21, .k = k, .constant = 1, .dtype = SMALL_UINT8};
  const small_kernel *kernel = small_matmul_kernel(&shape);
  uint8_t a[9 * 12];
  int8_t b[12 * 21];
  int32_t c[9 * 21];
  for (int i = 0; i < 9 * k; i++) a[i] = (uint8_t)(255 - 7 * i);
  for (int i = 0; i < 21 * k; i++) b[i] = (int8_t)(11 * i - 128);
  const size_t bytes = small_packed_bytes(kernel, 1);
  void *packed = aligned_alloc(64, (bytes + 64) / 64 * 64);
  void *workspace = aligned_alloc(64, (kernel->workspace_bytes + 64) / 64 * 64);
  small_pack(kernel, 1, b, packed);
  kernel->run(&shape, (const void *const[]){a, bytes > 0 ? packed : (const void *)b}, c, workspace);
  free(packed);
  free(workspace);
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 21; j++) {
      int32_t sum = 0;
      for (int l = 0; l < k; l++) sum += a[i * k + l] * b[l * 21 + j];
      if (c[i * 21 + j] != sum) return 0;
    }
  return (kernel->shape != NULL) == (k == 10);
}

int main(void) {
  small_dense_shape halves = {.m = 1, .n = 1, .k = 2, .dtype = SMALL_FLOAT16};
  small_dense_shape bfloats = {.m = 1, .n = 1, .k = 2, .dtype = SMALL_BFLOAT16}, none = {.m = 1, .n = 1, .k = 2};
  const small_float16 x[] = {small_float16_of_float(1.5f), small_float16_of_float(1)};
  const uint16_t y[] = {small_bfloat16_of_float(0.6f), small_bfloat16_of_float(0.8f)};
  small_float16 half;
  uint16_t bfloat;
  if (small_dense(&halves, (const small_float16 *const[]){x, (const small_float16[]){x[1], x[1]}}, &half, NULL) != 0) return 1;
  if (small_dense(&bfloats, (const uint16_t *const[]){y, y}, &bfloat, NULL) != 0) return 1;
  none.dtype = SMALL_INT32;
  printf("tuned %s, plain %s, %.1f %.1f, %s\\n", is_exact(10) ? "exact" : "wrong", is_exact(12) ? "exact" : "wrong",
         (double)small_float_of_float16(half), (double)small_float_of_bfloat16(bfloat),
         small_dense_kernel(&none) == NULL ? "no shape" : "a shape");
  small_dense_shape bytes = {.m = 1, .n = 2, .k = 2, .dtype = SMALL_UINT8, .zero_points = 128};
  bytes.epilogue = SMALL_BIAS | SMALL_REQUANTIZE << 4;
  uint8_t quantised[2];
  const void *inputs[] = {(const uint8_t[]){2, 4}, (const int8_t[]){1, 1, 1, 1}, (const int32_t[]){10, 30},
                          (const float[]){0.25f, 0.125f}};
  if (small_dense(&bytes, inputs, quantised, NULL) != 0) return 1;
  const int tail = SMALL_DEQUANTIZE | SMALL_ADD_QUANTIZED << 4;
  bytes.epilogue = SMALL_REQUANTIZE << 4 | SMALL_DEQUANTIZE;
  printf("%d %d, %s %s, %s\\n", quantised[0], quantised[1], small_type_at(small_argument_type(SMALL_INT8, tail, 3))->name,
         small_type_at(small_argument_type(SMALL_INT8, tail, 5))->name,
         small_dense_kernel(&bytes) == NULL ? "no such steps" : "a shape");
  return 0;
}
`;

const useFromPython = `
import numpy, small
r = numpy.random.default_rng(1)
a, b = r.integers(0, 256, (9, 10), numpy.uint8), r.integers(-128, 128, (10, 21), numpy.int8)
want = a.astype(numpy.int32) @ b.astype(numpy.int32)
got = small.matmul(a, b, constant=True)
assert got.dtype == numpy.int32 and (got == want).all()
signed, bias = a.view(numpy.int8), r.integers(-1000, 1000, 21, numpy.int32)
want = numpy.maximum(signed.astype(numpy.int32) @ b.astype(numpy.int32) + bias, 0)
assert (small.matmul(signed, b, constant=True, bias=bias, relu=True) == want).all()
assert (small.matmul(signed, b.T.copy(), trans_b=True) == signed.astype(numpy.int32) @ b.astype(numpy.int32)).all()
x, w = r.integers(0, 256, (1, 4, 4, 3), numpy.uint8), r.integers(-128, 128, (2, 3, 3, 3), numpy.int8)
windows = numpy.lib.stride_tricks.sliding_window_view(x.astype(numpy.int32), (3, 3), (1, 2))
want = numpy.einsum("nhwcij,ocij->nhwo", windows, w.astype(numpy.int32))
assert (small.conv2d(x, w, layout="NHWC") == want).all()

multiplier = r.random(21, numpy.float32) / 128 + numpy.float32(1 / 512)
sums = a.astype(numpy.int32) @ b.astype(numpy.int32) + bias
want = numpy.clip(numpy.rint(sums.astype(numpy.float32) * multiplier) + 100, 0, 255)
for rows in 9, 5:
    got = small.matmul(a[:rows], b, constant=True, tail=[("bias", bias), ("requantize:100", multiplier)])
    assert got.dtype == numpy.uint8 and (got == want[:rows]).all()
assert 0 < (want % 255 > 0).sum()
negative = small.dense(signed, b.T.copy(), tail=[("requantize:-7", multiplier), "relu"])
assert negative.dtype == numpy.int8 and negative.min() == 0

f, g = r.random((9, 10), numpy.float32) - 0.5, r.random((10, 21), numpy.float32) - 0.5
half = small.matmul(f.astype(numpy.float16), g.astype(numpy.float16), constant=True)
assert half.dtype == numpy.float16
numpy.testing.assert_allclose(half, f.astype(numpy.float16).astype(float) @ g.astype(numpy.float16), atol=2e-3)
p, q = small.bfloat16_of_float(f), small.bfloat16_of_float(g)
assert p.dtype == numpy.uint16 and abs(small.float_of_bfloat16(p) - f).max() <= 2**-9
low = small.matmul(p, q)
exact = small.float_of_bfloat16(p).astype(float) @ small.float_of_bfloat16(q)
numpy.testing.assert_allclose(small.float_of_bfloat16(low), exact, rtol=2**-7, atol=1e-3)
assert small.matmul(a, b.astype(float), dtype="float32").dtype == numpy.float32
special = numpy.array([numpy.nan, numpy.inf, -0.0, 3.4e38], numpy.float32)
assert [hex(x) for x in small.bfloat16_of_float(special)] == ["0x7fff", "0x7f80", "0x8000", "0x7f80"]

plan = small.Plan("matmul", [9, 21, 10, 0, 0, 0, 1, 0, small.types.index("uint8")])
plan.constant(1, b)
assert (plan(a, None).reshape(9, 21) == small.matmul(a, b)).all()
print(plan.name, small.Plan("matmul", [9, 21, 10, 0, 0, 0, 0, 0, small.types.index("bfloat16")]).name)
for call in (
    lambda: small.matmul(a, b.astype(float)),
    lambda: small.matmul(p, g),
    lambda: small.matmul(a, b, dtype="int32"),
    lambda: small.matmul(a, b.T),
    lambda: small.Plan("matmul", [1] * 5),
    lambda: small.matmul(a, b, tail=["sigmoid"]),
    lambda: small.matmul(a, b, tail=["quantize"]),
    lambda: small.matmul(a, b, tail=[("requantize:-1", multiplier)]),
):
    try:
        call()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
`;

const useFromNode = `
const { plan } = require('./index.js');
const matmul = plan('matmul', { m: 9, n: 21, k: 10, constant: true, dtype: 'uint8' });
const a = Uint8Array.from({ length: 90 }, (_, i) => 255 - 7 * i), b = Int8Array.from({ length: 210 }, (_, i) => 11 * i - 128);
const c = matmul.run([a, b]);
const isExact = c.every((got, at) => {
  let sum = 0;
  for (let k = 0; k < 10; k++) sum += a[10 * Math.floor(at / 21) + k] * b[21 * k + at % 21];
  return got === sum;
});
console.log(c.constructor.name, isExact ? 'exact' : 'wrong');
// 1 * 1 + 1 * 3 is 4.
const halves = plan('dense', { m: 1, n: 1, k: 2, dtype: 'bfloat16' });
const four = halves.run([Uint16Array.of(0x3f80, 0x3f80), Uint16Array.of(0x3f80, 0x4040)]);
console.log(four.constructor.name, four[0]);
const bytes = plan('dense', { m: 1, n: 2, k: 2, dtype: 'uint8', epilogue: ['bias', 'requantize:128'] });
const some = [Uint8Array.of(2, 4), Int8Array.of(1, 1, 1, 1), Int32Array.of(10, 30), Float32Array.of(0.25, 0.125)];
console.log(String(bytes.run(some)), bytes.arrays.join());
const says = (call) => { try { call(); } catch (error) { console.log(error.message); } };
says(() => matmul.run([a, Float32Array.from(b)]));
says(() => plan('matmul', { m: 1, n: 1, k: 1, dtype: 'bfloat61' }));
says(() => plan('dense', { m: 1, n: 1, k: 1, dtype: 'int8', epilogue: ['requantize:128'] }));
`;
