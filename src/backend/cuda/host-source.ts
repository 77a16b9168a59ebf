/**
 * CUDA kernels as C++ for this machine's CPU: `native/cuda/host.h` runs their blocks and threads, so that they are
 * checked without a GPU.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversionText, macroCall } from '../../elements/c-helper.js';
import { addedKernelTypes } from '../../elements/registry.js';
import type { CpuKernel } from '../cpu/cpu-kernel.js';
import type { CudaKernel, Launch, TensorMap } from './cuda-kernel.js';
import { packageRoot } from '../../target/root.js';
import { launchesOf } from './unit.js';

/** A kernel of a GPU as one that the CPU runs, block by block, to check it. */
export function hostKernel(kernel: CudaKernel): CpuKernel {
  const { args, workspaceBytes } = kernel;
  return { language: 'c++', source: hostSource(kernel), args, workspaceBytes, openmp: false, requires: [] };
}

/**
 * The source with the C ABI of `ir/device-kernel.ts` on top: `kernel` runs all launches; `pack` and `unpack` are there
 * where arguments are packed.
 */
function hostSource(kernel: CudaKernel): string {
  const { source, args, launches } = kernel;
  const dynamic = Math.max(0, ...launchesOf(kernel).map(({ sharedBytes }) => sharedBytes));
  const shared = dynamic > 0 ? [`__shared__ float4 dynamic_shared[${Math.ceil(dynamic / 16)}];`] : [];
  const parameters = [...args.map((_, i) => `args[${i}]`), 'workspace'];
  return [
    `#include "${join(headers(), 'host.h')}" // ${headersHash()}`,
    ...addedKernelTypes().flatMap((type) => [conversionText(type), macroCall(type, 'TUNE_HOST_ELEMENT')]),
    source,
    ...shared,
    ...entry('kernel(void *const *args, void *workspace)', [
      'tune_host::begin_call();',
      ...launches.map((launch) => launchText(launch, parameters)),
    ]),
    ...conversions(kernel),
    '',
  ].join('\n');
}

function headers(): string {
  return join(packageRoot(), 'native', 'cuda');
}

let hash: string | undefined;

/** Of what the source includes, since objects are kept by the text of their source (`cpu/objects.ts`). */
function headersHash(): string {
  if (hash !== undefined) return hash;
  const names = readdirSync(headers()).filter((name) => name.endsWith('.h'));
  const all = createHash('sha256');
  for (const name of [...names.sort(), join('..', 'runner', 'elements.h')])
    all.update(readFileSync(join(headers(), name)));
  return (hash = all.digest('hex').slice(0, 16));
}

function conversions({ args, packs = [], unpack }: CudaKernel): string[] {
  const packed = args.flatMap(({ role, packedBytes }, i) => (role === 'input' && packedBytes > 0 ? [i] : []));
  const texts = packs.map((launch, i) => launchText(launch, [`args[${packed[i]}]`, `packed[${packed[i]}]`]));
  const output = args.length - 1;
  return [
    ...(packs.length > 0 ? entry('pack(void *const *args, void *const *packed)', texts) : []),
    ...(unpack
      ? entry('unpack(void *const *packed, void *const *args)', [
          launchText(unpack, [`packed[${output}]`, `args[${output}]`]),
        ])
      : []),
  ];
}

function entry(head: string, body: readonly string[]): string[] {
  return [`extern "C" void ${head} {`, ...body.map((line) => `  ${line}`), '}'];
}

function launchText({ name, grid, block, maps = [] }: Launch, parameters: readonly string[]): string {
  const extents = [grid, block].map((e) => `{${e.join(', ')}}`);
  const pointers = parameters.map((p) => `tune_host::Pointer{${p}}`);
  const given = [...pointers, ...maps.map((map) => mapText(map, parameters))];
  return `tune_host::launch(${extents.join(', ')}, [&] { ${name}(${given.join(', ')}); });`;
}

/** A `tensor_map` (`native/cuda/host-map.h`). */
function mapText(
  { argument, offset, elementBytes, shape, box, swizzle }: TensorMap,
  parameters: readonly string[],
): string {
  const strides = shape.slice(1).map((_, d) => shape.slice(d + 1).reduce((n, extent) => n * extent, elementBytes));
  const lists = [shape, strides, box].map((numbers) => `{${numbers.toReversed().join(', ')}}`);
  const fields = [`(const char *)${parameters[argument]} + ${offset}`, ...lists, shape.length, elementBytes, swizzle];
  return `tensor_map{${fields.join(', ')}}`;
}
