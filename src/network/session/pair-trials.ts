/**
 * Trials of kernels that compute two layers: a few of each first, and more only of those that may yet be faster than
 * both layers alone. What the others would have had is left for the layers themselves.
 */
import type { KernelForm, LayerPair } from '../program/layer.js';
import { measuredBefore, type NamedLog } from '../../tuner/task-states.js';
import { workKey, type PlannedLayer, tunedLayers } from './network-layer.js';
import type { KernelTable } from './kernel-table.js';

/** Trials of one of them. */
const mostTrials = 64;

/**
 * Rounds: the trials that a kernel has had behind it, and by how much it may be slower than both layers before to be
 * in it at all.
 */
const rounds = [
  { trials: 4, within: Infinity },
  { trials: 12, within: 1.5 },
  { trials: 32, within: 1.25 },
  { trials: mostTrials, within: 1.1 },
];

interface PairRound {
  readonly layers: readonly PlannedLayer[];
  /** Those that the log has of them, too. */
  readonly trials: number;
}

export interface PairCandidate {
  readonly layer: PlannedLayer;
  readonly done: number;
  /** Its best time by that of both layers alone; undefined before it has one. */
  readonly ratio: number | undefined;
  /** Seconds of both layers alone in the network. */
  readonly seconds: number;
}

/** The next round of at most so many trials; undefined where no pair is worth one, or where there are none left. */
export function nextRound(candidates: readonly PairCandidate[], left: number): PairRound | undefined {
  const longestFirst = candidates.toSorted((a, b) => b.seconds - a.seconds);
  for (const { trials, within } of rounds) {
    const chosen: PairCandidate[] = [];
    let more = 0;
    for (const one of longestFirst) {
      const missing = trials - one.done;
      // What failed in every trial gets no more.
      const isPromising = one.done === 0 || (one.ratio !== undefined && one.ratio <= within);
      if (missing <= 0 || !isPromising || more + missing > left) continue;
      chosen.push(one);
      more += missing;
    }
    const done = chosen.reduce((sum, one) => sum + one.done, 0);
    if (chosen.length > 0) return { layers: chosen.map(({ layer }) => layer), trials: done + more };
  }
  return undefined;
}

export function candidatesOf(
  pairs: readonly LayerPair[],
  kernels: KernelTable,
  own: readonly NamedLog[],
): PairCandidate[] {
  const distinct = new Map<string, PairCandidate>();
  for (const pair of pairs.filter(({ fused }) => tunedLayers([fused]).length > 0)) {
    const { workload } = pair.fused.forms[0] as KernelForm;
    const layer = kernels.plan(workload);
    const both = secondsOf(pair.first, kernels) + secondsOf(pair.second, kernels);
    const before = distinct.get(workKey(layer));
    const best = kernels.measured(workload)?.seconds;
    distinct.set(workKey(layer), {
      layer,
      done: before?.done ?? measuredBefore(layer, own).length,
      ratio: best === undefined ? undefined : best / both,
      seconds: both + (before?.seconds ?? 0),
    });
  }
  return [...distinct.values()];
}

function secondsOf({ forms }: LayerPair['first'], kernels: KernelTable): number {
  const times = forms.flatMap((form) => (form.kind === 'kernel' ? [kernels.fastest(form.workload).seconds] : [0]));
  return Math.min(...times);
}

/** Of all trials, and minutes, those that are kept for pairs, as long as there are so many for each. */
const SHARE = 1 / 5;

export function pairTrialsOf(trials: number, pairs: readonly LayerPair[]): number {
  const distinct = tunedLayers(pairs.map(({ fused }) => fused)).length;
  return Math.min(Math.floor(trials * SHARE), distinct * mostTrials);
}

export function searchMinutesOf(minutes: number): number {
  return minutes * (1 - SHARE);
}

/** Minutes for pairs, where the layers alone have these settings. */
export function pairMinutesOf({ minutes = Infinity }: { readonly minutes?: number }): number {
  return (minutes * SHARE) / (1 - SHARE);
}
