import type { NestCells } from '../../features/nest-cells.js';
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import { profiler } from './profile.js';
import { simdCycles } from './simd.js';
import { simtSeconds } from './simt.js';

/** Configs whose scores are kept. */
const KEPT = 2 ** 16;

/**
 * How fast a config is by static analysis alone, without compiling or learning: higher is faster, in doublings. One
 * that cannot be instantiated has -Infinity.
 */
export type Draft = (config: Config) => number;

/** The static analyser of a target's execution model. */
export function draftOf(nestCells: NestCells, target: Target): Draft {
  const profileOf = profiler(nestCells);
  const known = new Map<number, number>();
  const scoreOf = (config: Config): number => {
    const profiles = profileOf(config);
    if (!profiles || profiles.length === 0) return -Infinity;
    return -Math.log2(target.model === 'simd' ? simdCycles(profiles, target) : simtSeconds(profiles, target));
  };
  return (config) => {
    const score = known.get(config.index) ?? scoreOf(config);
    if (known.size >= KEPT) known.clear();
    known.set(config.index, score);
    return score;
  };
}
