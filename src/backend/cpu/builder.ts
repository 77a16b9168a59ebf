import type { Kernel } from '../../codegen/kernel.js';
import type { Batch, BatchBuilder, Built, CompilerUse } from '../../measure/build.js';
import { BuildCache, hashOf } from '../../measure/build-cache.js';
import { Compilers, type CompilersOptions } from '../../measure/compilers.js';
import { compilerVersion, missingCompiler } from '../../measure/gcc.js';
import { kernelFlags, type Purpose } from './flags.js';
import type { CpuKernel } from './kernel.js';
import type { CpuTarget } from './target.js';

export interface BuilderOptions extends CompilersOptions {
  /** gcc, by name or path. */
  readonly compiler: string;
}

/** Compiles kernels for CPUs, several at a time, equal sources once. */
export class Builder implements BatchBuilder<CpuTarget> {
  private readonly compilers: Compilers;
  private readonly cache = new BuildCache();

  constructor(private readonly options: BuilderOptions) {
    this.compilers = new Compilers(options);
  }

  /** Compiles a kernel for a CPU. Failures are answers, and errors thrown, as `Compilers.run` has them. */
  async build({ language, source, openmp }: CpuKernel, { arch }: CpuTarget, purpose: Purpose): Promise<Built> {
    const { compiler } = this.options;
    const flags = kernelFlags(arch, openmp, purpose, language);
    return this.cache.get(hashOf(JSON.stringify(flags) + source), () =>
      this.compilers.run({
        source,
        endings: ['c', 'so'],
        compiler,
        args: [...flags, '-w', '-fmax-errors=3', '-x', language],
        missing: () => missingCompiler(compiler),
      }),
    );
  }

  compilerOf({ arch, threads }: CpuTarget): CompilerUse {
    return { name: compilerVersion(this.options.compiler), flags: kernelFlags(arch, threads > 1, 'kernel') };
  }

  batch(target: CpuTarget): Batch {
    return { add: (kernel) => this.build(asCpuKernel(kernel), target, 'kernel'), end: () => undefined };
  }

  trim(): Promise<void> {
    return this.cache.trim();
  }

  cancel(): void {
    this.compilers.cancel();
  }

  close(): Promise<void> {
    return this.compilers.close();
  }
}

/** A kernel of this backend. */
export function asCpuKernel(kernel: Kernel): CpuKernel {
  if (isCpuKernel(kernel)) return kernel;
  throw new Error(`a kernel in ${kernel.language} was given to the builder of a CPU`);
}

function isCpuKernel(kernel: Kernel): kernel is CpuKernel {
  return 'openmp' in kernel;
}
