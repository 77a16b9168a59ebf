import type { Family } from '../../measure/c-compiler.js';
import type { CpuKernel } from './cpu-kernel.js';
import { cpuOptions } from './cpu-options.js';
import type { Toolchain } from './toolchains.js';

/**
 * A kernel is compiled in the same way wherever it is timed, in the search, the finals and a replay: -O3 made as many
 * of them slower as faster. The reference leaves vectors to the compiler, which -O3 serves best; for a brief one that
 * takes longer than it saves.
 */
type Purpose = 'kernel' | 'reference' | 'brief reference';

const levels: Readonly<Record<Purpose, string>> = { kernel: '-O2', reference: '-O3', 'brief reference': '-Og' };

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

/** What the flags of a compilation depend on. */
export interface Compilation {
  readonly cpu: string;
  /** Whether its loops run on several threads by OpenMP. */
  readonly openmp: boolean;
  readonly purpose: Purpose;
  readonly language?: CpuKernel['language'];
}

/**
 * What only one family of compilers understands. For AVX-512, clang splits vectors of 16 floats into halves unless an
 * option forbids it (measured: kernels of ResNet-18 took 1.5 to 3.9 times as long).
 */
const optionsOf: Readonly<Record<Family, (toolchain: Toolchain, purpose: Purpose) => readonly string[]>> = {
  gcc: (_, purpose) => [
    '-fno-predictive-commoning',
    '-fno-tree-bit-ccp',
    '-fno-thread-jumps',
    ...(purpose === 'reference' ? ['-fno-tree-loop-vectorize'] : []),
  ],
  clang: ({ arch }) => (arch === 'x64' ? ['-mprefer-vector-width=512'] : []),
};

/**
 * The compiler's options for a kernel. Kernels are freestanding (no headers, no start files), which halves what linking
 * costs, and what they call (memcpy, libm, OpenMP) is found in the process that loads them. A multiply followed by an
 * add may be fused.
 *
 * Four passes are off, three of which clang does not have. Predictive commoning keeps values of earlier iterations in
 * registers that a register tile has already given away (measured: tiles of a convolution became up to 2.2 times
 * slower, none faster). Looking for vectors in straight code costs time where the vectors are written out (in a kernel,
 * not in the reference). Tracking the bits of constants took 40 % of the time of compiling unrolled tiles without
 * changing them. Threading jumps turned the two limits of relu6 into branches of every element, with which a Winograd
 * kernel in NCHW took 2.5 times as long.
 *
 * References are vectorised as straight code only: where each pass over a loop reads one element of a row, gcc 12 read
 * the vector that begins there, which ends behind the last row. The tiles of a reference are straight code already.
 *
 * A kernel begins at a line of the cache, wherever it is linked to: the same instructions at another place of a line
 * took 3 % more time in a library than in the search.
 */
export function kernelFlags(
  toolchain: Toolchain,
  family: Family,
  { cpu, openmp, purpose, language = 'c' }: Compilation,
): readonly string[] {
  return [
    ...codeFlags(toolchain, family, { cpu, purpose }),
    '-ffreestanding',
    '-nostdlib',
    '-shared',
    '-fPIC',
    '-pipe',
    ...(language === 'c' ? ['-std=gnu11'] : cudaOnHost),
    ...(openmp ? ['-fopenmp'] : []),
  ];
}

/** Those of them that the code of a kernel depends on, which a library keeps. */
export function codeFlags(
  toolchain: Toolchain,
  family: Family,
  { cpu, purpose }: Pick<Compilation, 'cpu' | 'purpose'>,
): readonly string[] {
  return [
    levels[purpose],
    ...cpuOptions(toolchain, cpu),
    '-ffp-contract=fast',
    '-fno-math-errno',
    ...optionsOf[family](toolchain, purpose),
    ...(purpose === 'kernel' ? ['-fno-tree-slp-vectorize', '-falign-functions=64'] : []),
  ];
}

/**
 * For source of the user's: the CPU of the target, then what the user says, who may name another one. What it calls is
 * found in the process that loads it, as for every kernel.
 */
export function sourceFlags(toolchain: Toolchain, cpu: string, own: readonly string[]): readonly string[] {
  return [...cpuOptions(toolchain, cpu), ...own, '-nostdlib', '-shared', '-fPIC', '-pipe'];
}
