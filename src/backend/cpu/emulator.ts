import type { Device, DeviceOptions } from '../../measure/device.js';
import { Session } from '../../measure/session.js';
import { cpuParts } from './device.js';
import type { CpuTarget } from './target.js';
import { toolchainNamed } from './toolchains.js';

/**
 * What opens a CPU of another architecture in the place of this machine's: the runner is a program for it, which qemu
 * runs, so that its kernels are checked here. Their times mean nothing. Opening throws MissingError without the cross
 * compiler or qemu.
 */
export function emulatorOf(triple: string): (options: DeviceOptions) => Promise<Device<CpuTarget>> {
  const toolchain = toolchainNamed(triple);
  return async (options) => {
    const { builder, sessionOptions, call, close } = await cpuParts(options, toolchain);
    const session = new Session({ ...sessionOptions, ...untimed });
    const check = (target: CpuTarget): void => {
      if (target.triple !== toolchain.triple) throw new Error(`${toolchain.emulator} was given a ${target.triple}`);
    };
    return { builder, session, check, call, close: () => close(session) };
  };
}

/** What sessions do where times mean nothing: one repeat, for which nothing is flushed from a cache. */
export const untimed = { cacheBytes: Infinity, repeats: { budget: 0, minRepeats: 1, maxRepeats: 1 } };
