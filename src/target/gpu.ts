import { UsageError } from './errors.js';

/**
 * What an architecture of NVIDIA's GPUs allows, from the table "Technical Specifications per Compute Capability" of the CUDA C++ Programming
 * Guide. Sizes are in bytes, registers have 32 bits.
 */
export interface Gpu {
  /** `sm_90`. */
  readonly arch: string;
  readonly warp: number;
  readonly threadsPerBlock: number;
  readonly threadsPerSm: number;
  readonly blocksPerSm: number;
  readonly registersPerThread: number;
  readonly registersPerBlock: number;
  /** Shared memory that a block may ask for (`extern __shared__`). */
  readonly sharedPerBlock: number;
  /** Largest extents, x, y, z. */
  readonly grid: Triple;
  readonly block: Triple;
  /** Copies from global to shared memory that wait for nobody (cp.async). */
  readonly asyncCopy: boolean;
  /** Tensor cores that take bfloat16 and tf32; all here take float16. */
  readonly bfloat16: boolean;
  /** Copies of whole boxes into shared memory by a unit of its own (cp.async.bulk). */
  readonly bulkCopy: boolean;
  /** Products of whole warp groups, from shared memory (wgmma). */
  readonly warpGroupProducts: boolean;
}

export type Triple = readonly [number, number, number];

/** What a launch asks for; `Launch` of the code generator is one. */
export interface LaunchShape {
  readonly name: string;
  readonly grid: Triple;
  readonly block: Triple;
  /** Dynamic shared memory of a block. */
  readonly sharedBytes: number;
}

/** Threads and blocks an SM, KiB of shared memory an SM; a block can have 1 KiB less of it since sm_80. */
const architectures: ReadonlyMap<string, readonly [threads: number, blocks: number, sharedKiB: number]> = new Map([
  ['sm_70', [2048, 32, 96]],
  ['sm_72', [2048, 32, 96]],
  ['sm_75', [1024, 16, 64]],
  ['sm_80', [2048, 32, 164]],
  ['sm_86', [1536, 16, 100]],
  ['sm_87', [1536, 16, 164]],
  ['sm_89', [1536, 24, 100]],
  ['sm_90', [2048, 32, 228]],
  ['sm_100', [2048, 32, 228]],
  ['sm_103', [2048, 32, 228]],
  ['sm_110', [1536, 24, 228]],
  ['sm_120', [1536, 24, 100]],
  ['sm_121', [1536, 24, 100]],
]);

export const gpuArchitectures: readonly string[] = [...architectures.keys()];

/** `9.0` of sm_90, `10.3` of sm_103. */
export function capabilityOf(arch: string): string {
  return arch.replace(/^sm_(\d+)(\d)$/, '$1.$2');
}

/**
 * The limits of an architecture as nvcc names it, `sm_90`; `sm_90a` is the same one.
 * Throws UsageError with those that are known.
 */
export function gpuOf(name: string): Gpu {
  const arch = /^sm_\d+(?=[af]?$)/.exec(name)?.[0] ?? name;
  const limits = architectures.get(arch);
  if (limits === undefined) {
    const meant = meantBy(name);
    const hint = meant === undefined ? '' : `: did you mean "cuda -arch=${meant}"?`;
    throw new UsageError(
      `"${name}" is no CUDA architecture that is known here${hint || '.'} Known are ${gpuArchitectures.join(', ')}.`,
    );
  }
  const [threadsPerSm, blocksPerSm, sharedKiB] = limits;
  const capability = Number(arch.slice(3));
  return {
    arch,
    warp: 32,
    threadsPerBlock: 1024,
    threadsPerSm,
    blocksPerSm,
    registersPerThread: 255,
    registersPerBlock: 65536,
    sharedPerBlock: (sharedKiB - (capability >= 80 ? 1 : 0)) * 1024,
    grid: [2 ** 31 - 1, 65535, 65535],
    block: [1024, 1024, 64],
    asyncCopy: capability >= 80,
    bfloat16: capability >= 80,
    bulkCopy: capability >= 90,
    warpGroupProducts: capability === 90,
  };
}

/** The architecture that may have been meant: by number, since sm_85 is nearer to sm_86 than to sm_75, unless it is older than all; or what it begins. */
function meantBy(name: string): string | undefined {
  const number = Number(/\d+/.exec(name)?.[0]);
  const distance = (arch: string): number => Math.abs(Number(arch.slice(3)) - number);
  if (!(number >= Number(gpuArchitectures[0].slice(3))))
    return gpuArchitectures.find((arch) => /\d$/.test(name) && arch.startsWith(name));
  return gpuArchitectures.reduce((best, arch) => (distance(arch) < distance(best) ? arch : best));
}

/**
 * Why a GPU cannot run a launch, as a clause; undefined if it can. `resources` are what the compiler found the function to need, once that is
 * known: registers of a thread, static shared memory of a block.
 */
export function launchProblem(
  gpu: Gpu,
  { name, grid, block, sharedBytes }: LaunchShape,
  resources: { readonly registers: number; readonly staticSharedBytes: number } = {
    registers: 0,
    staticSharedBytes: 0,
  },
): string | undefined {
  const threads = block[0] * block[1] * block[2];
  const shared = sharedBytes + resources.staticSharedBytes;
  const registers = Math.ceil(threads / gpu.warp) * gpu.warp * resources.registers;
  const extent = (what: string, got: Triple, most: Triple): string | undefined => {
    const at = got.findIndex((value, i) => !(value >= 1 && value <= most[i]));
    return at < 0
      ? undefined
      : `has a ${what} of ${got.join(' × ')}, of which ${'xyz'[at]} must be from 1 to ${most[at]}`;
  };
  const problem =
    extent('grid', grid, gpu.grid) ??
    extent('block', block, gpu.block) ??
    over('threads a block', threads, gpu.threadsPerBlock) ??
    over('bytes of shared memory a block', shared, gpu.sharedPerBlock) ??
    over('registers a block', registers, gpu.registersPerBlock);
  return problem && `${name} ${problem} (${gpu.arch})`;
}

function over(what: string, needed: number, most: number): string | undefined {
  return needed > most ? `needs ${needed} ${what}, of which there are ${most}` : undefined;
}
