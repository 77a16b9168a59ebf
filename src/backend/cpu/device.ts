import { cacheFolder } from '../../measure/cache-folder.js';
import type { Device, DeviceOptions } from '../../measure/device.js';
import { commandOf, nativeProgram } from '../../measure/native.js';
import { ObjectCache } from '../../measure/object-cache.js';
import { Session, type SessionOptions } from '../../measure/session.js';
import { OtherMachineError } from '../../target/errors.js';
import { machine } from '../../target/machine.js';
import { asCpuKernel, Builder } from './builder.js';
import { missingHere } from './march.js';
import { platformOf } from './qemu.js';
import type { CpuTarget } from './target.js';
import { hostToolchain, isHost, type Toolchain } from './toolchains.js';

/** Bytes that a kernel may allocate beyond its buffers, and what each of its threads adds (stack and heap arena). */
const memoryBytes = 256 * 2 ** 20;
const memoryBytesPerThread = 80 * 2 ** 20;

/** This machine's CPU, with `checking` for sessions that time nothing. Throws MissingError without a compiler. */
export async function openCpu(
  options: DeviceOptions,
  checking: Partial<SessionOptions> = {},
): Promise<Device<CpuTarget>> {
  const { builder, sessionOptions, call, close } = await cpuParts(options, hostToolchain());
  const session = new Session({ ...sessionOptions, ...checking });
  return { builder, session, check: refuseForeignCpu, call, close: () => close(session) };
}

/** What devices that run kernels on the CPU are made of. */
export interface CpuParts {
  readonly builder: Builder;
  readonly sessionOptions: SessionOptions;
  readonly call: Device<CpuTarget>['call'];
  readonly close: (session: Session) => Promise<void>;
}

/**
 * Those of a toolchain's kernels. Throws MissingError without a compiler, and without what runs such kernels on this
 * machine.
 */
export async function cpuParts(options: DeviceOptions, toolchain: Toolchain): Promise<CpuParts> {
  const { scratch, seed, jobs, compiler, timeouts, fetchReference } = options;
  const platform = platformOf(toolchain);
  const runner = options.runner ?? (await nativeProgram(scratch, platform));
  // A program that was given runs kernels that were built elsewhere: nothing is compiled here.
  const native = isHost(toolchain) || options.runner ? runner : await nativeProgram(scratch);
  const folder = cacheFolder('objects');
  const kept = folder === undefined ? undefined : new ObjectCache(folder, scratch);
  const builder = new Builder({ native, scratch, jobs, compiler, timeoutSeconds: timeouts.build, kept });
  const { caches, cores } = machine();
  return {
    builder,
    sessionOptions: {
      command: commandOf(platform, runner, 'run'),
      buildReference:
        fetchReference ??
        ((reference, target: CpuTarget) => builder.build(asCpuKernel(reference), target, 'reference')),
      seed,
      referenceTimeoutSeconds: timeouts.reference,
      cacheBytes: cores * caches.l3,
    },
    call: callOf,
    close: async (session) => {
      await Promise.all([session.close(), builder.close()]);
    },
  };
}

/** How a kernel is called, as native/runner/runner.c reads it. */
export const callOf: Device<CpuTarget>['call'] = ({ workspaceBytes, args }, _, { threads }) => [
  memoryBytes + threads * memoryBytesPerThread,
  workspaceBytes,
  ...args.map(({ packedBytes, packedElementBytes = 0 }) => `${packedBytes} ${packedElementBytes}`),
];

function refuseForeignCpu({ triple, arch }: CpuTarget): void {
  const host = hostToolchain().triple;
  if (triple !== host)
    throw new OtherMachineError(
      `Kernels for ${triple} cannot be timed on this machine, which is ${host}`,
      'use --dry-run to build them without timing, or tune on such a machine',
    );
  const missing = missingHere(arch);
  if (missing.length === 0) return;
  throw new OtherMachineError(
    `This machine cannot run kernels for -mcpu=${arch}, since it lacks ${missing.slice(0, 3).join(', ')}`,
    'use "llvm" for this machine',
  );
}
