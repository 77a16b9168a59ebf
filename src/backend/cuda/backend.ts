import type { Backend } from '../backend.js';
import { capabilityOf, gpuArchitectures, gpuOf } from './architectures.js';
import { gpuCeiling } from './ceiling.js';
import { contractTargets, openChecker } from './contract.js';
import { generateCuda } from './codegen/cuda.js';
import { asCudaKernel } from './builder.js';
import { openBuilder, openGpu } from './device.js';
import { examineCuda } from './examine.js';
import { cudaFarm } from './farm.js';
import { gpuFingerprint } from './fingerprint.js';
import { hostGpu } from './host-gpu.js';
import { exportLibrary } from './library/library.js';
import { measureGpuPeak } from './peak.js';
import { cudaRecipe } from './recipe.js';
import { wrappedCuda } from './source/wrapper.js';
import { formatCuda, parseCuda, type CudaTarget } from './target.js';

/** GPUs of NVIDIA's: CUDA, compiled by NVRTC or nvcc, launched through the driver. */
export const cuda: Backend<CudaTarget> = {
  kind: 'cuda',
  model: 'simt',
  options: {
    own: ['arch'],
    dropped: ['keys', 'model', 'device', 'libs', 'max_num_threads', 'thread_warp_size'],
  },
  examples: ['cuda', 'cuda -arch=sm_90'],
  parse: parseCuda,
  format: formatCuda,
  fingerprint: () => gpuFingerprint(hostGpu()),
  measurePeak: measureGpuPeak,
  ceiling: (_, dtype) => gpuCeiling(hostGpu(), dtype),
  generate: (nest) => generateCuda(nest),
  recipe: (kernel, target) => cudaRecipe(asCudaKernel(kernel), target),
  openBuilder,
  openDevice: (options) => openGpu(options),
  contractTargets,
  openChecker,
  exportLibrary,
  wrapSource: (source) => wrappedCuda(source),
  examine: examineCuda,
  farm: cudaFarm,
  listTargets: () =>
    gpuArchitectures.map((arch) => {
      const { threadsPerBlock, registersPerThread, sharedPerBlock } = gpuOf(arch);
      return {
        target: `cuda -arch=${arch}`,
        what: `GPUs of compute capability ${capabilityOf(arch)}`,
        lanes: null,
        registers: registersPerThread,
        threads: threadsPerBlock,
        l1: sharedPerBlock,
        l2: null,
        l3: null,
      };
    }),
};
