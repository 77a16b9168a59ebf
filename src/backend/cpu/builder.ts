import type { Kernel } from '../../codegen/kernel.js';
import type { Batch, BatchBuilder, Built, CompilerUse } from '../../measure/build.js';
import { BuildCache, hashOf } from '../../measure/build-cache.js';
import { Compilers, type CompilersOptions } from '../../measure/compilers.js';
import { compilerVersion, missingCompiler, type Gcc } from '../../measure/gcc.js';
import { kernelFlags, type Purpose } from './flags.js';
import type { CpuKernel } from './kernel.js';
import type { CpuTarget } from './target.js';
import { gccOf, toolchainNamed, type Toolchain } from './toolchains.js';

export interface BuilderOptions extends CompilersOptions {
  /** gcc, by name or path; undefined: that of each target's toolchain. */
  readonly compiler: string | undefined;
}

/** Compiles kernels for CPUs, several at a time, equal sources once. */
export class Builder implements BatchBuilder<CpuTarget> {
  private readonly compilers: Compilers;
  private readonly cache = new BuildCache();

  constructor(private readonly options: BuilderOptions) {
    this.compilers = new Compilers(options);
  }

  /** Compiles a kernel for a CPU. Failures are answers, and errors thrown, as `Compilers.run` has them. */
  async build({ language, source, openmp }: CpuKernel, { triple, arch }: CpuTarget, purpose: Purpose): Promise<Built> {
    const toolchain = toolchainNamed(triple);
    const gcc = this.gcc(toolchain);
    const flags = kernelFlags(toolchain, arch, openmp, purpose, language);
    return this.cache.get(hashOf(JSON.stringify([gcc.program, flags]) + source), () =>
      this.compilers.run({
        source,
        endings: ['c', 'so'],
        compiler: gcc.program,
        args: [...flags, '-w', '-fmax-errors=3', '-x', language],
        missing: () => missingCompiler(gcc),
      }),
    );
  }

  compilerOf({ triple, arch, threads }: CpuTarget): CompilerUse {
    const toolchain = toolchainNamed(triple);
    const flags = kernelFlags(toolchain, arch, threads > 1, 'kernel');
    return { name: compilerVersion(this.gcc(toolchain)), flags };
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

  private gcc(toolchain: Toolchain): Gcc {
    const gcc = gccOf(toolchain);
    return { ...gcc, program: this.options.compiler ?? gcc.program };
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
