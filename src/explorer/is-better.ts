import type { Observation } from './explorer.js';
import { welchTest } from './welch.js';

/** A faster trial is better when chance alone would make such a difference less often than this. */
const SIGNIFICANCE = 0.05;

/** Whether a trial is faster than another one, and significantly so where both have enough repeats. */
export function isBetter(challenger: Observation, other: Observation): boolean {
  if (challenger.throughput <= other.throughput) return false;
  const [own, others] = [challenger.costs ?? [], other.costs ?? []];
  return own.length < 2 || others.length < 2 || welchTest(own, others) <= SIGNIFICANCE;
}
