import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import type { CudaKernel } from '../../../src/backend/cuda/cuda-kernel.js';
import { sm90 } from '../../support/targets.js';
import { CudaBuilder } from '../../../src/backend/cuda/builder.js';
import { cudaCompilers } from '../../../src/backend/cuda/compiler.js';
import { functionNames, translationUnit } from '../../../src/backend/cuda/unit.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { nativeProgram } from '../../../src/measure/native.js';
import { worstOf } from '../../../src/measure/resources.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { findNvrtc } from '../../../src/backend/cuda/nvrtc.js';
import type { Built } from '../../../src/measure/build.js';
import { readResources, readWarnings } from '../../../src/backend/cuda/ptxas.js';
import { describeWhere } from '../../support/skips.js';

function kernel(body: string, before = '', sharedBytes = 0): CudaKernel {
  const source = `${before}
extern "C" __global__ void __launch_bounds__(128) run(const float *A, float *C, char *workspace) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  ${body}
}
`;
  const launches: CudaKernel['launches'] = [{ name: 'run', grid: [8, 1, 1], block: [128, 1, 1], sharedBytes }];
  return { language: 'cuda', source, args: [], workspaceBytes: 0, launches };
}

test('a unit keeps its kernels apart and includes first', () => {
  const include = '#include <cuda_fp16.h>';
  const unit = translationUnit([kernel('', include), kernel('', `${include}\n#define TILE 4`)]);
  expect(unit.match(/#include/g)).toHaveLength(1);
  expect(unit.indexOf('#include')).toBe(0);
  expect(unit).toMatch(/#define run run_0\n.*#undef run\n#define run run_1\n/s);
  expect(unit).toMatch(/#undef TILE/);
  expect(functionNames({ ...kernel(''), packs: [{ ...kernel('').launches.at(0)!, name: 'pack' }] })).toEqual([
    'pack',
    'run',
  ]);
});

test('what ptxas says is read by the names of the functions', () => {
  const said = `ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'a_0' for 'sm_90a'
ptxas info    : Function properties for a_0
    40 bytes stack frame, 36 bytes spill stores, 32 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 40 bytes cumulative stack size, 4096 bytes smem
ptxas info    : Compiling entry function 'a_1' for 'sm_90a'
ptxas info    : Function properties for a_1
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
`;
  const first = { registers: 255, spillBytes: 68, sharedBytes: 4096, localBytes: 40 };
  const second = { registers: 8, spillBytes: 0, sharedBytes: 0, localBytes: 0 };
  expect([...readResources(said)]).toEqual([
    ['a_0', first],
    ['a_1', second],
  ]);
  expect(worstOf([first, second, first])).toEqual({ ...first, spillBytes: 136 });
});

test('what ptxas says of wgmma that it serialized is a warning of the functions that it names', () => {
  const note = (name: string, reason: string): string =>
    `ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to ${reason} in the function '${name}'`;
  const said = ['few', 'few', 'use'].map((reason, i) => note(`run_${i}`, reason)).join('\n');
  const warning = 'Potential Performance Loss: wgmma.mma_async instructions are serialized due to';
  expect(readWarnings(said, ['run_0', 'run_1'])).toEqual([`${warning} few`]);
  expect(readWarnings(said, ['run_2'])).toEqual([`${warning} use`]);
  expect(readWarnings(said, ['run_3'])).toEqual([]);
});

/** What there is on this machine: `pip install nvidia-cuda-nvrtc` brings NVRTC. */
const here = [
  ...(spawnSync('nvcc', ['--version']).status === 0 ? ['nvcc'] : []),
  ...(findNvrtc() === undefined ? [] : ['NVRTC']),
];

const describeEach = describeWhere(here.length > 0, 'nvcc or NVRTC').each(here.length > 0 ? here : ['none']);

describeEach('%s', (name) => {
  let scratch: Scratch;
  let builder: CudaBuilder;
  beforeAll(async () => {
    scratch = new Scratch();
    const native = await nativeProgram(scratch);
    const compilers = cudaCompilers(native, name === 'nvcc' ? { nvcc: 'nvcc' } : {}).slice(0, 1);
    builder = new CudaBuilder({ native, scratch, jobs: 1, cudaCompilers: compilers, timeoutSeconds: 30 });
    expect(builder.compilerOf(sm90).name).toMatch(name);
  });
  afterAll(async () => {
    await builder.close();
    scratch.close();
  });
  const build = (...kernels: readonly CudaKernel[]): Promise<readonly Built[]> => {
    const batch = builder.batch(sm90, kernels.length);
    const builds = kernels.map((one) => batch.add(one));
    batch.end();
    return Promise.all(builds);
  };

  test('kernels with functions, types and macros of the same names share a unit, and each has its resources', async () => {
    const before = (value: number): string =>
      `#define TILE ${value}\n#include <cuda_fp16.h>\nstruct tile { float x[TILE]; };\nstatic __device__ float f(float x) { return x * TILE; }`;
    const shared = '__shared__ float s[256]; s[threadIdx.x] = f(A[i]); __syncthreads(); C[i] = s[127 - threadIdx.x];';
    const built = await build(kernel('C[i] = f(A[i]);', before(2)), kernel(shared, before(3)));
    expect(built).toMatchObject([
      { suffix: '_0', resources: [{ sharedBytes: 0, spillBytes: 0 }] },
      { suffix: '_1', resources: [{ sharedBytes: 1024 }] },
    ]);
    const paths = built.map((one) => ('path' in one ? one.path : undefined));
    expect(paths[0]).toBeDefined();
    expect(paths[1]).toBe(paths[0]);
    const [again] = await build(kernel('C[i] = f(A[i]);', before(2)));
    expect(again).toMatchObject({ seconds: 0, suffix: '_0' });
  });

  test('when one is refused then its message names its own line, and the others are built', async () => {
    const tooMuch = '__shared__ float s[70000]; s[(int)A[i]] = A[i]; __syncthreads(); C[i] = s[(int)A[i + 1]];';
    const built = await build(kernel('C[i] = 3 * A[i];'), kernel('C[i] = oops;'), kernel(tooMuch));
    expect(built.map((one) => ('error' in one ? one.error : 0))).toEqual([0, ErrorNo.compileHost, ErrorNo.compileHost]);
    expect(built[1]).toMatchObject({ message: 'kernel.cu(4): error: identifier "oops" is undefined' });
    expect(built[2]).toMatchObject({
      message: expect.stringMatching(/^ptxas error\s*: Entry function 'run_0' uses too much shared data/) as unknown,
    });
  });

  test('what ptxas serializes comes with a warning', async () => {
    const product = `asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"((unsigned long long)i));`;
    const between = `float d[4] = {}; asm volatile("wgmma.fence.sync.aligned;");
      ${product} d[0] *= A[i]; ${product}
      asm volatile("wgmma.commit_group.sync.aligned;"); asm volatile("wgmma.wait_group.sync.aligned 0;");
      C[i] = d[0] + d[1] + d[2] + d[3];`;
    const [slow, good] = await build(kernel(between), kernel('C[i] = A[i];'));
    const warning = /^Potential Performance Loss: wgmma.mma_async instructions are serialized due to [^']*[^' ]$/;
    expect(slow).toMatchObject({ warnings: [expect.stringMatching(warning)] });
    expect(good).toMatchObject({ warnings: [] });
  });

  test('when static and dynamic shared memory together are too much then that is told, once it is known', async () => {
    const half = '__shared__ float s[10240]; s[threadIdx.x] = A[i]; __syncthreads(); C[i] = s[127 - threadIdx.x];';
    const [built] = await build(kernel(half, '', 200 << 10));
    expect(built).toMatchObject({
      error: ErrorNo.instantiation,
      message: 'run needs 245760 bytes of shared memory a block, of which there are 232448 (sm_90)',
    });
    expect((await build(kernel(half, '', 200 << 10)))[0]).toMatchObject({ error: ErrorNo.instantiation, seconds: 0 });
  });
});
