import { openChecker } from '../../src/backend/cpu/contract.js';
import { openCpu } from '../../src/backend/cpu/device.js';
import { emulatorOf } from '../../src/backend/cpu/emulator.js';
import { hostTarget, parseCpu, type CpuTarget } from '../../src/backend/cpu/target.js';
import { readOptions, wordsOf } from '../../src/backend/target-string.js';
import { cpu } from '../../src/backend/cpu/backend.js';
import type { Device, DeviceOptions } from '../../src/measure/device.js';

/**
 * The CPU of another architecture that tests of CPUs run on in the place of this machine's, for a long proof:
 * TUNE_EMULATE="llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1". It needs the cross compiler and qemu.
 */
const asked = process.env['TUNE_EMULATE'];

/** The CPU that was asked for, with so many threads. */
export function emulatedCpu(threads: number): CpuTarget | undefined {
  if (asked === undefined) return undefined;
  const [kind, ...words] = wordsOf(asked);
  return parseCpu(readOptions(kind, cpu.options, words), threads);
}

/** What tests of measuring on a CPU open, and a target for it. */
export const cpuUnderTest = emulatedCpu(2) ?? hostTarget(2);
export const openCpuUnderTest = emulatedCpu(2) === undefined ? openCpu : emulatorOf(cpuUnderTest.triple);
/** The same for kernels that are only checked. */
export const openCheckerUnderTest = (options: DeviceOptions): Promise<Device<CpuTarget>> =>
  openChecker(cpuUnderTest, options);
