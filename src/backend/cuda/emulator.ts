import type { Batch, BatchBuilder } from '../../measure/build.js';
import type { Device, DeviceOptions } from '../../measure/device.js';
import { Session } from '../../measure/session.js';
import { asCpuKernel } from '../cpu/builder.js';
import { cpuParts } from '../cpu/device.js';
import { untimed } from '../cpu/emulator.js';
import { hostTarget } from '../cpu/target.js';
import { hostToolchain } from '../cpu/toolchains.js';
import { asCudaKernel } from './builder.js';
import { hostKernel } from './host-source.js';
import type { CudaTarget } from './target.js';

/**
 * A GPU of any architecture in the place of a real one: kernels run on this machine's CPU, block by block
 * (`native/cuda/host.h`), so that they are checked without a GPU. Their times mean nothing. Throws MissingError without
 * gcc.
 */
export async function openEmulator(options: DeviceOptions): Promise<Device<CudaTarget>> {
  const { builder, sessionOptions, call, close } = await cpuParts(options, hostToolchain());
  const host = hostTarget(1);
  const session = new Session({
    ...sessionOptions,
    ...untimed,
    buildReference: (reference) => builder.build(asCpuKernel(reference), host, 'reference'),
  });
  const emulating: BatchBuilder<CudaTarget> = {
    compilerOf: () => builder.compilerOf(host),
    batch: (): Batch => ({
      add: (kernel) => builder.build(hostKernel(asCudaKernel(kernel)), host, 'kernel'),
      end: () => undefined,
    }),
    trim: () => builder.trim(),
    cancel: () => {
      builder.cancel();
    },
    close: () => builder.close(),
  };
  return {
    builder: emulating,
    session,
    check: () => undefined,
    call: (kernel, code) => call(kernel, code, host),
    close: () => close(session),
  };
}
