/** What templates are checked on, beyond what their kernels are tuned for. */
import type { Device, DeviceOptions } from '../../measure/device.js';
import { openCpu } from './device.js';
import { emulatorOf, untimed } from './emulator.js';
import { runnableLevels } from './march.js';
import { hostTarget, parseCpu, type CpuTarget } from './target.js';
import { hostToolchain } from './toolchains.js';

/**
 * Every width of vectors that this machine has, on one thread, and the widest on two; with `threads`, all on so
 * many.
 */
export function contractTargets(threads: number | undefined): readonly CpuTarget[] {
  const widths = runnableLevels();
  const on = (arch: string | undefined, count: number): CpuTarget =>
    arch === undefined ? hostTarget(count) : parseCpu(new Map([['mcpu', arch]]), count);
  const archs = widths.length > 0 ? widths : [undefined];
  if (threads !== undefined) return archs.map((arch) => on(arch, threads));
  return [...archs.map((arch) => on(arch, 1)), on(archs[0], 2)];
}

/** This machine, or qemu for another architecture. Throws MissingError as these do. */
export function openChecker({ triple }: CpuTarget, options: DeviceOptions): Promise<Device<CpuTarget>> {
  return triple === hostToolchain().triple ? openCpu(options, untimed) : emulatorOf(triple)(options);
}
