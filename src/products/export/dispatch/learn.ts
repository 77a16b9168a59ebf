import { formatTarget } from '../../../backend/registry.js';
import { wordsOf } from '../../../backend/library/shape-words.js';
import type { DType } from '../../../ir/tensor.js';
import { recordsOfLogs } from '../../../log/read-logs.js';
import { elementTypeOf, type Operator, type Workload } from '../../../operator/operator.js';
import { plural } from '../../../target/format.js';
import { grouped } from '../../../target/grouped.js';
import { operatorOf } from '../../../templates/task.js';
import type { Task } from '../../../templates/template.js';
import { decide, type Decision } from '../../../transfer/dispatch/decide.js';
import { knownShapesIn, LEAST_TRIALS } from '../../../transfer/dispatch/known-shapes.js';
import { Shares } from '../../../transfer/dispatch/shares.js';
import type { TaskHistory } from '../../../transfer/known-tasks.js';
import { historiesIn } from '../../../transfer/record-histories.js';
import type { DispatchSource } from './dispatch.js';

/** Shapes from which something can be learned and held out. */
const LEAST_SHAPES = 4;

/** Exports of the same logs are the same. */
const SEED = 1;

/** What was learned of an operator, a type and a target. */
export interface Learned extends Decision {
  readonly key: string;
  readonly operator: Operator;
  readonly dtype: DType;
  readonly target: string;
  /** Whether a struct of the library holds the shapes. */
  readonly isHeld: boolean;
  /** How many shapes it was learned from. */
  readonly shapes: number;
}

/** Of all that there are kernels of; a note names what has too few trials. */
export async function learn({ items, logs, known, onNote }: DispatchSource): Promise<readonly Learned[]> {
  const records = await recordsOfLogs(logs);
  const operators = [...new Map(items.map(({ task }) => [task.workload.operator, operatorOf(task)])).values()];
  const wanted = new Set(items.map(({ task }) => keyOf(task)));
  return operators.flatMap((operator) => {
    const histories = operator.gives === 'source' ? [] : historiesIn(operator, records, known).histories;
    const groups = [...grouped(histories, ({ task }) => keyOf(task)).values()];
    return groups
      .filter(([{ task }]) => wanted.has(keyOf(task)))
      .flatMap((own) => learnFrom(own, operator, onNote) ?? []);
  });
}

function learnFrom(
  histories: readonly [TaskHistory, ...TaskHistory[]],
  operator: Operator,
  onNote: DispatchSource['onNote'],
): Learned | undefined {
  const { task } = histories[0];
  const [dtype, target] = [elementTypeOf(task.workload), formatTarget(task.target)];
  const shapes = knownShapesIn(histories);
  const distinct = new Set(shapes.map(({ workload }) => JSON.stringify(workload.shape))).size;
  if (distinct >= LEAST_SHAPES)
    return {
      ...{ key: keyOf(task), operator, dtype, target, isHeld: isHeld(task.workload), shapes: distinct },
      ...decide(shapes, new Shares(), SEED),
    };
  onNote?.(
    `${operator.name} ${dtype} for ${target}: ${plural(distinct, 'shape')} of the logs ${distinct === 1 ? 'has' : 'have'} ${LEAST_TRIALS} trials or more, too few to learn from (${LEAST_SHAPES}); untuned shapes take the nearest schedule.`,
  );
  return undefined;
}

/** Tasks of one key have schedules and features in common. */
export function keyOf({ workload, target }: Pick<Task, 'workload' | 'target'>): string {
  return JSON.stringify([workload.operator, elementTypeOf(workload), formatTarget(target), isHeld(workload)]);
}

function isHeld(workload: Workload): boolean {
  return wordsOf(workload) !== undefined;
}
