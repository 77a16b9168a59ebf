/** How each kernel is compiled, for make and CMake: `kernels.mk`, `kernels.cmake`. */
import { codeFlags } from '../flags.js';
import { toolchainNamed } from '../toolchains.js';
import type { CpuTarget } from '../target.js';

export interface CompiledKernel {
  readonly name: string;
  readonly target: CpuTarget;
  readonly openmp: boolean;
}

const families = ['gcc', 'clang'] as const;

/** As it was compiled when it was tuned, but for what makes a shared object of its own of it. */
export function flagsOf({ target, openmp }: CompiledKernel, family: (typeof families)[number]): string {
  const flags = codeFlags(toolchainNamed(target.triple), family, { cpu: target.arch, purpose: 'kernel' });
  return [...flags, ...(openmp ? ['-fopenmp'] : [])].join(' ');
}

/** What programs are linked with besides the library: kernels call libm, and OpenMP where they use threads. */
export function linkFlags(kernels: readonly Pick<CompiledKernel, 'openmp'>[]): readonly string[] {
  return [...(kernels.some(({ openmp }) => openmp) ? ['-fopenmp'] : []), '-lm'];
}

export function makeText(kernels: readonly CompiledKernel[]): string {
  return [
    '# Written by tune: the kernels, and how they were compiled when they were tuned.',
    `OPENMP = ${kernels.some(({ openmp }) => openmp) ? '-fopenmp' : ''}`.trimEnd(),
    `KERNEL_NAMES = ${kernels.map(({ name }) => name).join(' \\\n  ')}`.trimEnd(),
    ...kernels.flatMap((kernel) =>
      families.map((family) => `FLAGS_${family}_${kernel.name} = ${flagsOf(kernel, family)}`),
    ),
    '',
  ].join('\n');
}

export function cmakeText(kernels: readonly CompiledKernel[]): string {
  const sources = kernels.map(({ name }) => `  src/kernels/${name}.c`);
  const flags = (family: (typeof families)[number]): string[] =>
    kernels.map(
      (kernel) =>
        `  set_source_files_properties(src/kernels/${kernel.name}.c PROPERTIES COMPILE_OPTIONS "${flagsOf(kernel, family).replaceAll(' ', ';')}")`,
    );
  return [
    '# Written by tune: the kernels, and how they were compiled when they were tuned.',
    ['set(KERNELS', ...sources, ')'].join('\n'),
    `set(NEEDS_OPENMP ${kernels.some(({ openmp }) => openmp) ? 'ON' : 'OFF'})`,
    'if(CMAKE_C_COMPILER_ID MATCHES "Clang")',
    ...flags('clang'),
    'else()',
    ...flags('gcc'),
    'endif()',
    '',
  ].join('\n');
}
