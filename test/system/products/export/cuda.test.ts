import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
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
/** `call BYTES`: runs the first kernel with an input at so many bytes behind a multiple of 256. */
const callAt = `
#include <stdlib.h>
#include "small_cuda.h"
#include "src/driver.h"
int main(int count, char **given) {
  uint64_t pointers[8], workspace;
  if (count != 2 || small_cuda_open() != NULL) return 2;
  const small_cuda_kernel *kernel = small_cuda_at(0);
  small_cuda_module *module = small_cuda_load(kernel, "cubins");
  if (module == NULL) return 3;
  for (int i = 0; i <= kernel->inputs; i++) {
    const small_cuda_argument *argument = &kernel->arguments[i];
    small_cuda_driver.memory_alloc(&pointers[i], argument->elements * sizeof(float) + argument->packed_bytes + 256);
  }
  small_cuda_driver.memory_alloc(&workspace, kernel->workspace_bytes + 256);
  pointers[0] += (uint64_t)atoi(given[1]);
  return small_cuda_run(module, pointers, pointers[kernel->inputs], workspace, NULL);
}
`;

/** Such a program with the launcher that make builds by some options. */
function buildCall(build: string, ...options: readonly string[]): string {
  must(library, 'make', `NVCC=${fakeNvcc}`, 'CFLAGS=-Werror', ...options, 'all', 'cubins');
  writeFileSync(join(library, 'call.c'), callAt);
  const program = join(library, build, 'call');
  must(library, 'gcc', '-I.', '-Iinclude', 'call.c', `${build}/libsmall_cuda.a`, '-ldl', '-lm', '-o', program);
  return program;
}

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

  test('addresses between two multiples of 256 are refused by builds for debugging, and by no other', () => {
    const [free, checked] = [buildCall('build'), buildCall('build-debug', 'DEBUG=1')];
    const call = (program: string, at: string): ReturnType<typeof spawnSync> =>
      spawnSync(program, [at], { cwd: library, encoding: 'utf8', env: { ...process.env } });
    expect([call(free, '0').status, call(free, '4').status, call(checked, '0').status]).toEqual([0, 0, 0]);
    const { signal, stderr } = call(checked, '4');
    expect({ signal, stderr }).toEqual({
      signal: 'SIGABRT',
      stderr: expect.stringContaining('multiples of 256 bytes'),
    });
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
