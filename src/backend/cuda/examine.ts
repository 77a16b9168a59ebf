import { formatBytes } from '../../target/format.js';
import type { Check } from '../capabilities/examine.js';
import { askDriver } from './host-gpu.js';
import { askNvcc, findNvcc } from './nvcc.js';
import { findNvrtc } from './nvrtc.js';

const forCuda = 'only for CUDA targets';

/** The compilers, and the GPU as its driver reports it. */
export function examineCuda(): Promise<readonly Check[]> {
  return Promise.resolve([checkNvcc(), checkNvrtc(), checkGpu()]);
}

function checkNvcc(): Check {
  try {
    return { name: 'nvcc', status: 'ok', text: askNvcc(findNvcc()).version };
  } catch {
    return { name: 'nvcc', status: 'absent', text: forCuda, fix: 'https://developer.nvidia.com/cuda-downloads' };
  }
}

function checkNvrtc(): Check {
  const found = findNvrtc();
  if (found) return { name: 'NVRTC', status: 'ok', text: found.library };
  return {
    name: 'NVRTC',
    status: 'absent',
    text: `${forCuda}, in the place of nvcc`,
    fix: 'pip install nvidia-cuda-nvrtc',
  };
}

function checkGpu(): Check {
  const gpu = driversAnswer();
  if ('missing' in gpu)
    return {
      name: 'GPU',
      status: 'absent',
      text: `${forCuda}, which --dry-run builds without it; ${gpu.missing}`,
      fix: 'an NVIDIA GPU and its driver',
    };
  const { name, arch, memoryBytes, cuda } = gpu;
  return {
    name: 'GPU',
    status: 'ok',
    text: `${name}, ${arch}, memory ${formatBytes(memoryBytes)}, driver of CUDA ${cuda}`,
  };
}

function driversAnswer(): ReturnType<typeof askDriver> {
  try {
    return askDriver();
  } catch {
    return { missing: 'gcc is missing, which compiles the query of the driver' };
  }
}
