/** What rules that choose a schedule for a shape come to on shapes that they know nothing of. */
import { ranked, shapeDistance } from '../known-tasks.js';
import { landmarksFor, landmarksForAll, type Classifier } from './classifier.js';
import type { Fold } from './folds.js';
import type { KnownShape } from './known-shapes.js';
import { costOf } from './landmarks.js';
import type { Landmark, Shares } from './shares.js';

/** `single`: the landmark that is best on the whole; `oracle`: the one that is best for the shape. */
export const rules = ['learned', 'nearest', 'single', 'oracle'] as const;
export type Rule = (typeof rules)[number];

/** The share of the best throughput that is known of a shape, by rule. */
export type HeldOut = Readonly<Record<Rule, number>> & { readonly workload: string };

/** Each of the shapes by a classifier that was learned from the others of its fold. */
export function holdOut(
  shapes: readonly KnownShape[],
  folds: readonly Fold[],
  { shares, learn }: { readonly shares: Shares; readonly learn: (shapes: readonly KnownShape[]) => Classifier },
): readonly HeldOut[] {
  return folds.flatMap(({ heldOut, others }) => {
    const known = others.map((i) => shapes[i]!);
    const classifier = learn(known);
    return heldOut.map((i): HeldOut => {
      const shape = shapes[i]!;
      const shareOf = (landmark: Landmark): number | undefined => shares.of(landmark, shape);
      const first = (landmarks: readonly Landmark[]): number =>
        landmarks.map(shareOf).find((share) => share !== undefined) ?? 0;
      return {
        workload: shape.workload.name,
        learned: first(landmarksFor(classifier, shape.operator, shape.workload)),
        nearest: first(nearestFirst(shape, known)),
        single: first(landmarksForAll(classifier)),
        oracle: Math.max(...classifier.landmarks.map((landmark) => shareOf(landmark) ?? 0)),
      };
    });
  });
}

/** The best config of each shape. */
function nearestFirst({ operator, workload }: KnownShape, known: readonly KnownShape[]): readonly Landmark[] {
  const args = operator.encode(workload);
  return known
    .map((shape) => ({ shape, distance: shapeDistance(shape.operator.encode(shape.workload), args) }))
    .toSorted((a, b) => a.distance - b.distance)
    .flatMap(({ shape }) => bestOf(shape) ?? []);
}

function bestOf({ histories }: KnownShape): Landmark | undefined {
  const bests = histories.flatMap((history) => {
    const [best] = ranked(history.trials);
    return best ? [{ history, values: best.trial.config.values, seconds: best.seconds }] : [];
  });
  return bests.toSorted((a, b) => a.seconds - b.seconds)[0];
}

/** The geometric mean over the shapes. */
export function quality(rows: readonly HeldOut[], rule: Rule): number {
  return 2 ** (-rows.reduce((sum, row) => sum + costOf(row[rule]), 0) / rows.length);
}
