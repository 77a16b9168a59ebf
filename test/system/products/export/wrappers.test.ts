import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect } from '@jest/globals';
import { exportKernels } from '../../../../src/index.js';
import { packageRoot } from '../../../../src/target/root.js';
import { testWhere } from '../../../support/skips.js';
import { few, logOf, must, ownFolder, recordOf, type Tuned } from '../../../products/export/fixtures.js';

const folder = ownFolder();
const library = join(folder, 'lib');
/** Of an operator that no struct of the header is for. */
const softmax: Tuned = { template: 'softmax.rows', shape: { outer: '3', n: '5' }, target: 'llvm -threads=1' };
const name = JSON.stringify(recordOf(softmax).tune!.workload);
const headers = resolve(process.execPath, '..', '..', 'include', 'node');

beforeAll(async () => {
  await exportKernels([logOf(folder, [...few, softmax].map(recordOf))], { out: library, name: 'small' });
  must(library, 'make', '-j2', 'CFLAGS=-O1', 'all');
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const python = testWhere(hasNumpy, 'apt-get install python3-numpy');
const node = testWhere(existsSync(join(headers, 'node_api.h')), 'the headers of Node');

describe('wrappers', () => {
  // Skipped where numpy is missing: apt-get install python3-numpy.
  python('Python multiplies and convolves arrays of numpy, tuned or not, and refuses what is no shape', () => {
    writeFileSync(join(library, 'python', 'use.py'), useFromPython);
    expect(must(join(library, 'python'), 'python3', '-B', 'use.py')).toBe(
      'small_matmul small_conv2d small_plain refused\n',
    );
  });

  python('Python finds workloads by their names, has hints, and refuses arrays of other types', () => {
    writeFileSync(join(library, 'python', 'named.py'), namedFromPython.replace('NAME', name));
    expect(must(join(library, 'python'), 'python3', '-B', 'named.py').trim().split('\n')).toEqual([
      '<small_softmax: float32[3, 5, 1] -> float32[3, 5, 1]>',
      'no operator computes in float64, only in float32, float16, bfloat16, int8, uint8; dtype="float32" converts',
      'argument 1 is of float32, and float64 was given: convert it first',
      'data has the shape (5, 3), and (3, 5, 1) is needed',
      'the library has no workload 1x2 of softmax that this CPU can run',
      'float32 float32',
    ]);
  });

  // Skipped where Node came without its headers.
  node('Node takes typed arrays and gives them, tuned or not, and refuses what is none', () => {
    must(library, 'make', 'CFLAGS=-O1 -Werror', `NODE_HEADERS=${headers}`, 'node');
    writeFileSync(join(library, 'node', 'use.cjs'), useFromNode);
    expect(must(join(library, 'node'), process.execPath, 'use.cjs')).toBe(
      'small_matmul small_plain 3 refused refused\n',
    );
  });

  node('Node finds workloads by their names, and its types are those of its declarations', () => {
    must(library, 'make', `NODE_HEADERS=${headers}`, 'node');
    const folder = join(library, 'node');
    writeFileSync(join(folder, 'use.ts'), useFromTypeScript);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const compiler = join(packageRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
    must(folder, process.execPath, compiler, ...options, 'use.ts');
    expect(must(folder, process.execPath, '-e', namedFromNode.replace('NAME', name)).trim().split('\n')).toEqual([
      'small_softmax 0.2',
      'input 0 must be Float32Array of 15 elements (float32), and no typed array was given',
    ]);
  });
});

const useFromPython = `
import numpy, small
r = numpy.random.default_rng(1)
a, b = r.random((9, 10), numpy.float32), r.random((10, 21), numpy.float32)
numpy.testing.assert_allclose(small.matmul(a, b, constant=True), a @ b, rtol=1e-5)
plan = small.Plan("matmul", [9, 21, 10, 0, 0, 0, 1, 0])
plan.constant(1, b)
numpy.testing.assert_allclose(plan(a, None).reshape(9, 21), a @ b, rtol=1e-5)

x, w = r.random((1, 7, 6, 5), numpy.float32), r.random((6, 5, 3, 3), numpy.float32)
bias, add = r.random(6, numpy.float32), r.random((1, 7, 6, 6), numpy.float32)
padded = numpy.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
windows = numpy.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
want = numpy.maximum(numpy.einsum("nhwcij,ocij->nhwo", windows, w) + bias + add, 0)
got = small.conv2d(x, w, pad=1, layout="ANY", bias=bias, add=add, relu=True)
numpy.testing.assert_allclose(got, want, rtol=1e-4)
numpy.testing.assert_allclose(small.dense(a, b.T.copy()), a @ b, rtol=1e-5)
t = numpy.stack([b.T, b.T])
numpy.testing.assert_allclose(small.batch_matmul(numpy.stack([a, a]), t, trans_b=True)[1], a @ b, rtol=1e-5)
up = small.conv2d_transpose(numpy.ones((1, 1, 2, 2), numpy.float32), numpy.ones((1, 1, 2, 2), numpy.float32), stride=2)
assert up.shape == (1, 1, 4, 4) and (up == 1).all()
names = [plan.name, small.Plan("conv2d", [1, 5, 7, 6, 6, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0x241, 1, 0]).name]
names.append(small.Plan("matmul", [2, 2, 2, 0, 0, 0, 0, 0]).name)
try:
    small.Plan("matmul", [0] * 8)
except ValueError:
    print(*("_".join(name.split("_")[:2]) for name in names), "refused")
`;

const useFromNode = `
const { plan } = require('./index.js');
const matmul = plan('matmul', { m: 9, n: 21, k: 10, constant: true });
const a = Float32Array.from({ length: 90 }, (_, i) => Math.sin(i)), b = Float32Array.from({ length: 210 }, (_, i) => Math.cos(i));
const c = matmul.run([a, b]);
for (let i = 0; i < 9; i++) for (let j = 0; j < 21; j++) {
  let sum = 0;
  for (let k = 0; k < 10; k++) sum += a[10 * i + k] * b[21 * k + j];
  if (!(Math.abs(sum - c[21 * i + j]) < 1e-5)) throw new Error('c[' + i + ', ' + j + '] is ' + c[21 * i + j] + ', not ' + sum);
}
const plain = plan('dense', { m: 1, n: 1, k: 2, epilogue: ['bias', 'relu'] });
const refusedBy = (call) => { try { call(); return 'taken'; } catch (error) { return error instanceof TypeError ? 'refused' : error.message; } };
const short = (name) => name.split('_').slice(0, 2).join('_');
console.log(short(matmul.name), short(plain.name), plain.run([Float32Array.of(1, 2), Float32Array.of(2, 1), Float32Array.of(-1)])[0],
  refusedBy(() => matmul.run([a, a])), refusedBy(() => plan('matmul', { m: 0, n: 1, k: 1 })));
`;

const namedFromPython = `
import numpy, small, typing
rows = small.workload("softmax", NAME)
x = numpy.arange(15, dtype=numpy.float32).reshape(3, 5)
want = numpy.exp(x - x.max(1, keepdims=True))
numpy.testing.assert_allclose(rows(x[..., None])[..., 0], want / want.sum(1, keepdims=True), rtol=1e-5)
print(repr(rows).replace(rows.name, "small_softmax"))
for call in (
    lambda: small.matmul(x.astype(float), x.T.copy()),
    lambda: small.matmul(x, x.T.astype(float)),
    lambda: rows(x.T.copy()),
    lambda: small.workload("softmax", "1x2"),
):
    try:
        call()
    except (TypeError, ValueError) as error:
        print(error)
print(small.matmul(x, x.T.copy()).dtype, small.matmul(x.astype(float), x.T.astype(float), dtype="float32").dtype)
for function in (small.conv2d, small.matmul, small.workload, small.Plan.__call__):
    assert "return" in typing.get_type_hints(function)
`;

const useFromTypeScript = `
import { plan, workload, type Plan } from './index.js';
const product: Plan = plan('matmul', { m: 2, n: 2, k: 2, transA: true });
const made: ArrayLike<number | bigint> = workload('softmax', '1x2', 1).run([new Float32Array(2)]);
// @ts-expect-error: a product has no kernel
plan('matmul', { m: 2, n: 2, k: 2, kernel: [1, 1] });
export { product, made };
`;

const namedFromNode = `
const { workload } = require('./index.js');
const rows = workload('softmax', NAME);
console.log(rows.name.split('_').slice(0, 2).join('_'), rows.run([new Float32Array(15)])[7].toFixed(1));
try { rows.run([[1, 2]]); } catch (error) { console.log(error.message); }
`;
