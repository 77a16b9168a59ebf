import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cudaFarm } from '../../../src/backend/cuda/farm.js';
import { nativeProgram } from '../../../src/measure/native.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { element, kernel, launch } from '../../measure/cuda-kernel.js';
import { fakeNvcc } from '../../support/fake-cuda.js';
import { sm90 } from '../../support/targets.js';

const good = kernel(element);
const map = { argument: 0, offset: 0, elementBytes: 4, shape: [8, 8], box: [4, 4], swizzle: 32 };

let scratch: Scratch;
let builder: ReturnType<typeof cudaFarm.openBuilder>;
beforeAll(async () => {
  scratch = new Scratch();
  const native = await nativeProgram(scratch);
  builder = cudaFarm.openBuilder({ native, scratch, jobs: 1, timeoutSeconds: 100, compiler: fakeNvcc });
});
afterAll(async () => {
  await builder.close();
  scratch.close();
});

test('a kernel that came from elsewhere is built, with what its compiler reports', async () => {
  const given: unknown = JSON.parse(JSON.stringify({ ...good, launches: [{ ...launch, maps: [map] }] }));
  expect(await builder.build(given, sm90, 'kernel')).toMatchObject({ suffix: '_0', resources: [{ registers: 40 }] });
});

test.each([
  ['a name that is none of C', { ...good, launches: [{ ...launch, name: 'run; x' }] }],
  ['a grid without extents', { ...good, launches: [{ ...launch, grid: [0, 1, 1] }] }],
  ['a map of another swizzle', { ...good, launches: [{ ...launch, maps: [{ ...map, swizzle: 7 }] }] }],
  ['another language', { ...good, language: 'c' }],
  ['a field of its own', { ...good, flags: ['-include/etc/passwd'] }],
  ['nothing', null],
])('it is refused with %s', async (_, given) => {
  await expect(builder.build(given, sm90, 'kernel')).rejects.toThrow();
});

test('a device loads what compilers of up to the major version of its driver make', () => {
  const features = ['gpu', 'sm_90', 'cuda-12.4'];
  expect(['NVRTC 12.8', 'nvcc 11.8', 'nvcc 13.0'].map((one) => cudaFarm.loads(features, one))).toEqual([
    true,
    true,
    false,
  ]);
});
