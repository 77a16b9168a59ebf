/** What was best on the hardware most like this one. */
import { fingerprintOf, formatTarget } from '../../backend/registry.js';
import type { Contender } from '../../backend/measurer.js';
import type { Operator } from '../../operator/operator.js';
import { rank } from '../../log/record/best.js';
import { byNearestHardware, hardwareOf, type Hardware } from '../../log/record/hardware.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Known } from '../../templates/known.js';
import type { Task } from '../../templates/template.js';
import type { TaskHistory } from '../../transfer/known-tasks.js';
import { historiesIn } from '../../transfer/record-histories.js';
import { counterpart } from '../../transfer/suggestions.js';

export interface WarmUp {
  readonly from: Hardware;
  /** Its best, fastest there first, as configs of the tasks here. */
  readonly contenders: readonly Contender[];
}

/** So many of the best are tried first. */
const BEST = 16;

/**
 * The best configs of the nearest hardware that has some for this workload, of all templates. `records`: of the
 * workload, on any target and machine. Values that a knob does not have here become the nearest that it has.
 */
export function warmUpOf(
  operator: Operator,
  tasks: readonly Task[],
  records: readonly LoggedRecord[],
  known: Known,
): WarmUp | undefined {
  const [{ target }] = tasks as readonly [Task];
  const here: Hardware = { target: formatTarget(target), fingerprint: fingerprintOf(target) };
  const groups = [...grouped(records, (record) => JSON.stringify(hardwareOf(record))).values()];
  for (const group of byNearestHardware(here, groups, ([first]) => hardwareOf(first))) {
    const contenders = bestOf(historiesIn(operator, group, known).histories, tasks);
    if (contenders.length > 0) return { from: hardwareOf(group[0]), contenders };
  }
  return undefined;
}

/** Of the sources of one machine: what stands comes before what finals superseded. */
function bestOf(histories: readonly TaskHistory[], tasks: readonly Task[]): readonly Contender[] {
  const trials = histories.flatMap(({ task: { template }, trials }) =>
    trials.map((trial) => ({ ...trial, template: template.name })),
  );
  const ranked = [false, true].flatMap((superseded) =>
    rank(trials.filter((trial) => (trial.superseded ?? false) === superseded)),
  );
  const found = new Map<string, Contender>();
  for (const { record } of ranked) {
    const task = tasks.find(({ template }) => template.name === record.template);
    const config = task && counterpart(task.space, record.config.values);
    if (config && found.size < BEST) found.set(`${record.template} ${config.index}`, { task, config });
  }
  return [...found.values()];
}
