import { z } from 'zod';
import type { Figure } from './figures.js';
import type { Place } from './source-file.js';

/** What each figure may be at most: a number, or numbers by file, whose sum counts. */
export const baselineSchema = z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())]));
export type Baseline = z.infer<typeof baselineSchema>;

/** A figure that is higher than allowed. */
export interface Rise {
  readonly figure: Figure;
  readonly allowed: number;
  /** Places in files that have more of them than they had. */
  readonly fresh: readonly Place[];
}

/**
 * What a figure may be: what the baseline says, or the goal where that is higher. A new figure has its goal; one with
 * neither goal nor places, as the number of files, may be anything.
 */
export function allowedOf({ label, goal, places }: Figure, baseline: Baseline): number {
  return goal === undefined && !places ? Infinity : Math.max(goal ?? 0, totalOf(baseline[label]));
}

/** The figures that rose. */
export function risesOf(figures: readonly Figure[], baseline: Baseline): Rise[] {
  return figures
    .map((figure) => ({ figure, allowed: allowedOf(figure, baseline), fresh: freshPlaces(figure, baseline) }))
    .filter(({ figure, allowed }) => figure.count > allowed);
}

/** The baseline with what is lower now, and, where that is asked for, with what is higher, too. */
export function updateBaseline(baseline: Baseline, figures: readonly Figure[], raise: boolean): Baseline {
  const kept = (figure: Figure): boolean => !raise && figure.count > totalOf(baseline[figure.label]);
  const guarded = figures.filter((figure) => allowedOf(figure, baseline) !== Infinity);
  return Object.fromEntries(
    guarded.map((figure) => [
      figure.label,
      kept(figure) && figure.label in baseline ? baseline[figure.label]! : entryOf(figure),
    ]),
  );
}

function entryOf({ count, places }: Figure): Baseline[string] {
  return places ? countByFile(places) : count;
}

function totalOf(entry: Baseline[string] | undefined): number {
  if (entry === undefined || typeof entry === 'number') return entry ?? 0;
  return Object.values(entry).reduce((total, count) => total + count, 0);
}

function countByFile(places: readonly Place[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of places) counts.set(path, (counts.get(path) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function freshPlaces({ label, places = [] }: Figure, baseline: Baseline): readonly Place[] {
  const entry = baseline[label];
  const before = typeof entry === 'object' ? entry : {};
  const now = countByFile(places);
  return places.filter(({ path }) => now[path]! > (before[path] ?? 0));
}
