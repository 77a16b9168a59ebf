import { kMeans } from '../../learning/k-means.js';
import { grouped } from '../../target/grouped.js';
import { Random } from '../../space/random.js';
import { LEAST_SHARE } from '../first-choice.js';
import { ranked } from '../known-tasks.js';
import { pointsOf, type FeatureTable, type KnownShape } from './known-shapes.js';
import type { Landmark, Shares } from './shares.js';

/** Landmarks at most. */
const MOST = 8;
/** Configs that a template offers of each shape, its best. */
const OFFERED = 4;

/**
 * Schedules of which one at least does well on each shape: those are clustered by their features, and each cluster has
 * the config of its members that does best on all of them together, which stands for the tuning of its centroid. So
 * does the whole, whose config is what any shape can take.
 */
export function findLandmarks(
  shapes: readonly KnownShape[],
  table: FeatureTable,
  { shares, seed }: { readonly shares: Shares; readonly seed: number },
): readonly Landmark[] {
  const { labels } = kMeans(pointsOf(table), MOST, new Random(seed));
  const clusters = [...grouped(shapes, (shape) => labels[shapes.indexOf(shape)]!).values()];
  const found = [shapes, ...clusters].flatMap((members) => bestOn(members, shares) ?? []);
  return [...new Map(found.map((landmark) => [landmark.values, landmark])).values()];
}

/** Of the configs that shapes have to offer the one that costs all of them least. */
function bestOn(shapes: readonly KnownShape[], shares: Shares): Landmark | undefined {
  let [best, least]: [Landmark | undefined, number] = [undefined, Infinity];
  for (const offer of shapes.flatMap(offersOf)) {
    const cost = shapes.reduce((sum, shape) => sum + costOf(shares.of(offer, shape) ?? 0), 0);
    if (cost < least) [best, least] = [offer, cost];
  }
  return best;
}

function offersOf({ histories }: KnownShape): readonly Landmark[] {
  return histories.flatMap((history) =>
    ranked(history.trials)
      .slice(0, OFFERED)
      .map(({ trial }) => ({ history, values: trial.config.values })),
  );
}

/**
 * Of each shape what each landmark costs. One that does not serve a shape costs it what the landmark does that is taken
 * in its place: of those that serve the shape, the one that is best on the whole.
 */
export function costsOf(
  shapes: readonly KnownShape[],
  landmarks: readonly Landmark[],
  shares: Shares,
): readonly (readonly number[])[] {
  const known = shapes.map((shape) => landmarks.map((landmark) => shares.of(landmark, shape)));
  const totals = landmarks.map((_, j) => known.reduce((sum, row) => sum + costOf(row[j] ?? 0), 0));
  const order = [...landmarks.keys()].toSorted((a, b) => totals[a]! - totals[b]!);
  return known.map((row) => {
    const instead = order.map((j) => row[j]).find((share) => share !== undefined) ?? 0;
    return row.map((share) => costOf(share ?? instead));
  });
}

/** Doublings of the time relative to the best that is known; as many for all that is too slow to distinguish. */
export function costOf(share: number): number {
  return -Math.log2(Math.max(share, LEAST_SHARE));
}
