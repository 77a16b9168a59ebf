import type { DeviceKernel } from '../../ir/device-kernel.js';
import { codeOf, type Batch, type BatchBuilder, type Built, type CompilerUse } from '../../measure/build.js';
import { BuildCache, hashOf } from '../../measure/build-cache.js';
import { cancelled, Compilers, type Compiled, type CompilersOptions } from '../../measure/compilers.js';
import { ErrorNo } from '../../measure/measurement.js';
import type { Gpu } from '../../target/gpu.js';
import { compilerFor, type CudaCompiler } from './compiler.js';
import type { CubinCache } from './cubin-cache.js';
import type { CudaKernel } from './cuda-kernel.js';
import { launchProblem } from './launch-problem.js';
import { missingNvcc } from './nvcc.js';
import { readResources, readWarnings } from './ptxas.js';
import type { CudaTarget } from './target.js';
import { functionNames, launchesOf, translationUnit } from './unit.js';

export interface CudaBuilderOptions extends CompilersOptions {
  /** In order of preference. */
  readonly cudaCompilers: readonly CudaCompiler[];
  /** What earlier runs built; none: this one remembers only its own. */
  readonly kept?: CubinCache | undefined;
}

/** Most characters of the sources of a translation unit. */
const unitCharacters = 600_000;

interface Waiting {
  readonly kernel: CudaKernel;
  readonly settle: (built: Built) => void;
  readonly fail: (error: unknown) => void;
}

/** Compiles kernels to cubins, several in one translation unit, and several of these at a time; equal sources once. */
export class CudaBuilder implements BatchBuilder<CudaTarget> {
  private readonly compilers: Compilers;
  private readonly cache = new BuildCache();
  private stopped = false;

  constructor(private readonly options: CudaBuilderOptions) {
    this.compilers = new Compilers(options);
  }

  /**
   * Kernels that the GPU could not launch are failures of class 1, before a compiler sees them where that is known by
   * then; others are as `Compilers.run` has them. Throws UsageError for an architecture that no compiler knows,
   * MissingError when it is gone.
   */
  batch({ gpu }: CudaTarget, size: number): Batch {
    const compiler = compilerFor(gpu.arch, this.options.cudaCompilers);
    this.stopped = false;
    const most = Math.min(compiler.unitKernels, Math.max(1, Math.ceil(size / this.compilers.jobs)));
    let unit: Waiting[] = [];
    const dispatch = (): void => {
      if (unit.length > 0) void this.compileUnit(unit, gpu, compiler);
      unit = [];
    };
    const enqueue = (kernel: CudaKernel): Promise<Built> =>
      new Promise((settle, fail) => {
        const characters = unit.reduce((sum, { kernel: { source } }) => sum + source.length, kernel.source.length);
        if (characters > unitCharacters) dispatch();
        unit.push({ kernel, settle, fail });
        if (unit.length === most) dispatch();
      });
    return {
      add: (any) => {
        const kernel = asCudaKernel(any);
        const problem = firstProblem(gpu, kernel);
        if (problem !== undefined) return Promise.resolve(unlaunchable(problem, 0));
        const { identity, flags } = compiler;
        const decides = [identity, flags(gpu.arch), launchesOf(kernel)];
        const key = hashOf(JSON.stringify(decides) + kernel.source);
        const built = this.cache.get(key, () => this.fromDisk(key, () => enqueue(kernel)));
        return built.then((one) => withDynamicShared(one, kernel));
      },
      end: dispatch,
    };
  }

  compilerOf({ arch }: CudaTarget): CompilerUse {
    const { name, flags } = compilerFor(arch, this.options.cudaCompilers);
    return { name, flags: flags(arch) };
  }

  trim(): Promise<void> {
    this.options.kept?.trim();
    return this.cache.trim();
  }

  cancel(): void {
    this.stopped = true;
    this.compilers.cancel();
  }

  close(): Promise<void> {
    this.options.kept?.trim();
    return this.compilers.close();
  }

  private async fromDisk(key: string, make: () => Promise<Built>): Promise<Built> {
    const before = this.options.kept?.get(key);
    if (before !== undefined) return { ...before, seconds: 0 };
    const built = await make();
    const code = 'path' in built ? codeOf(built) : undefined;
    if ('path' in built && code) this.options.kept?.put(key, { path: built.path, ...code });
    return built;
  }

  /**
   * A unit that does not compile, or not in time, has a kernel that is to blame, which is found by building each alone.
   */
  private async compileUnit(unit: readonly Waiting[], gpu: Gpu, compiler: CudaCompiler): Promise<void> {
    try {
      const compiled = await this.compile(
        unit.map(({ kernel }) => kernel),
        gpu.arch,
        compiler,
      );
      const error = 'error' in compiled ? compiled.error : ErrorNo.none;
      if (unit.length > 1 && (error === ErrorNo.compileHost || error === ErrorNo.buildTimeout)) {
        await Promise.all(unit.map((one) => this.compileUnit([one], gpu, compiler)));
        return;
      }
      const seconds = compiled.seconds / unit.length;
      unit.forEach(({ kernel, settle }, i) => {
        settle('error' in compiled ? { ...compiled, seconds } : found(kernel, compiled, i, seconds, gpu));
      });
    } catch (error) {
      for (const { fail } of unit) fail(error);
    }
  }

  private async compile(
    kernels: readonly CudaKernel[],
    arch: string,
    { command, flags }: CudaCompiler,
  ): Promise<Compiled> {
    if (this.stopped) return { ...cancelled, seconds: 0 };
    const [compiler, ...first] = command;
    return this.compilers.run({
      source: translationUnit(kernels),
      endings: ['cu', 'cubin'],
      compiler,
      args: [...first, ...flags(arch)],
      missing: () => missingNvcc(compiler),
    });
  }
}

/** One kernel of a unit that was compiled. */
function found(
  kernel: CudaKernel,
  { path, output }: Compiled & { path: string; output: string },
  place: number,
  seconds: number,
  gpu: Gpu,
): Built {
  const suffix = `_${place}`;
  const all = readResources(output);
  const none = { registers: 0, spillBytes: 0, sharedBytes: 0, localBytes: 0 };
  const functions = functionNames(kernel).map((name) => name + suffix);
  const resources = functions.map((name) => all.get(name) ?? none);
  const problem = firstProblem(
    gpu,
    kernel,
    resources.map(({ registers, sharedBytes }) => ({ registers, staticSharedBytes: sharedBytes })),
  );
  if (problem !== undefined) return unlaunchable(problem, seconds);
  return { path, seconds, suffix, resources, warnings: readWarnings(output, functions) };
}

/** What is asked for at the launch counts, too. */
function withDynamicShared(built: Built, kernel: CudaKernel): Built {
  if (!('path' in built) || built.resources === undefined) return built;
  const dynamic = launchesOf(kernel).map(({ sharedBytes }) => sharedBytes);
  const resources = built.resources.map((of, i) => ({ ...of, sharedBytes: of.sharedBytes + (dynamic[i] ?? 0) }));
  return { ...built, resources };
}

function firstProblem(
  gpu: Gpu,
  kernel: CudaKernel,
  resources: readonly Parameters<typeof launchProblem>[2][] = [],
): string | undefined {
  return launchesOf(kernel)
    .map((launch, i) => launchProblem(gpu, launch, resources[i]))
    .find((problem) => problem !== undefined);
}

function unlaunchable(message: string, seconds: number): Built {
  return { error: ErrorNo.instantiation, message, seconds };
}

/** A kernel of this backend. */
export function asCudaKernel(kernel: DeviceKernel): CudaKernel {
  if (isCudaKernel(kernel)) return kernel;
  throw new Error(`the builder of CUDA kernels cannot compile ${kernel.language}`);
}

function isCudaKernel(kernel: DeviceKernel): kernel is CudaKernel {
  return 'launches' in kernel;
}
