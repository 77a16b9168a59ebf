/** Shapes of one operator, type and target whose trials a classifier learns from. */
import type { Operator, Workload } from '../../operator/operator.js';
import { featureValues, shapeFeatures, type ShapeFeature } from '../../operator/shape-features.js';
import { grouped } from '../../target/grouped.js';
import { operatorOf } from '../../templates/task.js';
import { placeOf, ranked, type TaskHistory } from '../known-tasks.js';

/** Trials that a shape has at least: what was hardly tried shows nothing of the schedules of others. */
export const LEAST_TRIALS = 8;

export interface KnownShape {
  readonly operator: Operator;
  readonly workload: Workload;
  /** Of the templates that were tried on it, on one machine. */
  readonly histories: readonly TaskHistory[];
}

/** The shapes of histories of one operator, those that were tried enough and have a kernel that works. */
export function knownShapesIn(histories: readonly TaskHistory[]): readonly KnownShape[] {
  const places = [...grouped(histories, placeOf).values()];
  const tried = places.filter(
    (own) =>
      own.reduce((sum, { trials }) => sum + trials.length, 0) >= LEAST_TRIALS &&
      own.some(({ trials }) => ranked(trials).length > 0),
  );
  return tried.map((own) => ({ operator: operatorOf(own[0].task), workload: own[0].task.workload, histories: own }));
}

export interface FeatureTable {
  readonly features: readonly ShapeFeature[];
  /** Of each shape the values of the features. */
  readonly values: readonly (readonly number[])[];
}

/**
 * The features that all shapes have, in which they differ, and which order them unlike those before: a tree splits on
 * nothing but the order.
 */
export function featuresOf(shapes: readonly KnownShape[]): FeatureTable {
  const lists = shapes.map(({ operator, workload }) => shapeFeatures(operator, workload));
  const keys = lists.map((list) => new Set(list.map((feature) => JSON.stringify(feature))));
  const common = (lists[0] ?? []).filter((feature) => keys.every((own) => own.has(JSON.stringify(feature))));
  const all = shapes.map(({ operator, workload }) => featureValues(operator, workload, common));
  const orders = common.map((_, place) => JSON.stringify(ranksOf(all.map((row) => row[place]!))));
  const kept = [...orders.keys()].filter(
    (place) => orders.indexOf(orders[place]!) === place && /[1-9]/.test(orders[place]!),
  );
  return {
    features: kept.map((place) => common[place]!),
    values: all.map((row) => kept.map((place) => row[place]!)),
  };
}

function ranksOf(values: readonly number[]): readonly number[] {
  const distinct = [...new Set(values)].toSorted((a, b) => a - b);
  const ranks = new Map(distinct.map((value, rank) => [value, rank]));
  return values.map((value) => ranks.get(value)!);
}

/** Added before the logarithm: paddings may be 0, and ratios are far below 1. */
const LEAST = 1e-3;

/** The same as points, doublings from the mean of each feature relative to how much it varies. */
export function pointsOf({ values }: Pick<FeatureTable, 'values'>): readonly (readonly number[])[] {
  const logs = values.map((row) => row.map((value) => Math.log2(LEAST + value)));
  const scales = (logs[0] ?? []).map((_, place) => {
    const column = logs.map((row) => row[place]!);
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length);
    return { mean, deviation };
  });
  return logs.map((row) => row.map((value, place) => (value - scales[place]!.mean) / (scales[place]!.deviation || 1)));
}
