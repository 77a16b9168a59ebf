import type { Kernel } from '../../codegen/kernel.js';
import { compilerVersion, missingCompiler } from '../../measure/gcc.js';
import type { Target } from '../../target/target.js';
import { BuildCache, hashOf, type Batch, type BatchBuilder, type Built, type CompilerUse } from '../../measure/build-cache.js';
import { Compilers, type CompilersOptions } from '../../measure/compilers.js';
import { hostSource } from '../cuda/host-source.js';
import { kernelFlags, type Purpose } from './flags.js';

export interface BuilderOptions extends CompilersOptions {
  /** gcc, by name or path. */
  readonly compiler: string;
}

/** Compiles kernels for CPUs, several at a time, equal sources once. */
export class Builder implements BatchBuilder {
  private readonly compilers: Compilers;
  private readonly cache = new BuildCache();

  constructor(private readonly options: BuilderOptions) {
    this.compilers = new Compilers(options);
  }

  /**
   * Compiles a kernel for a CPU; one for a GPU runs there, too, block by block (`cuda-host.ts`). Failures are answers, and errors thrown, as
   * `Compilers.run` has them.
   */
  async build(kernel: Kernel, cpu: string, purpose: Purpose): Promise<Built> {
    const { compiler } = this.options;
    const flags = kernelFlags(cpu, kernel.openmp, purpose, kernel.language);
    const [language, source] = kernel.language === 'cuda' ? ['c++', hostSource(kernel)] : ['c', kernel.source];
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

  compilerOf({ cpu, threads }: Pick<Target, 'cpu' | 'threads'>): CompilerUse {
    return { name: compilerVersion(this.options.compiler), flags: kernelFlags(cpu, threads > 1, 'kernel') };
  }

  batch(cpu: string): Batch {
    return { add: (kernel) => this.build(kernel, cpu, 'kernel'), end: () => undefined };
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
