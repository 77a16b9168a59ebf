import type { Kernel } from '../../src/codegen/kernel.js';
import { KernelMeasurer, type KernelMeasurerOptions } from '../../src/measure/kernels.js';
import type { MeasureOptions } from '../../src/measure/measurement.js';
import type { Problem } from '../../src/measure/session.js';
import type { Trial } from '../../src/measure/verdict.js';
import type { CpuKernel } from '../../src/backend/cpu/kernel.js';
import type { Entry } from '../../src/measure/build-loop.js';
import { cpuUnderTest, openCpuUnderTest } from '../support/emulated.js';

/** Elements of every tensor of the fixture: no multiple of a vector or a page. */
export const count = 1003;

/** A kernel C = 2 A + B, whose body is given; `before` goes in front of it. */
export function kernel(body: string, before = '', extra: Partial<CpuKernel> & { packed?: number } = {}): CpuKernel {
  const { packed = 0, ...rest } = extra;
  const arg = (name: string, role: 'input' | 'output', packedBytes = 0): Kernel['args'][number] => {
    return { name, shape: [17, 59], dtype: 'float32', role, packedBytes };
  };
  return {
    language: 'c',
    source: `${before}
void kernel(void *const *args, void *workspace) {
  const float *A = args[0], *B = args[1];
  float *C = args[2];
  const long n = ${count};
  (void)A, (void)B, (void)C, (void)n, (void)workspace;
  ${body}
}
`,
    args: [arg('A', 'input'), arg('B', 'input', packed), arg('C', 'output')],
    workspaceBytes: 0,
    openmp: false,
    ...rest,
  };
}

export const loop = 'for (long i = 0; i < n; i++) C[i] = 2 * A[i] + B[i];';
export const good = kernel(loop);

/** A right kernel whose source differs from every other one's. */
export function variant(number: number): CpuKernel {
  return kernel(`/* ${number} */ ${loop}`);
}

/** A right kernel that takes about so long. */
export function slow(seconds: number, clock = 'now'): CpuKernel {
  const before = `double ${clock}(void); struct timespec { long s, n; }; int clock_gettime(int, struct timespec *);
static double time_of(void) { struct timespec t; clock_gettime(4, &t); return t.s + 1e-9 * t.n; }`;
  return kernel(`${loop} for (double end = time_of() + ${seconds}; time_of() < end;) continue;`, before);
}

export const problem: Problem = { reference: kernel(`/* reference */ ${loop}`), target: cpuUnderTest };

export function entries(...kernels: readonly Kernel[]): readonly Entry[] {
  return kernels.map((made) => ({ make: () => made, tolerance: 1e-5 }));
}

/** A trial of each kernel. */
export type TrialsOf<Kernels extends readonly Kernel[]> = { readonly [place in keyof Kernels]: Trial };

export async function measureAll<const Kernels extends readonly Kernel[]>(
  measurer: KernelMeasurer,
  kernels: Kernels,
  options?: MeasureOptions,
  wanted = problem,
): Promise<TrialsOf<Kernels>> {
  const trials: Trial[] = [];
  for await (const trial of measurer.measure(wanted, entries(...kernels), options)) trials.push(trial);
  return trials as TrialsOf<Kernels>;
}

/** Measures with a measurer of its own. */
export async function measureOnce<const Kernels extends readonly Kernel[]>(
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
