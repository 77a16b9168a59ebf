import { elementType } from '../../elements/registry.js';
import type { DType } from '../../ir/tensor.js';
import type { HostGpu } from './host-gpu.js';

/** Multiply-adds of float32 that the cores of an SM start in a cycle, on no architecture more. */
const cores = 128;

/**
 * Multiply-adds of float16 that the tensor cores of an SM start in a cycle, without sparsity, from an architecture on
 * (NVIDIA's white papers of Volta, Ampere, Hopper and Blackwell; smaller chips of a generation start fewer).
 */
const tensorCores: readonly (readonly [from: number, multiplyAdds: number])[] = [
  [100, 4096],
  [90, 2048],
  [80, 1024],
  [70, 512],
];

/** What a clock beyond the one that the driver names, and coarse events, may add. */
const generous = 1.5;

/** FLOP/s of a type that a GPU cannot reach; undefined where there is none. */
export function gpuCeiling(
  gpu: Pick<HostGpu, 'arch' | 'multiprocessors' | 'kilohertz'> | undefined,
  dtype: DType,
): number | undefined {
  if (gpu === undefined) return undefined;
  const number = Number(gpu.arch.slice('sm_'.length));
  const halves = tensorCores.find(([from]) => from <= number)?.[1] ?? cores;
  const { bytes, kernels } = elementType(dtype);
  const multiplyAdds = kernels?.cuda?.matrix === undefined ? cores : (halves * 2) / bytes;
  return 2 * multiplyAdds * gpu.multiprocessors * gpu.kilohertz * 1e3 * generous;
}
