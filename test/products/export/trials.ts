/** Logs of several shapes whose trials have times by a rule, for what learns from them. */
import { parseTarget } from '../../../src/backend/registry.js';
import { nearestConfigs } from '../../../src/explorer/nearest-config.js';
import type { TuneRecord } from '../../../src/log/record/record.js';
import { findOperator } from '../../../src/operator/registry.js';
import { toEntities } from '../../../src/space/entity.js';
import { Random } from '../../../src/space/random.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import type { Task } from '../../../src/templates/template.js';
import { recordFor } from './fixtures.js';

const CONFIGS = 8;

/** The same configs on products of each number of rows; `seconds`: of one of them, by its number. */
export function trialsOf(
  rows: readonly number[],
  seconds: (m: number, config: number) => number,
  target = 'llvm -threads=1',
): TuneRecord[] {
  const random = new Random(5);
  const configs = Array.from({ length: CONFIGS }, () => taskOf(rows[0]!, target).space.sample(random)!.values);
  return rows.flatMap((m) => {
    const task = taskOf(m, target);
    return configs.flatMap((values, i) => {
      const [config] = nearestConfigs(task.space, values);
      const record = recordFor(task);
      return config
        ? { ...record, index: config.index, entity: toEntities(task.space, config), costs: [seconds(m, i)] }
        : [];
    });
  });
}

function taskOf(m: number, target: string): Task {
  const workload = findOperator('matmul').workload(undefined, { m: `${m}`, n: '64', k: '48' });
  return makeTask(findTemplate('matmul.blocked'), workload, parseTarget(target));
}
