import { elementType } from '../../elements/registry.js';
import { valueType, type DType } from '../../ir/tensor.js';
import { median } from 'simple-statistics';
import type { KernelArg } from '../../ir/device-kernel.js';
import { requireGpu } from './host-gpu.js';
import type { CpuKernel } from '../cpu/cpu-kernel.js';
import { openGpu } from './device.js';
import type { CudaKernel } from './cuda-kernel.js';
import type { CudaTarget } from './target.js';
import { KernelMeasurer, type KernelMeasurerOptions } from '../../measure/kernels.js';

/**
 * Independent chains of a thread, more than the latency of a multiply-add (4 cycles) needs beside three other warps,
 * and the steps of each.
 */
const chains = 8;
const steps = 4096;
const threads = 256;

/**
 * The multiply-add peak of this machine's GPU in float32, in FLOP/s: chains of multiply-adds in registers on all of its
 * threads, built, checked and timed as every other kernel. Undefined where that fails, and for types that tensor cores
 * multiply, whose peak this is not. Throws MissingError without compiler, driver or GPU.
 */
export async function measureGpuPeak(
  target: CudaTarget,
  dtype: DType = valueType,
  options: Partial<KernelMeasurerOptions> = {},
): Promise<number | undefined> {
  if (elementType(dtype).kernels?.cuda?.matrix !== undefined) return undefined;
  const blocks = requireGpu().multiprocessors * Math.floor(target.gpu.threadsPerSm / threads);
  const kernel = chainsOf(blocks);
  const measurer = await KernelMeasurer.create(openGpu, { seed: 1, ...options });
  try {
    const problem = { reference: fixedPoints(kernel.args), target };
    for await (const { costs } of measurer.measure(problem, [{ make: () => kernel, tolerance: 1e-4 }]))
      if (costs.length > 0) return (2 * chains * steps * threads * blocks) / median([...costs]);
    return undefined;
  } finally {
    await measurer.close();
  }
}

/** Of each thread the sum of chains x ← x · A/2 + B, which end at a fixed point. */
function chainsOf(blocks: number): CudaKernel {
  const all = Array.from({ length: chains }, (_, i) => `x${i}`);
  const arg = (name: string, elements: number, role: KernelArg['role']): KernelArg => {
    return { name, shape: [elements], dtype: valueType, role, packedBytes: 0 };
  };
  const source = `extern "C" __global__ void __launch_bounds__(${threads}) peak(const float *A, const float *B, float *C, char *workspace) {
  const float a = 0.5f * A[0], b = B[0];
  float ${all.map((x, i) => `${x} = ${i}.0f + threadIdx.x`).join(', ')};
#pragma unroll 16
  for (int step = 0; step < ${steps}; step++) {
    ${all.map((x) => `${x} = ${x} * a + b;`).join(' ')}
  }
  C[blockIdx.x * ${threads} + threadIdx.x] = ${all.join(' + ')};
}
`;
  return {
    language: 'cuda',
    source,
    args: [arg('A', 1, 'input'), arg('B', 1, 'input'), arg('C', blocks * threads, 'output')],
    workspaceBytes: 0,
    launches: [{ name: 'peak', grid: [blocks, 1, 1], block: [threads, 1, 1], sharedBytes: 0 }],
  };
}

/** Where the chains end, on the CPU. */
function fixedPoints(args: readonly KernelArg[]): CpuKernel {
  const source = `void kernel(void *const *args, void *workspace) {
  const float *A = args[0], *B = args[1];
  float *C = args[2];
  for (long i = 0; i < ${args.at(-1)!.shape.join()}; i++) C[i] = ${chains} * (double)B[0] / (1 - 0.5 * (double)A[0]);
}
`;
  return { language: 'c', source, args, workspaceBytes: 0, openmp: false, requires: [] };
}
