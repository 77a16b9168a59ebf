import type { SimdTarget } from '../../target/target.js';
import type { Profile, ProfiledAccess, ProfiledLoop } from './profile.js';
import { touchedLines } from '../../features/touched-lines.js';

/** What a core does in a cycle, and how long a product takes until its sum can be used. */
const CORE = { products: 2, loads: 2, stores: 1, latency: 4, loopOverhead: 1.5 };

/** Bytes that a cycle brings from the next level into L1, L2 and L3. */
const BANDWIDTH = { l1: 32, l2: 12, l3: 4 };

/**
 * Cycles of a nest on a CPU: of each statement the longer of computing and of moving data between caches, as a roofline
 * has it (Williams et al., CACM 2009), with what a register tile costs in instructions; added up. The twin of Pruner's
 * analyser, which is for GPUs (`simt.ts`).
 */
export function simdCycles(profiles: readonly Profile[], target: SimdTarget): number {
  return profiles.reduce((sum, profile) => {
    const cycles = Math.max(computing(profile, target), moving(profile, target));
    return sum + cycles / parallelism(profile, target);
  }, 0);
}

/** Cores that the parallel loops keep busy. */
function parallelism({ loops }: Profile, { threads }: SimdTarget): number {
  const tasks = loops.reduce((n, { annotation, length }) => (annotation === 'parallel' ? n * length : n), 1);
  return tasks / Math.ceil(tasks / threads);
}

function computing({ runs, flops, loops, accesses }: Profile, { vector }: SimdTarget): number {
  const first = firstOfTile(loops);
  const tile = loops.slice(first);
  const size = tile.reduce((product, { length }) => product * length, 1);
  const vectorsOf = (access: ProfiledAccess | undefined): number =>
    tile.reduce((count, { length, annotation }, i) => {
      const stride = access?.strides[first + i] ?? 1;
      if (stride === 0) return count;
      return count * (annotation === 'vectorize' && stride === 1 ? Math.ceil(length / vector.lanes) : length);
    }, 1);
  const products = flops > 0 ? vectorsOf(undefined) : 0;
  const writes = accesses.filter(({ writes: isWrite }) => isWrite);
  // What the loop around the tile does not move stays in registers while that loop runs.
  const isKept = writes.every(({ strides }) => first > 0 && strides[first - 1] === 0);
  const sums = writes.reduce((count, access) => count + vectorsOf(access), 0);
  const loads = accesses
    .filter(({ writes: isWrite }) => !isWrite)
    .reduce((count, access) => count + vectorsOf(access), 0);
  // Of sums that find no register, each product loads and stores its own.
  const spilled = isKept ? products * Math.max(0, 1 - (vector.registers - 2) / sums) : sums;
  const cycles = Math.max(
    products / CORE.products,
    (loads + spilled) / CORE.loads,
    spilled / CORE.stores,
    sums === 0 ? 0 : (CORE.latency * products) / sums,
  );
  return (runs / size) * (cycles + CORE.loopOverhead);
}

/** The first of the innermost loops that are unrolled or vectorized. */
function firstOfTile(loops: readonly ProfiledLoop[]): number {
  let first = loops.length;
  while (first > 0 && ['unroll', 'vectorize'].includes(loops[first - 1]!.annotation)) first--;
  return first;
}

/** The cycles of all transfers between levels, one after the other. */
function moving(profile: Profile, { caches }: SimdTarget): number {
  return (['l1', 'l2', 'l3'] as const).reduce(
    (sum, level) => sum + trafficInto(profile, caches[level]) / BANDWIDTH[level],
    0,
  );
}

/** Bytes that come into a cache: what fits into it is read once for each time that it changes. */
function trafficInto({ loops, accesses }: Profile, bytes: number): number {
  const footprint = (access: ProfiledAccess, first: number): number => footprintOf(access, loops, first);
  let first = 0;
  while (first < loops.length && accesses.reduce((sum, access) => sum + footprint(access, first), 0) > bytes) first++;
  return accesses.reduce((sum, access) => {
    let outer = first;
    while (outer > 0 && access.strides[outer - 1] === 0) outer--;
    const times = loops.slice(0, outer).reduce((product, { length }) => product * length, 1);
    return sum + times * footprint(access, first);
  }, 0);
}

/** Bytes of the cache lines that an access touches in the loops from one on inwards: runs of neighbours. */
function footprintOf({ strides }: ProfiledAccess, loops: readonly ProfiledLoop[], first: number): number {
  return touchedLines(loops.slice(first).map(({ length }, i) => ({ length, stride: strides[first + i]! })));
}
