/**
 * A sketch: the structure of a schedule without its sizes, as decisions about the stages of a computation (Ansor,
 * Zheng et al., OSDI 2020). Stages of one kind are treated alike.
 */
import type { Schedule } from '../../ir/schedule.js';
import type { SimdTarget } from '../../target/target.js';

export interface Sketch {
  /**
   * Where sums are added up: in their own tensor (`tile`); in registers, finished tile by tile (`cache_write`) or block
   * by block (`cache_block`); in registers for a block of the sum, added up in their own tensor (`split_sum`); in the
   * lanes of vectors (`rfactor`); or in parts of the sum that threads share (`split_k`).
   */
  readonly sums: 'tile' | 'cache_write' | 'cache_block' | 'split_sum' | 'rfactor' | 'split_k';
  /** Element-wise stages that others read: stored, or computed where they are read. */
  readonly maps: 'store' | 'inline';
  /** Where the others that the output reads are computed: before it, or for a block or a tile of it. */
  readonly producers: 'root' | 'fuse_outer' | 'fuse_inner';
}

/** What follows of a sketch by one rule of derivation: itself, or what the rule makes of it. */
export type Rule = (sketch: Sketch, schedule: Schedule, target: SimdTarget) => readonly Sketch[];

/** `cache_write+inline+fuse_outer`: what is not as in a plain nest. */
export function nameOf({ sums, maps, producers }: Sketch): string {
  return [sums, ...(maps === 'store' ? [] : [maps]), ...(producers === 'root' ? [] : [producers])].join('+');
}

/** The sketch of a name. */
export function sketchNamed(name: string): Sketch {
  const [sums, ...words] = name.split('+');
  return {
    sums: sums as Sketch['sums'],
    maps: words.includes('inline') ? 'inline' : 'store',
    producers: words.find((word): word is 'fuse_outer' | 'fuse_inner' => word.startsWith('fuse')) ?? 'root',
  };
}
