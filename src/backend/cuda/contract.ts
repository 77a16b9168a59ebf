/** What templates are checked on, beyond what their kernels are tuned for. */
import type { Device, DeviceOptions } from '../../measure/device.js';
import { untimed } from '../cpu/emulator.js';
import { gpuArchitectures } from './architectures.js';
import { openGpu } from './device.js';
import { openEmulator } from './emulator.js';
import { hostGpu } from './host-gpu.js';
import { parseCuda, type CudaTarget } from './target.js';

/** Warps that multiply together, groups of them that do, and whatever GPU is here. */
export function contractTargets(): readonly CudaTarget[] {
  const archs = new Set(['sm_80', 'sm_90', ...gpuArchitectures.filter((arch) => arch === hostGpu()?.arch)]);
  return [...archs].map((arch) => parseCuda(new Map([['arch', arch]]), undefined));
}

/** This machine's GPU for kernels of its architecture, an emulator for others. Throws MissingError as these do. */
export function openChecker({ arch }: CudaTarget, options: DeviceOptions): Promise<Device<CudaTarget>> {
  return hostGpu()?.arch === arch ? openGpu(options, untimed.repeats) : openEmulator(options);
}
