import { compilerFor, cudaCompilers } from '../../src/backend/cuda/compiler.js';
import { nativeProgram } from '../../src/measure/native.js';
import { Scratch } from '../../src/measure/scratch.js';
import { requireGpu, type HostGpu } from '../../src/backend/cuda/host-gpu.js';
import type { Target } from '../../src/target/target.js';
import { formatTarget, parseTarget } from '../../src/backend/registry.js';

/** What kernels are built and run with here. */
export interface GpuMachine {
  readonly gpu: HostGpu;
  readonly target: Target;
  /** In full, as logs have it. */
  readonly targetText: string;
  /** `NVRTC 13.0`. */
  readonly compiler: string;
}

/**
 * Looks for all that a run needs, what is hardest to get first. Throws MissingError with the first thing that is not
 * here.
 */
export async function examine(): Promise<GpuMachine> {
  const scratch = new Scratch();
  try {
    const native = await nativeProgram(scratch);
    const gpu = requireGpu();
    const compiler = compilerFor(gpu.arch, cudaCompilers(native, { driver: gpu.cuda })).name;
    const target = parseTarget(`cuda -arch=${gpu.arch}`);
    return { gpu, target, targetText: formatTarget(target), compiler };
  } finally {
    scratch.close();
  }
}
