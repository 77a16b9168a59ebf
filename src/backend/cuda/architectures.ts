/**
 * NVIDIA's architectures, from the table "Technical Specifications per Compute Capability" of the CUDA C++ Programming
 * Guide.
 */
import { UsageError } from '../../target/errors.js';
import type { Gpu } from '../../target/gpu.js';
import { cpAsync } from './instructions/cp-async.js';
import { isAvailable } from './instructions/instruction.js';
import { mma } from './instructions/mma.js';
import { tileLimits } from './instructions/tma-tile.js';
import { tma } from './instructions/tma.js';
import { wgmma } from './instructions/wgmma.js';

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
      `"${name}" is not a known CUDA architecture${hint || '.'} Known are ${gpuArchitectures.join(', ')}.`,
    );
  }
  const [threadsPerSm, blocksPerSm, sharedKiB] = limits;
  const number = numberOf(arch);
  return {
    arch,
    warp: 32,
    threadsPerBlock: 1024,
    threadsPerSm,
    blocksPerSm,
    registersPerThread: 255,
    registersPerBlock: 65536,
    sharedPerBlock: (sharedKiB - (number >= 80 ? 1 : 0)) * 1024,
    grid: [2 ** 31 - 1, 65535, 65535],
    block: [1024, 1024, 64],
    asyncCopy: isAvailable(cpAsync, number),
    warpProducts: isAvailable(mma, number),
    warpGroupProducts: isAvailable(wgmma, number),
    tileCopy: isAvailable(tma, number) ? tileLimits : undefined,
  };
}

/**
 * The architecture that may have been meant: by number, since sm_85 is nearer to sm_86 than to sm_75, unless it is
 * older than all; or what it begins.
 */
function meantBy(name: string): string | undefined {
  const [oldest = NaN] = gpuArchitectures.map(numberOf);
  const number = Number(/\d+/.exec(name)?.[0]);
  const distance = (arch: string): number => Math.abs(numberOf(arch) - number);
  if (!(number >= oldest)) return gpuArchitectures.find((arch) => /\d$/.test(name) && arch.startsWith(name));
  return gpuArchitectures.reduce((best, arch) => (distance(arch) < distance(best) ? arch : best));
}

/** Whether the architecture has instructions that later ones do not keep, for which nvcc has a variant `a` of it. */
export function hasVariant(arch: string): boolean {
  return numberOf(arch) >= 90;
}

/** 90 of sm_90. */
function numberOf(arch: string): number {
  return Number(arch.slice('sm_'.length));
}
