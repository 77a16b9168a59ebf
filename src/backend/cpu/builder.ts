import type { Kernel } from '../../codegen/kernel.js';
import type { Batch, BatchBuilder, Built, CompilerUse } from '../../measure/build.js';
import { BuildCache, hashOf } from '../../measure/build-cache.js';
import { Compilers, type CompilersOptions } from '../../measure/compilers.js';
import { identify, missingCompiler, type CCompiler, type Identity } from '../../measure/c-compiler.js';
import { kernelFlags, sourceFlags, type Purpose } from './flags.js';
import type { CpuKernel } from './kernel.js';
import type { CpuTarget } from './target.js';
import { compilerOf, toolchainNamed, type Toolchain } from './toolchains.js';

export interface BuilderOptions extends CompilersOptions {
  /** By name or path; undefined: that of each target's toolchain. */
  readonly compiler: string | undefined;
}

/** Compiles kernels for CPUs, several at a time, equal sources once. */
export class Builder implements BatchBuilder<CpuTarget> {
  private readonly compilers: Compilers;
  private readonly cache = new BuildCache();
  /** By toolchain. */
  private readonly identified = new Map<Toolchain, CCompiler & Identity>();

  constructor(private readonly options: BuilderOptions) {
    this.compilers = new Compilers(options);
  }

  /** Compiles a kernel for a CPU. Failures are answers, and errors thrown, as `Compilers.run` has them. */
  async build(
    { language, source, openmp, flags: own }: CpuKernel,
    { triple, arch }: CpuTarget,
    purpose: Purpose,
  ): Promise<Built> {
    const toolchain = toolchainNamed(triple);
    const compiler = this.compiler(toolchain);
    const [program, ...words] = compiler.command;
    const flags = own
      ? sourceFlags(toolchain, arch, own)
      : kernelFlags(toolchain, compiler.family, { cpu: arch, openmp, purpose, language });
    return this.cache.get(hashOf(JSON.stringify([compiler.command, flags]) + source), () =>
      this.compilers.run({
        source,
        endings: ['c', 'so'],
        compiler: program,
        // Of source of the user's, some warnings about how it is called are errors.
        args: [...words, ...flags, ...(own ? [] : ['-w']), '-fmax-errors=3', '-x', language],
        missing: () => missingCompiler(compiler),
      }),
    );
  }

  compilerOf({ triple, arch, threads }: CpuTarget): CompilerUse {
    const toolchain = toolchainNamed(triple);
    const { name, family } = this.compiler(toolchain);
    return { name, flags: kernelFlags(toolchain, family, { cpu: arch, openmp: threads > 1, purpose: 'kernel' }) };
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

  /** It is asked once what it is. Throws MissingError when it cannot be used. */
  private compiler(toolchain: Toolchain): CCompiler & Identity {
    const known = this.identified.get(toolchain);
    if (known) return known;
    const usual = compilerOf(toolchain);
    const { compiler } = this.options;
    const chosen = compiler === undefined ? usual : { ...usual, command: [compiler] as const };
    const identified = { ...chosen, ...identify(chosen) };
    this.identified.set(toolchain, identified);
    return identified;
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
