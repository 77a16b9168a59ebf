import type { Kernel, TensorMap } from '../codegen/kernel.js';
import { missingHere } from '../backend/cpu/march.js';
import { OtherMachineError } from '../target/errors.js';
import { requireGpu, type HostGpu } from '../backend/cuda/host-gpu.js';
import { machine } from '../target/machine.js';
import type { TargetKind } from '../target/target.js';
import type { BatchBuilder, DeviceCode } from './build-cache.js';
import { Builder } from '../backend/cpu/builder.js';
import type { CompilersOptions } from './compilers.js';
import { cacheFolder } from './cache-folder.js';
import { CubinCache } from '../backend/cuda/cubin-cache.js';
import { CudaBuilder } from '../backend/cuda/builder.js';
import { cudaCompilers } from '../backend/cuda/compiler.js';
import { launchesOf } from '../backend/cuda/unit.js';
import { nativeProgram } from './native.js';
import type { Scratch } from './scratch.js';
import { Session } from './session.js';

/** What kernels run on: who builds them, who runs them, and how they are called. */
export interface Device {
  readonly builder: BatchBuilder;
  readonly session: Session;
  /** Throws UsageError when kernels for this CPU or GPU cannot run here. */
  check(cpu: string): void;
  /** The part of a trial's command that says how to call the kernel. */
  call(kernel: Kernel, code: Partial<DeviceCode>, threads: number): readonly (string | number)[];
  close(): Promise<void>;
}

export interface DeviceOptions {
  readonly scratch: Scratch;
  /** Seed of the random inputs. */
  readonly seed: number;
  readonly jobs: number;
  /** gcc or nvcc, by name or path. */
  readonly compiler: string | undefined;
  /** Seconds. */
  readonly timeouts: { readonly build: number; readonly reference: number };
}

/** Bytes that a kernel may allocate beyond its buffers, and what each of its threads adds (stack and heap arena). */
const memoryBytes = 256 * 2 ** 20;
const memoryBytesPerThread = 80 * 2 ** 20;

/** This machine's CPU. Throws MissingError without gcc. */
export async function openCpu({ scratch, seed, jobs, compiler = 'gcc', timeouts }: DeviceOptions): Promise<Device> {
  const native = await nativeProgram(scratch);
  const builder = new Builder({ native, scratch, jobs, compiler, timeoutSeconds: timeouts.build });
  const { caches, cores } = machine();
  const session = new Session({
    native,
    role: 'run',
    builder,
    seed,
    referenceTimeoutSeconds: timeouts.reference,
    cacheBytes: cores * caches.l3,
  });
  return {
    builder,
    session,
    check: refuseForeignCpu,
    call: ({ workspaceBytes, args }, _, threads) => [
      memoryBytes + threads * memoryBytesPerThread,
      workspaceBytes,
      ...args.map(({ packedBytes }) => packedBytes),
    ],
    close: async () => {
      await Promise.all([session.close(), builder.close()]);
    },
  };
}

/** This machine's GPU. References run on the CPU. Throws MissingError without nvcc or NVRTC, gcc, driver or GPU. */
export async function openGpu({ scratch, seed, jobs, compiler, timeouts }: DeviceOptions): Promise<Device> {
  const native = await nativeProgram(scratch);
  const common = { native, scratch, timeoutSeconds: timeouts.build };
  const gpu = requireGpu();
  const builder = openBuilder('cuda', { ...common, jobs, compiler, driver: gpu.cuda });
  const references = new Builder({ ...common, jobs: 1, compiler: 'gcc' });
  const session = new Session({
    native,
    role: 'cuda',
    builder: references,
    seed,
    referenceTimeoutSeconds: timeouts.reference,
    cacheBytes: gpu.l2Bytes,
    gpu,
  });
  return {
    builder,
    session,
    check: (arch) => {
      refuseOtherArchitecture(gpu, arch);
    },
    call: (kernel, { suffix = '' }) => [
      kernel.workspaceBytes,
      ...kernel.args.map(({ packedBytes }) => packedBytes),
      ...launchesOf(kernel).flatMap(({ name, grid, block, sharedBytes, maps = [] }) => [
        name + suffix,
        ...grid,
        ...block,
        sharedBytes,
        maps.length,
        ...maps.flatMap(fieldsOf),
      ]),
    ],
    close: async () => {
      await Promise.all([session.close(), builder.close(), references.close()]);
    },
  };
}

export interface BuilderNeeds extends CompilersOptions {
  readonly compiler: string | undefined;
  /** The version of CUDA that the driver knows, where kernels are to be run. */
  readonly driver?: string;
}

/** Only what builds, which needs no device. Throws MissingError without nvcc or NVRTC, where that is what it needs. */
export function openBuilder(kind: TargetKind, { compiler, driver, ...common }: BuilderNeeds): BatchBuilder {
  if (kind === 'llvm') return new Builder({ ...common, compiler: compiler ?? 'gcc' });
  // What a compiler does that somebody named is not for others to find.
  const folder = compiler === undefined ? cacheFolder('cubins') : undefined;
  const kept = folder === undefined ? undefined : new CubinCache(folder, common.scratch);
  const compilers = cudaCompilers(common.native, { nvcc: compiler, ...(driver !== undefined && { driver }) });
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
function fieldsOf({ argument, elementBytes, swizzle, shape, box }: TensorMap): number[] {
  return [argument, elementBytes, swizzle, shape.length, ...shape, ...box];
}

function refuseForeignCpu(cpu: string): void {
  const missing = missingHere(cpu);
  if (missing.length === 0) return;
  throw new OtherMachineError(
    `This machine cannot run kernels for -mcpu=${cpu}, since it lacks ${missing.slice(0, 3).join(', ')}`,
    'use "llvm" for this machine',
  );
}
