import type { CpuKernel } from './kernel.js';
import { cpuOption, type Toolchain } from './toolchains.js';

/**
 * A kernel is compiled in the same way wherever it is timed, in the search, the finals and a replay: -O3 made as many
 * of them slower as faster. The reference leaves vectors to gcc, which -O3 serves best.
 */
export type Purpose = 'kernel' | 'reference';

/**
 * For kernels of a GPU, which run on the CPU only to be checked: compiling them takes longer than running them. Their
 * vectors are read through other types, which nvcc allows.
 */
const cudaOnHost = [
  '-Og',
  '-std=gnu++17',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  '-fno-strict-aliasing',
];

/**
 * gcc's options for a kernel. Kernels are freestanding (no headers, no start files), which halves what linking costs,
 * and what they call (memcpy, libm, libgomp) is found in the process that loads them. A multiply followed by an add may
 * be fused.
 *
 * Four passes are off. Predictive commoning keeps values of earlier iterations in registers that a register tile has
 * already given away (measured: tiles of a convolution became up to 2.2 times slower, none faster). Looking for vectors
 * in straight code costs time where the vectors are written out (in a kernel, not in the reference). Tracking the bits
 * of constants took 40 % of the time of compiling unrolled tiles without changing them. Threading jumps turned the two
 * limits of relu6 into branches of every element, with which a Winograd kernel in NCHW took 2.5 times as long.
 */
export function kernelFlags(
  toolchain: Toolchain,
  cpu: string,
  openmp: boolean,
  purpose: Purpose,
  language: CpuKernel['language'] = 'c',
): readonly string[] {
  return [
    purpose === 'kernel' ? '-O2' : '-O3',
    cpuOption(toolchain, cpu),
    '-ffp-contract=fast',
    '-fno-math-errno',
    '-fno-predictive-commoning',
    ...(purpose === 'kernel' ? ['-fno-tree-slp-vectorize'] : []),
    '-fno-tree-bit-ccp',
    '-fno-thread-jumps',
    '-ffreestanding',
    '-nostdlib',
    '-shared',
    '-fPIC',
    '-pipe',
    ...(language === 'c' ? ['-std=gnu11'] : cudaOnHost),
    ...(openmp ? ['-fopenmp'] : []),
  ];
}
