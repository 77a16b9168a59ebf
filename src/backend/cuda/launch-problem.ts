import type { Gpu, Triple } from '../../target/gpu.js';

/** What a launch asks for; `Launch` of the code generator is one. */
export interface LaunchShape {
  readonly name: string;
  readonly grid: Triple;
  readonly block: Triple;
  /** Dynamic shared memory of a block. */
  readonly sharedBytes: number;
}

/**
 * Why a GPU cannot run a launch, as a clause; undefined if it can. `resources` are what the compiler found the function
 * to need, once that is known: registers of a thread, static shared memory of a block.
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
    const axis = ([0, 1, 2] as const).find((i) => !(got[i] >= 1 && got[i] <= most[i]));
    return axis === undefined
      ? undefined
      : `has a ${what} of ${got.join(' × ')}, of which ${'xyz'[axis]} must be from 1 to ${most[axis]}`;
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
