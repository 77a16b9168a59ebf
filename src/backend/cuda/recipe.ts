import { argumentsText, bytesOf, type Recipe } from '../recipe.js';
import { cudaFlags } from './flags.js';
import type { CudaKernel, Extents, Launch } from './cuda-kernel.js';
import { findNvcc } from './nvcc.js';
import type { CudaTarget } from './target.js';

/** By nvcc, also where the search used NVRTC: a program needs the runtime that comes with it. */
export function cudaRecipe(kernel: CudaKernel, { arch }: CudaTarget): Recipe {
  const flags = ['-O3', ...cudaFlags(arch)];
  const nvcc = findNvcc();
  return {
    source: 'kernel.cu',
    program: { file: 'main.cu', text: programText(kernel) },
    compile: [[nvcc, ...flags, '-o', 'demo', 'main.cu']],
    assemble: [nvcc, ...flags, '-ptx', '-o', 'kernel.s', 'kernel.cu'],
  };
}

function programText(kernel: CudaKernel): string {
  const { args, launches, packs = [], unpack, workspaceBytes } = kernel;
  const output = args.length - 1;
  const packed = args.flatMap(({ role, packedBytes }, i) => (role === 'input' && packedBytes > 0 ? [i] : []));
  const all = [...packs, ...launches, ...(unpack ? [unpack] : [])];
  const mapped = all.some(({ maps = [] }) => maps.length > 0);
  return [
    `/* Arguments: ${argumentsText(kernel)}. What a kernel takes packed, it gets packed. */`,
    ...(mapped ? ['/* It takes descriptors of tiles for the TMA, which `tune export` makes: this fills none. */'] : []),
    '#include "kernel.cu"',
    '#include <cstdio>',
    `static const size_t bytes[] = {${args.map(bytesOf).join(', ')}};`,
    `static const size_t packed_bytes[] = {${args.map(({ packedBytes }) => packedBytes).join(', ')}};`,
    'int main() {',
    `  void *args[${args.length}], *given[${args.length + 1}];`,
    `  for (int i = 0; i < ${args.length}; i++) {`,
    '    cudaMallocManaged(&args[i], bytes[i]);',
    '    if (packed_bytes[i]) cudaMallocManaged(&given[i], packed_bytes[i]); else given[i] = args[i];',
    '  }',
    `  cudaMalloc(&given[${args.length}], ${workspaceBytes + 1});`,
    `  void *all[${args.length + 1}];`,
    `  for (int i = 0; i <= ${args.length}; i++) all[i] = &given[i];`,
    ...packs.map((launch, at) => `  ${pairText(launch, 'args', 'given', packed[at]!)} // once, for constants`),
    ...launches.map((launch) => `  ${launchText(launch, 'all')}`),
    ...(unpack ? [`  ${pairText(unpack, 'given', 'args', output)}`] : []),
    '  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));',
    '}',
    '',
  ].join('\n');
}

function pairText(launch: Launch, from: string, to: string, argument: number): string {
  return `{ void *pair[] = {&${from}[${argument}], &${to}[${argument}]}; ${launchText(launch, 'pair')} }`;
}

function launchText({ name, grid, block, sharedBytes }: Launch, parameters: string): string {
  const large =
    sharedBytes > 0
      ? `cudaFuncSetAttribute((void *)${name}, cudaFuncAttributeMaxDynamicSharedMemorySize, ${sharedBytes}); `
      : '';
  return `${large}cudaLaunchKernel((void *)${name}, ${dim3(grid)}, ${dim3(block)}, ${parameters}, ${sharedBytes}, 0);`;
}

function dim3(extents: Extents): string {
  return `dim3(${extents.join(', ')})`;
}
