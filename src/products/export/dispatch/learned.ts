import type { DispatchTree } from '../../../backend/library/dispatch-tree.js';
import { splitsOf } from '../../../learning/cost-tree.js';
import type { Workload } from '../../../operator/operator.js';
import { featureName } from '../../../operator/shape-features.js';
import { landmarksFor } from '../../../transfer/dispatch/classifier.js';
import { quality } from '../../../transfer/dispatch/held-out.js';
import type { DispatchRule } from './dispatch.js';
import { keyOf, learn, type Learned } from './learn.js';
import type { LearnedRow } from './learned-row.js';
import { nearestFirst } from './nearest.js';
import { firstFor, untunedTargets, type BorrowedSchedule } from './schedule-for.js';

/**
 * The schedule that a classifier gives a shape, which is learned from all trials of the logs (transfer/dispatch/);
 * where these are too few, that of the nearest.
 */
export const learned: DispatchRule = async (source) => {
  const all = await learn(source);
  const byKey = new Map(all.map((one) => [one.key, one]));
  return {
    kernelsFor: (workload) =>
      untunedTargets(workload, source.items).flatMap((own) => {
        const found = byKey.get(keyOf({ ...own[0].task, workload }));
        const landmarks = found ? landmarkSchedules(found, workload) : [];
        return firstFor(workload, [...landmarks, ...nearestFirst(workload, own)]) ?? [];
      }),
    trees: all.filter(({ isHeld }) => isHeld).map(treeOf),
    rows: all.map(rowOf),
  };
};

function landmarkSchedules({ classifier, operator }: Learned, workload: Workload): readonly BorrowedSchedule[] {
  return landmarksFor(classifier, operator, workload).map(({ history: { task }, values }) => ({
    ...{ task, values },
    origin: `the schedule of ${task.workload.name}, which the classifier gives it`,
  }));
}

function treeOf({ operator, dtype, target, shapes, classifier: { features, tree, landmarks } }: Learned): DispatchTree {
  const names = landmarks.map(({ history }) => history.task.workload.name);
  return { operator: operator.name, dtype, target, features, tree, landmarks: names, shapes };
}

function rowOf({ operator, dtype, target, shapes, heldOut, classifier }: Learned): LearnedRow {
  const { landmarks, features, tree } = classifier;
  const splits = splitsOf(tree);
  const { workload } = landmarks[0]!.history.task;
  return {
    ...{ operator: operator.name, dtype, target, shapes, splits: splits.length },
    landmarks: landmarks.map(({ history: { task } }) => ({
      workload: task.workload.name,
      template: task.template.name,
    })),
    features: [...new Set(splits.map(({ feature }) => featureName(features[feature]!, operator, workload)))],
    held_out: {
      learned: quality(heldOut, 'learned'),
      nearest: quality(heldOut, 'nearest'),
      single: quality(heldOut, 'single'),
      oracle: quality(heldOut, 'oracle'),
    },
  };
}
