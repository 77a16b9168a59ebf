import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exportKernels, type ExportResult } from '../../../../src/index.js';
import { fakeNvcc, hasDriver, installFakeCuda, type FakeCuda } from '../../../support/fake-cuda.js';
import { few, logOf, must, ownFolder, recordOf, type Tuned } from '../../../products/export/fixtures.js';
import { describeWhere } from '../../../support/skips.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const gpu = 'cuda -arch=sm_90';
const kernels: readonly Tuned[] = [
  { template: 'matmul.simt', shape: { m: '33', n: '40', k: '24', epilogue: 'bias,relu' }, target: gpu },
  { template: 'matmul.simt', shape: { m: '33', n: '40', k: '24', epilogue: 'bias,gelu,mul' }, target: gpu },
  { template: 'matmul.mma', shape: { m: '32', n: '64', k: '64', dtype: 'float16' }, target: gpu },
  {
    template: 'conv2d.winograd_simt',
    shape: { inChannels: '8', height: '6', width: '6', outChannels: '8', kernel: '3', stride: '1', pad: '1' },
    target: gpu,
  },
];
// A driver of this machine's own would be found first by some of its users.
const without = describeWhere(!hasDriver(), 'a machine without a driver for GPUs');
let exported: ExportResult;
let fake: FakeCuda;

without('a library of kernels for GPUs', () => {
  beforeAll(async () => {
    fake = installFakeCuda({ CUDACXX: fakeNvcc });
    exported = await exportKernels([logOf(folder, kernels.map(recordOf))], { out: library, name: 'small' });
  });
  afterAll(() => {
    fake.remove();
  });

  test('passes its self-test through the launcher, on the driver that it finds', () => {
    expect(exported.kernels.map(({ file }) => file)).toHaveLength(kernels.length);
    // Those of a real compiler run on no CPU.
    rmSync(join(library, 'cubins'), { recursive: true, force: true });
    const said = must(library, 'make', '-j2', `NVCC=${fakeNvcc}`, 'CFLAGS=-Werror', 'test');
    expect(said).toMatch(new RegExp(`^${kernels.length} kernels: 0 failed, 0 skipped$`, 'm'));
  });

  test('lies beside the library for CPUs where logs hold both', async () => {
    const both = await exportKernels([logOf(folder, [recordOf(few[0]!), recordOf(kernels[0]!)], 'both.jsonl')], {
      out: join(folder, 'both'),
    });
    expect(both.kernels.map(({ file }) => file.split('/').slice(0, 2).join('/'))).toEqual([
      'src/kernels',
      'cuda/kernels',
    ]);
  });
});
