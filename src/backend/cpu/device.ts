import type { Kernel } from '../../codegen/kernel.js';
import type { Device, DeviceOptions } from '../../measure/device.js';
import { nativeProgram } from '../../measure/native.js';
import { Session, type SessionOptions } from '../../measure/session.js';
import { OtherMachineError } from '../../target/errors.js';
import { machine } from '../../target/machine.js';
import { asCpuKernel, Builder } from './builder.js';
import { missingHere } from './march.js';
import type { CpuTarget } from './target.js';

/** Bytes that a kernel may allocate beyond its buffers, and what each of its threads adds (stack and heap arena). */
const memoryBytes = 256 * 2 ** 20;
const memoryBytesPerThread = 80 * 2 ** 20;

/** This machine's CPU. Throws MissingError without gcc. */
export async function openCpu(options: DeviceOptions): Promise<Device<CpuTarget>> {
  const { builder, sessionOptions, call, close } = await cpuParts(options);
  const session = new Session(sessionOptions);
  return { builder, session, check: refuseForeignCpu, call, close: () => close(session) };
}

/** What devices that run kernels on the CPU are made of. */
export interface CpuParts {
  readonly builder: Builder;
  readonly sessionOptions: SessionOptions;
  readonly call: (kernel: Kernel, code: object, target: CpuTarget) => readonly number[];
  readonly close: (session: Session) => Promise<void>;
}

export async function cpuParts(options: DeviceOptions): Promise<CpuParts> {
  const { scratch, seed, jobs, compiler = 'gcc', timeouts } = options;
  const native = await nativeProgram(scratch);
  const builder = new Builder({ native, scratch, jobs, compiler, timeoutSeconds: timeouts.build });
  const { caches, cores } = machine();
  return {
    builder,
    sessionOptions: {
      command: [native, 'run'],
      buildReference: (reference, target: CpuTarget) => builder.build(asCpuKernel(reference), target, 'reference'),
      seed,
      referenceTimeoutSeconds: timeouts.reference,
      cacheBytes: cores * caches.l3,
    },
    call: ({ workspaceBytes, args }, _, { threads }) => [
      memoryBytes + threads * memoryBytesPerThread,
      workspaceBytes,
      ...args.map(({ packedBytes }) => packedBytes),
    ],
    close: async (session) => {
      await Promise.all([session.close(), builder.close()]);
    },
  };
}

function refuseForeignCpu({ arch }: CpuTarget): void {
  const missing = missingHere(arch);
  if (missing.length === 0) return;
  throw new OtherMachineError(
    `This machine cannot run kernels for -mcpu=${arch}, since it lacks ${missing.slice(0, 3).join(', ')}`,
    'use "llvm" for this machine',
  );
}
