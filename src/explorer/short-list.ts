import { grouped } from '../target/grouped.js';
import type { Config } from '../space/config.js';
import type { Space, Values } from '../space/space.js';
import { Estimate } from './estimate.js';
import type { KnownTask } from '../model/prior.js';
import { Coordinates, Rebinding } from './rebind.js';

/** Configs that a task has to offer, its best. */
const OFFERED = 16;

/** Doublings between shapes and machines by which a task counts a third (1/e) of a nearer one. */
const REACH = 1.5;

/** A config of a short list. */
export interface Listed {
  readonly config: Config;
  /** Tasks among whose best it is. */
  readonly origins: readonly KnownTask[];
  /** For each of the known tasks, the share of its best that the config reaches there, estimated from its trials. */
  readonly shares: readonly number[];
}

/** How much a task at a distance counts, relative to one at the distance `nearest`. */
export function weightAt(distance: number, nearest: number): number {
  return Math.exp((nearest - distance) / REACH);
}

/**
 * Configs to try on a space, of those that were best on known tasks (the nearest first): the list whose every beginning
 * has a small loss on them. The first is the config that does best on all of them together, near ones counting
 * more; then always the one that takes most of the loss that is left, each task counting with the best of the list so
 * far (the greedy cover of a submodular sum: Nemhauser, Wolsey and Fisher, 1978; landmarks of input sensitivity, Ding
 * et al., PLDI 2015; short lists of schedules as Hidet and Bolt have them, but of the logs; re-bound as Transfer-Tuning
 * does, Gibson and Cano, PACT 2022). What failed on a task is offered by none that is farther.
 */
export function shortList(space: Space, tasks: readonly KnownTask[]): readonly Listed[] {
  const { candidates, weights } = candidatesOf(space, tasks, () => '');
  return cover(candidates, weights);
}

/**
 * Of the configs with each value of a knob the first that a short list of them alone would have; the space's first
 * where there is no such knob. A value of which nothing is known to work has none.
 */
export function firstOfEach(space: Space, tasks: readonly KnownTask[], knob: string): readonly Listed[] {
  const valueIn = (values: Values): string => JSON.stringify(values[knob]);
  const { candidates, weights } = candidatesOf(space, tasks, valueIn);
  const ofValues = grouped(candidates, ({ config }) => valueIn(config.values));
  const total = ({ shares }: Listed): number => weighted(shares, weights);
  return [...ofValues.values()].map((some) => some.reduce((a, b) => (total(b) > total(a) ? b : a)));
}

/** What the tasks have to offer of each kind, with what it would reach on them, and how much each of them counts. */
function candidatesOf(
  space: Space,
  tasks: readonly KnownTask[],
  kindOf: (values: Values) => string,
): { readonly candidates: readonly Listed[]; readonly weights: readonly number[] } {
  const rebinding = new Rebinding(space);
  const coordinates = new Coordinates(space);
  const estimates = tasks.map((task) => new Estimate(task, rebinding, coordinates));
  const nearest = tasks.reduce((least, { distance }) => Math.min(least, distance), Infinity);
  const candidates = offersOf(space, tasks, rebinding, kindOf).map(({ config, origins }) => {
    const point = coordinates.of(config.values);
    return { config, origins, shares: estimates.map((estimate) => estimate.shareAt(point)) };
  });
  return { candidates, weights: tasks.map(({ distance }) => weightAt(distance, nearest)) };
}

type Offer = Pick<Listed, 'config' | 'origins'>;

/** What the tasks have to offer, each the best of each kind, each config once, those of the nearest first. */
function offersOf(
  space: Space,
  tasks: readonly KnownTask[],
  rebinding: Rebinding,
  kindOf: (values: Values) => string,
): readonly Offer[] {
  const offers = new Map<number, { readonly config: Config; readonly origins: KnownTask[] }>();
  const failed = new Set<number>();
  for (const task of tasks) {
    const worked = grouped(
      task.trials.filter(({ share }) => share > 0),
      ({ values }) => kindOf(values),
    );
    for (const { values } of [...worked.values()].flatMap((some) => some.slice(0, OFFERED))) {
      const config = rebinding.config(values);
      if (!config || failed.has(config.index)) continue;
      const offer = offers.get(config.index) ?? { config, origins: [] };
      offer.origins.push(task);
      offers.set(config.index, offer);
    }
    for (const { values } of task.trials.filter(({ share }) => share === 0)) {
      const near = rebinding.nearest(values);
      if (near) failed.add(space.indexOf(near));
    }
  }
  return [...offers.values()];
}

/** All of the candidates, in the order of the cover; where nothing is left to gain, the best of the rest comes next. */
function cover(candidates: readonly Listed[], weights: readonly number[]): readonly Listed[] {
  const covered = weights.map(() => 0);
  const rest = new Set(candidates);
  const list: Listed[] = [];
  const totals = new Map(candidates.map((candidate) => [candidate, weighted(candidate.shares, weights)]));
  while (rest.size > 0) {
    let [best, most, total]: [Listed | undefined, number, number] = [undefined, -1, -1];
    for (const candidate of rest) {
      const reached = weighted(candidate.shares, weights, covered);
      const own = totals.get(candidate)!;
      if (reached < most - TIE || (reached <= most + TIE && own <= total)) continue;
      [best, most, total] = [candidate, reached, own];
    }
    rest.delete(best!);
    list.push(best!);
    for (const [i, share] of best!.shares.entries()) covered[i] = Math.max(covered[i]!, share);
  }
  return list;
}

/** Sums that differ by less are equal but for rounding. */
const TIE = 1e-9;

/** The sum of the shares, each task counting with what is covered at least. */
function weighted(shares: readonly number[], weights: readonly number[], covered?: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Math.max(shares[i]!, covered?.[i] ?? 0), 0);
}
