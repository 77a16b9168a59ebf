/** CUDA kernels as C++ for this machine's CPU: `native/cuda/host.h` runs their blocks and threads, so that they are checked without a GPU. */
import { join } from 'node:path';
import type { Kernel, Launch } from '../codegen/kernel.js';
import { packageRoot } from '../target/root.js';

/** The source with the C ABI of `codegen/kernel.ts` on top: `kernel` runs all launches. */
export function hostSource({ source, args, launches = [] }: Kernel): string {
  const dynamic = Math.max(0, ...launches.map(({ sharedBytes }) => sharedBytes));
  const parameters = [...args.map((_, i) => `args[${i}]`), 'workspace'].map((p) => `tune_host::Pointer{${p}}`);
  const shared = dynamic > 0 ? [`__shared__ float4 dynamic_shared[${Math.ceil(dynamic / 16)}];`] : [];
  return [
    `#include "${join(packageRoot(), 'native', 'cuda', 'host.h')}"`,
    source,
    ...shared,
    'extern "C" void kernel(void *const *args, void *workspace) {',
    '  tune_host::begin_call();',
    ...launches.map((launch) => `  ${launchText(launch, parameters)}`),
    '}',
    '',
  ].join('\n');
}

function launchText({ name, grid, block }: Launch, parameters: readonly string[]): string {
  const extents = [grid, block].map((e) => `{${e.join(', ')}}`);
  return `tune_host::launch(${extents.join(', ')}, [&] { ${name}(${parameters.join(', ')}); });`;
}
