/** Small CUDA kernels for the fake GPU. */
import type { CudaKernel, Launch } from '../../src/backend/cuda/cuda-kernel.js';
import { count, kernel as cpuKernel } from './fixture.js';

export const launch: Launch = { name: 'twice', grid: [8, 1, 1], block: [128, 1, 1], sharedBytes: 0 };

/** A CUDA kernel C = 2 A + B, of which each thread does what the body says. */
export function kernel(body: string, before = '', extra: Partial<CudaKernel> = {}): CudaKernel {
  return {
    args: cpuKernel('').args,
    workspaceBytes: 0,
    language: 'cuda',
    source: `${before}
extern "C" __global__ void __launch_bounds__(128)
twice(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, char *__restrict__ workspace) {
  const int n = ${count}, i = blockIdx.x * 128 + threadIdx.x;
  ${body}
}
`,
    launches: [launch],
    ...extra,
  };
}

export const element = 'if (i < n) C[i] = 2 * A[i] + B[i];';

/** Declares `seconds()` of the fake GPU's clock, for kernels that take their time. */
export const clock = `struct timespec { long s, n; }; extern "C" int clock_gettime(int, struct timespec *);
  static double seconds() { struct timespec t; clock_gettime(2, &t); return t.s + 1e-9 * t.n; }`;
