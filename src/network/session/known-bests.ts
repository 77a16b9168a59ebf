/** What a history has of the layers of a network. */
import { fingerprintOf, formatTarget } from '../../backend/registry.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { byNearestHardware, hardwareOf, isOfOtherMake, type Hardware } from '../../log/record/hardware.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { grouped } from '../../target/grouped.js';
import { multipliesAlike } from '../../templates/best-products.js';
import { leavesSharingOpen } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import type { TaskHistory } from '../../transfer/known-tasks.js';
import { historiesIn, asOurs, templateOf } from '../../transfer/record-histories.js';
import { counterpart } from '../../transfer/suggestions.js';
import { Leaderboard, type Best } from '../../tuner/leaderboard.js';
import { measuredBefore, type NamedLog } from '../../tuner/task-states.js';
import type { KnownBest } from '../schedule/run-events.js';
import { suggestedConfigs } from '../../transfer/expected-kernels.js';
import { workKey, type PlannedLayer } from './network-layer.js';

type Serves = (best: Best) => boolean;

/**
 * By the names of the layers that the history has any of; this machine comes before the nearest other one of which a
 * best serves.
 */
export function findKnownBests(
  layers: readonly PlannedLayer[],
  logs: readonly NamedLog[],
  catalogue: Catalogue,
  serves: Serves = () => true,
): ReadonlyMap<string, KnownBest> {
  const records = recordsByWork(logs, catalogue);
  return new Map(
    layers.flatMap((layer) => {
      const here = bestHere(layer, logs, serves);
      const best = here ?? bestElsewhere(layer, records.get(workKey(layer)) ?? [], catalogue, serves);
      return best ? [[layer.name, { best, from: here ? 'history' : 'elsewhere' }] as const] : [];
    }),
  );
}

/** What was grouped before: kernels of a program ask for one layer after the other. */
const groups = new WeakMap<readonly NamedLog[], ReadonlyMap<string, readonly LoggedRecord[]>>();

function recordsByWork(logs: readonly NamedLog[], catalogue: Catalogue): ReadonlyMap<string, readonly LoggedRecord[]> {
  const found =
    groups.get(logs) ??
    grouped(
      logs.flatMap((log) => log.records),
      (record) => JSON.stringify([templateOf(record, catalogue)?.operator, asOurs(record).args]),
    );
  groups.set(logs, found);
  return found;
}

function bestHere(layer: PlannedLayer, logs: readonly NamedLog[], serves: Serves): Best | undefined {
  const board = new Leaderboard(layer.operator.flops(layer.workload));
  for (const { task, trial } of measuredBefore(layer, logs)) board.add(task, trial);
  const best = board.best();
  return best && serves(best) ? best : undefined;
}

/** Of the nearest machine that the records know a kernel of which serves. */
function bestElsewhere(
  { operator, workload, tasks }: PlannedLayer,
  records: readonly LoggedRecord[],
  catalogue: Catalogue,
  serves: Serves,
): Best | undefined {
  const { target } = tasks[0]!;
  const here = { target: formatTarget(target), fingerprint: fingerprintOf(target) };
  const machines = [...grouped(records, (record) => JSON.stringify(hardwareOf(record))).values()];
  for (const machine of byNearestHardware(here, machines, ([first]) => hardwareOf(first))) {
    const bests = historiesIn(operator, machine, catalogue).histories.flatMap((history): readonly Best[] => {
      const task = tasks.find(({ template }) => template.name === history.task.template.name);
      const board = new Leaderboard(operator.flops(workload));
      return task ? bestsFrom(history, task, here, board) : [];
    });
    const best = bests.toSorted((a, b) => a.rankedAt - b.rankedAt).find(serves);
    if (best) return best;
  }
  return undefined;
}

/**
 * Values that a knob does not have here become the nearest that it has. Of CPUs of another make, and of one thread for
 * several, what was measured shows which template to take, with what that suggests of each layout; of CPUs that
 * multiply the elements otherwise, nothing.
 */
function bestsFrom(history: TaskHistory, task: Task, here: Hardware, board: Leaderboard): readonly Best[] {
  if (!multipliesAlike(history.task, task)) return [];
  const { template, target, space } = task;
  const isOpen = leavesSharingOpen(history.task.target, target);
  const isOtherMake = target.model === 'simd' && isOfOtherMake(here, history.hardware);
  const suggested = (isOpen || isOtherMake) && template.suggestions ? suggestedConfigs(task) : [];
  if (isOpen && suggested.length === 0) return [];
  for (const trial of history.trials) {
    const config = suggested.length > 0 ? trial.config : counterpart(space, trial.config.values);
    if (config) board.add(task, { ...trial, config });
  }
  const best = board.best();
  if (!best) return [];
  return suggested.length > 0 ? suggested.map((config) => ({ ...best, config })) : [best];
}
