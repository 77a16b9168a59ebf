import { z } from 'zod';
import { kernelArgSchema } from '../../measure/farm/messages.js';
import { checked } from '../../target/checked.js';
import { MissingError, UsageError } from '../../target/errors.js';
import { slug } from '../../target/slug.js';
import type { FarmLane, FarmSide } from '../capabilities/serve-farm.js';
import { cpuLock, referencesHere } from '../cpu/farm.js';
import { makingRoom } from '../farm/making-room.js';
import { gpuArchitectures } from './architectures.js';
import { cudaCompilers, majorOf, type CudaCompiler } from './compiler.js';
import { callOf, openBuilder, openGpuRunner } from './device.js';
import { cudaFlags, nvccFlags } from './flags.js';
import { requireGpu } from './host-gpu.js';
import { formatCuda, parseCuda, type CudaTarget } from './target.js';

const name = z.string().regex(/^[A-Za-z_]\w{0,127}$/);
const count = z.int().min(0);
const extent = z.int().min(1);
const extents = z.tuple([extent, extent, extent]).readonly();
const launch = z.strictObject({
  name,
  grid: extents,
  block: extents,
  sharedBytes: count,
  maps: z
    .array(
      z.strictObject({
        argument: count,
        offset: count,
        elementBytes: extent,
        shape: z.array(extent).min(1).max(3).readonly(),
        box: z.array(extent).min(1).max(3).readonly(),
        swizzle: z.union([z.literal(32), z.literal(64), z.literal(128)]),
      }),
    )
    .max(4)
    .readonly()
    .exactOptional(),
});
const launches = z.array(launch).max(12).readonly();

/** A kernel for CUDA (`cuda-kernel.ts`) that came from elsewhere, of sizes that `native/cuda/gpu.h` has room for. */
const kernelSchema = z.strictObject({
  language: z.literal('cuda'),
  source: z.string().max(4 * 2 ** 20),
  args: z.array(kernelArgSchema).min(1).max(256).readonly(),
  workspaceBytes: count,
  launches,
  packs: launches.exactOptional(),
  unpack: launch.exactOptional(),
});

/** GPUs on a farm: a queue of builds for each architecture and compiler; references are built for their hosts' CPUs. */
export const cudaFarm: FarmSide<CudaTarget> = {
  format: formatCuda,
  laneOf: ({ arch }) => laneFor(arch),
  // A driver is not promised to load what a newer major version of CUDA makes.
  loads: (features, compiler) => {
    const driver = features.find((feature) => feature.startsWith('cuda-')) ?? '';
    return !(versionIn(compiler) > versionIn(driver));
  },
  read: (options, runner) => {
    const gpu = requireGpu(runner);
    const target = parseCuda(options, undefined);
    if (target.arch !== gpu.arch)
      throw new UsageError(
        `The GPU here, ${gpu.name}, is ${gpu.arch}, not ${target.arch}: serve it with --target cuda.`,
      );
    return {
      text: formatCuda(target),
      lane: laneFor(target.arch),
      isHere: true,
      lock: `gpu-${gpu.bus}`,
      references: { text: referencesHere(), lock: cpuLock },
      open: openGpuRunner,
    };
  },
  flagsOf: ({ arch }, compiler) => (compiler.startsWith('nvcc') ? nvccFlags(arch) : cudaFlags(arch)),
  call: callOf,
  lanes: (native) => {
    try {
      return lanesOf(cudaCompilers(native));
    } catch (error) {
      if (error instanceof MissingError) return [];
      throw error;
    }
  },
  openBuilder: (needs) => {
    const builder = openBuilder(needs);
    const withRoom = makingRoom(() => builder.trim());
    return {
      build: (kernel, target) =>
        withRoom(() => {
          const batch = builder.batch(target, 1);
          const built = batch.add(checked(kernelSchema, kernel));
          batch.end();
          return built;
        }),
      close: () => builder.close(),
    };
  },
  features: () => {
    const { name: model, arch, cuda } = requireGpu();
    return ['gpu', arch, slug(model), `cuda-${cuda}`];
  },
};

function laneFor(arch: string): string {
  return `cuda-${arch}`;
}

/** Of each architecture by the compiler that builds for it here. */
function lanesOf(compilers: readonly CudaCompiler[]): readonly FarmLane[] {
  return gpuArchitectures.flatMap((arch) => {
    const compiler = compilers.find(({ architectures }) => architectures.includes(arch));
    return compiler ? [{ lane: laneFor(arch), compiler: compiler.name }] : [];
  });
}

/** The major version of CUDA in the name of a compiler, `NVRTC 13.0`, or of what a driver loads, `cuda-12.4`. */
function versionIn(name: string): number {
  return majorOf(/[\d.]+$/.exec(name)?.[0] ?? '');
}
