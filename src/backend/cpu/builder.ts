import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Batch, BatchBuilder, Built, CompilerUse } from '../../measure/build.js';
import { BuildCache, hashOf } from '../../measure/build-cache.js';
import { Compilers, type CompilersOptions } from '../../measure/compilers.js';
import { identify } from '../../measure/c-compiler.js';
import type { ObjectCache } from '../../measure/object-cache.js';
import { programFile } from '../../measure/program-file.js';
import { kernelFlags, sourceFlags } from './flags.js';
import type { CpuKernel } from './cpu-kernel.js';
import { isRefused, Objects, type Identified, type Use } from './objects.js';
import type { CpuTarget } from './target.js';
import { compilerOf, toolchainNamed, type Toolchain } from './toolchains.js';

export interface BuilderOptions extends CompilersOptions {
  /** By name or path; undefined: that of each target's toolchain. */
  readonly compiler: string | undefined;
  /** What earlier runs built; none: this one remembers only its own. */
  readonly kept?: ObjectCache | undefined;
}

/**
 * Compiles kernels for CPUs, several at a time, equal sources once. Of a kernel of several units, those that other
 * kernels have, too, are compiled once and linked.
 */
export class Builder implements BatchBuilder<CpuTarget> {
  private readonly compilers: Compilers;
  private readonly kernels = new BuildCache();
  private readonly objects: Objects;
  /** By toolchain. */
  private readonly identified = new Map<Toolchain, Identified>();

  constructor(private readonly options: BuilderOptions) {
    this.compilers = new Compilers(options);
    this.objects = new Objects(this.compilers, options.kept);
  }

  /** Compiles a kernel for a CPU. Failures are answers, and errors thrown, as `Compilers.run` has them. */
  async build(kernel: CpuKernel, { triple, arch }: CpuTarget, purpose: 'kernel' | 'reference'): Promise<Built> {
    const { language, source, openmp, isBrief, flags: own } = kernel;
    const compiledAs = purpose === 'reference' && isBrief === true ? 'brief reference' : purpose;
    const toolchain = toolchainNamed(triple);
    const compiler = this.compiler(toolchain);
    const flags = own
      ? sourceFlags(toolchain, arch, own)
      : kernelFlags(toolchain, compiler.family, { cpu: arch, openmp, purpose: compiledAs, language });
    const use: Use = { compiler, flags, language, own: own !== undefined };
    return this.kernels.get(hashOf(JSON.stringify([compiler.command, flags]) + source), async () => {
      const linked =
        kernel.units?.of === hashOf(source) && purpose === 'kernel'
          ? await this.objects.link(kernel.units, use)
          : undefined;
      // Where a unit is refused, the whole says why.
      return linked && !isRefused(linked) ? linked : this.objects.whole(source, use);
    });
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
    return Promise.all([this.kernels.trim(), this.objects.trim()]).then(() => undefined);
  }

  cancel(): void {
    this.compilers.cancel();
  }

  close(): Promise<void> {
    this.options.kept?.trim();
    return this.compilers.close();
  }

  /** It is asked once what it is. Throws MissingError when it cannot be used. */
  private compiler(toolchain: Toolchain): Identified {
    const known = this.identified.get(toolchain);
    if (known) return known;
    const usual = compilerOf(toolchain);
    const { compiler } = this.options;
    const chosen = compiler === undefined ? usual : { ...usual, command: [compiler] as const };
    const identified = { ...chosen, ...identify(chosen), file: programFile(chosen.command[0]) };
    this.identified.set(toolchain, identified);
    return identified;
  }
}

/** A kernel of this backend. */
export function asCpuKernel(kernel: DeviceKernel): CpuKernel {
  if (isCpuKernel(kernel)) return kernel;
  throw new Error(`a kernel in ${kernel.language} was given to the builder of a CPU`);
}

function isCpuKernel(kernel: DeviceKernel): kernel is CpuKernel {
  return 'openmp' in kernel;
}
