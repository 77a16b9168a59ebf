import { compilerFor, cudaCompilers } from '../../src/measure/cuda-compiler.js';
import { findGpu, type GpuDevice } from '../../src/measure/gpu-device.js';
import { nativeProgram } from '../../src/measure/native.js';
import { Scratch } from '../../src/measure/scratch.js';
import { formatTarget, parseTarget } from '../../src/target/parse.js';
import type { Target } from '../../src/target/target.js';

/** What kernels are built and run with here. */
export interface GpuMachine {
  readonly gpu: GpuDevice;
  readonly target: Target;
  /** In full, as logs have it. */
  readonly targetText: string;
  /** `NVRTC 13.0`. */
  readonly compiler: string;
}

/** Looks for all that a run needs, what is hardest to get first. Throws MissingError with the first thing that is not here. */
export async function examine(): Promise<GpuMachine> {
  const scratch = new Scratch();
  try {
    const native = await nativeProgram(scratch);
    const gpu = await findGpu(native);
    const compiler = compilerFor(gpu.arch, cudaCompilers(native)).name;
    const target = parseTarget(`cuda -arch=${gpu.arch}`);
    return { gpu, target, targetText: formatTarget(target), compiler };
  } finally {
    scratch.close();
  }
}
