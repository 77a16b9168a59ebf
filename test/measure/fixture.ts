import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { KernelMeasurer, type KernelMeasurerOptions } from '../../src/measure/kernels.js';
import type { MeasureOptions } from '../../src/measure/measurement.js';
import type { Problem } from '../../src/measure/session.js';
import type { Measurement } from '../../src/measure/measurement.js';
import type { CpuKernel } from '../../src/backend/cpu/cpu-kernel.js';
import type { Entry } from '../../src/measure/build-loop.js';
import { kernel, loop } from '../../src/products/soak/scaled-sum-kernel.js';
import { cpuUnderTest, openCpuUnderTest } from '../support/emulated.js';

export { count, kernel, loop, variant } from '../../src/products/soak/scaled-sum-kernel.js';

export const good = kernel(loop);

/** A right kernel that takes about so long. */
export function slow(seconds: number, clock = 'now'): CpuKernel {
  const before = `double ${clock}(void); struct timespec { long s, n; }; int clock_gettime(int, struct timespec *);
static double time_of(void) { struct timespec t; clock_gettime(4, &t); return t.s + 1e-9 * t.n; }`;
  return kernel(`${loop} for (double end = time_of() + ${seconds}; time_of() < end;) continue;`, before);
}

export const problem: Problem = { reference: kernel(`/* reference */ ${loop}`), target: cpuUnderTest };

export function entries(...kernels: readonly DeviceKernel[]): readonly Entry[] {
  return kernels.map((made) => ({ make: () => made, tolerance: 1e-5 }));
}

/** A trial of each kernel. */
export type TrialsOf<Kernels extends readonly DeviceKernel[]> = { readonly [place in keyof Kernels]: Measurement };

export async function measureAll<const Kernels extends readonly DeviceKernel[]>(
  measurer: KernelMeasurer,
  kernels: Kernels,
  options?: MeasureOptions,
  wanted = problem,
): Promise<TrialsOf<Kernels>> {
  const trials: Measurement[] = [];
  for await (const trial of measurer.measure(wanted, entries(...kernels), options)) trials.push(trial);
  return trials as TrialsOf<Kernels>;
}

/** Measures with a measurer of its own. */
export async function measureOnce<const Kernels extends readonly DeviceKernel[]>(
  kernels: Kernels,
  options: Partial<KernelMeasurerOptions> = {},
): Promise<TrialsOf<Kernels>> {
  const measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 1, ...options });
  try {
    return await measureAll(measurer, kernels);
  } finally {
    await measurer.close();
  }
}
