/** What of a run's budget is kept for kernels that compute two layers. */
import type { LayerPair } from '../program/layer.js';
import { tunedLayers } from './tuned-layers.js';

/** Trials of one of them. */
export const mostTrials = 64;

/** Of all trials, and minutes, those that are kept for pairs, as long as there are so many for each. */
const SHARE = 1 / 5;

/** Of so many trials, those that are kept for distinct kernels of pairs. */
export function pairTrialsOf(trials: number, pairs: readonly LayerPair[]): number {
  const distinct = tunedLayers(pairs.map(({ fused }) => fused)).length;
  return Math.min(Math.floor(trials * SHARE), distinct * mostTrials);
}

/** Of a run's minutes, those that are left for its layers alone. */
export function searchMinutesOf(minutes: number): number {
  return minutes * (1 - SHARE);
}

/** Minutes for pairs, where the layers alone have these settings. */
export function pairMinutesOf({ minutes = Infinity }: { readonly minutes?: number }): number {
  return (minutes * SHARE) / (1 - SHARE);
}
