import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Built } from '../../measure/build.js';
import type { Device, DeviceOptions } from '../../measure/device.js';
import { cacheFolder } from '../../measure/cache-folder.js';
import { nativeProgram } from '../../measure/native.js';
import { Session, type SessionOptions } from '../../measure/session.js';
import { OtherMachineError } from '../../target/errors.js';
import { machine } from '../../target/machine.js';
import type { BuilderNeeds } from '../device-access.js';
import { asCpuKernel, Builder } from '../cpu/builder.js';
import { hostTarget } from '../cpu/target.js';
import { asCudaKernel, CudaBuilder } from './builder.js';
import { cudaCompilers } from './compiler.js';
import { CubinCache } from './cubin-cache.js';
import { requireGpu, type HostGpu } from './host-gpu.js';
import type { TensorMap } from './cuda-kernel.js';
import type { CudaTarget } from './target.js';
import { launchesOf } from './unit.js';
import { defined } from '../../target/defined.js';

/**
 * This machine's GPU, on which kernels are timed as often as a trial asks for, or as `repeats` has it. References run
 * on the CPU. Throws MissingError without nvcc or NVRTC, gcc, driver or GPU.
 */
export async function openGpu(
  options: DeviceOptions,
  repeats?: SessionOptions['repeats'],
): Promise<Device<CudaTarget>> {
  const { scratch, jobs, compiler, timeouts } = options;
  const native = await nativeProgram(scratch);
  const common = { native, scratch, timeoutSeconds: timeouts.build };
  const gpu = requireGpu(native);
  const builder = openBuilder({ ...common, jobs, compiler }, gpu.cuda);
  const references = new Builder({ ...common, jobs: 1, compiler: undefined });
  const buildReference = (reference: DeviceKernel): Promise<Built> =>
    references.build(asCpuKernel(reference), hostTarget(), 'reference');
  const session = gpuSession(gpu, native, buildReference, options, repeats);
  return {
    builder,
    session,
    check: ({ arch }) => {
      refuseOtherArchitecture(gpu, arch);
    },
    call: callOf,
    close: async () => {
      await Promise.all([session.close(), builder.close(), references.close()]);
    },
  };
}

/** What runs kernels of other machines' builders on this machine's GPU. Throws MissingError without driver or GPU. */
export async function openGpuRunner(options: DeviceOptions): Promise<Pick<Device<CudaTarget>, 'session' | 'close'>> {
  const { scratch, runner, fetchReference } = options;
  const native = runner ?? (await nativeProgram(scratch));
  const session = gpuSession(requireGpu(native), native, fetchReference!, options);
  return { session, close: () => session.close() };
}

function gpuSession(
  gpu: HostGpu,
  native: string,
  buildReference: SessionOptions['buildReference'],
  { seed, timeouts }: DeviceOptions,
  repeats?: SessionOptions['repeats'],
): Session {
  return new Session({
    command: [native, 'cuda', String(timeouts.kill)],
    buildReference,
    seed,
    referenceTimeoutSeconds: timeouts.reference,
    cacheBytes: gpu.l2Bytes,
    memory: gpu,
    // A naive product of 4096³ takes a core a minute, and kernels leave the cores alone.
    referenceThreads: machine().cores,
    ...defined({ repeats }),
  });
}

/** How a kernel is called, as `native/cuda/runner.c` reads it. */
export const callOf: Device<CudaTarget>['call'] = (kernel, { suffix = '' }) => [
  kernel.workspaceBytes,
  ...kernel.args.map(({ packedBytes }) => packedBytes),
  ...launchesOf(asCudaKernel(kernel)).flatMap(({ name, grid, block, sharedBytes, maps = [] }) => [
    name + suffix,
    ...grid,
    ...block,
    sharedBytes,
    maps.length,
    ...maps.flatMap(fieldsOf),
  ]),
];

/**
 * Only what builds. `driver` is the version of CUDA that the driver knows, where kernels are to be run. Throws
 * MissingError without nvcc or NVRTC.
 */
export function openBuilder({ compiler, ...common }: BuilderNeeds, driver?: string): CudaBuilder {
  // What a compiler does that somebody named is not for others to find.
  const folder = compiler === undefined ? cacheFolder('cubins') : undefined;
  const kept = folder === undefined ? undefined : new CubinCache(folder, common.scratch);
  const compilers = cudaCompilers(common.native, { nvcc: compiler, ...defined({ driver }) });
  return new CudaBuilder({ ...common, cudaCompilers: compilers, kept });
}

function refuseOtherArchitecture({ name, arch }: HostGpu, wanted: string): void {
  if (wanted === arch) return;
  throw new OtherMachineError(
    `The GPU here, ${name}, is ${arch} and cannot run kernels for ${wanted}`,
    `use --target "cuda -arch=${arch}", or --dry-run to build without timing`,
  );
}

/** A map, as `native/cuda/runner.c` reads it. */
function fieldsOf({ argument, offset, elementBytes, swizzle, shape, box }: TensorMap): number[] {
  return [argument, offset, elementBytes, swizzle, shape.length, ...shape, ...box];
}
