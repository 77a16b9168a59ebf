import type { CudaKernel, Launch } from './cuda-kernel.js';

/** What is launched of a kernel, in the order in which runners receive it: packing, unpacking, what is on the clock. */
export function launchesOf({ packs = [], unpack, launches }: CudaKernel): readonly Launch[] {
  return [...packs, ...(unpack ? [unpack] : []), ...launches];
}

/** The functions of a kernel that are launched. */
export function functionNames(kernel: CudaKernel): readonly string[] {
  return launchesOf(kernel).map(({ name }) => name);
}

/**
 * Kernels as one translation unit: each in a namespace of its own, its functions renamed by macros to end with `_0`,
 * `_1`, …, its own macros forgotten at its end. What they include comes first, outside of all. Messages name lines of
 * the kernel.
 */
export function translationUnit(kernels: readonly CudaKernel[]): string {
  const includes = new Set(kernels.flatMap(({ source }) => source.match(/^#\s*include\b.*$/gm) ?? []));
  const parts = kernels.map((kernel, i) => {
    const names = functionNames(kernel);
    const macros = Array.from(kernel.source.matchAll(/^#\s*define\s+(\w+)/gm), (match) => match[1]);
    return [
      ...names.map((name) => `#define ${name} ${name}_${i}`),
      `namespace kernel_${i} {`,
      '#line 1 "kernel.cu"',
      kernel.source.replace(/^#\s*include\b.*$/gm, ''),
      '}',
      ...[...names, ...macros].map((name) => `#undef ${name}`),
    ].join('\n');
  });
  return [...includes, ...parts].join('\n') + '\n';
}
