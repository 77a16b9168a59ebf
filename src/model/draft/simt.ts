import { isBlockAxis, isThreadAxis } from '../../ir/loop.js';
import type { SimtTarget } from '../../target/target.js';
import { touched, type Profile } from './profile.js';

/** A GPU as the analyser sees it; those of an A100 with 40 GB, relative to which configs are ordered. */
const DEVICE = { gflops: 19_490, gigabytes: 1555, sms: 108, partitions: 4, registers: 128 };

const ELEMENT = 4;

/** What a kernel on a GPU asks for, from a nest or from what is known of a kernel in source. */
interface Launch {
  readonly blocks: number;
  readonly threads: number;
  /** 32-bit registers of a thread. */
  readonly registers: number;
  readonly flops: number;
  /** Registers that a thread loads in all. */
  readonly registerLoads: number;
  /** Bytes from and to global memory. */
  readonly bytes: number;
}

/**
 * Seconds of a kernel by Pruner's parameterised static analyser (Qiao et al., ASPLOS 2025): the longer of computing,
 * slowed by partial waves and warps, spilled registers and loads that are not reused, and of global memory.
 *
 * @internal A test looks at one launch, without a nest.
 */
export function launchSeconds({ blocks, threads, registers, flops, registerLoads, bytes }: Launch, warp = 32): number {
  const warps = threads / warp;
  const ofWarp = warps / Math.ceil(warps);
  const slots = DEVICE.sms;
  const full =
    blocks >= slots
      ? blocks / (Math.ceil(blocks / slots) * slots)
      : (blocks * Math.min(warps, DEVICE.partitions)) / (DEVICE.partitions * slots);
  const spill = Math.max(1, registers / DEVICE.registers);
  const reuse = 1 + 1 / (1 + flops / (blocks * threads) / Math.max(1, registerLoads));
  const computing = (flops * reuse * spill) / (DEVICE.gflops * 1e9 * full * ofWarp);
  return Math.max(computing, bytes / (DEVICE.gigabytes * 1e9));
}

/** The sum over the statements of a nest. */
export function simtSeconds(profiles: readonly Profile[], { gpu }: SimtTarget): number {
  return profiles.reduce((sum, profile) => sum + launchSeconds(launchOf(profile), gpu.warp), 0);
}

/** Copies between memories read and write what they touch; statements that compute write their result only. */
function launchOf({ runs, flops, loops, accesses }: Profile): Launch {
  const extent = (belongs: (annotation: (typeof loops)[number]['annotation']) => boolean): number =>
    loops.reduce((product, { length, annotation }) => (belongs(annotation) ? product * length : product), 1);
  const blocks = extent(isBlockAxis);
  const threads = extent(isThreadAxis);
  const own = loops.findLastIndex(({ annotation }) => isBlockAxis(annotation) || isThreadAxis(annotation)) + 1;
  const sizes = accesses.map((access) => ({ writes: access.writes, own: touched(access, loops, own) }));
  const written = sizes.filter(({ writes }) => writes).reduce((sum, size) => sum + size.own, 0);
  const read = sizes.filter(({ writes }) => !writes).reduce((sum, size) => sum + size.own, 0);
  const moved = flops === 0 ? runs * accesses.length : blocks * threads * written;
  return {
    blocks,
    threads,
    registers: written + Math.min(read, written) + 16,
    flops: Math.max(1, runs * flops),
    registerLoads: read + written,
    bytes: moved * ELEMENT,
  };
}
