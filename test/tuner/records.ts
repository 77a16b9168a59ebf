import { encode, type TuneRecord } from '../../src/log/record/record.js';
import { matmul } from '../../src/operator/matmul.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Config } from '../../src/space/config.js';
import { toEntities } from '../../src/space/entity.js';
import { fingerprint } from '../../src/backend/cpu/fingerprint.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import type { Task } from '../../src/templates/template.js';
import { formatTarget, parseTarget } from '../../src/backend/registry.js';

/** A real task, of a shape small enough to be built and run in a test. */
export function matmulTask(m = 24, n = 32, k = 40): Task {
  const workload = matmul.workload(undefined, { m: `${m}`, n: `${n}`, k: `${k}` });
  return makeTask(findTemplate('matmul.blocked'), workload, parseTarget('llvm', 1));
}

/** A successful record of a config, changed as asked. */
export function recordOf(task: Task, config: Config, change: Partial<TuneRecord> = {}): TuneRecord {
  const operator = findOperator(task.workload.operator);
  return {
    target: formatTarget(task.target),
    task: task.template.name,
    args: operator.encode(task.workload),
    index: config.index,
    entity: toEntities(task.space, config),
    costs: [1e-5],
    error: 0,
    allCost: 0.1,
    timestamp: 1_700_000_000,
    ...change,
    tune: {
      operator: operator.name,
      workload: task.workload.name,
      templateVersion: task.template.version,
      fingerprint: fingerprint(),
      ...change.tune,
    },
  };
}

export function toLines(records: readonly TuneRecord[]): string {
  return records.map((record) => `${encode(record)}\n`).join('');
}

/** The first `count` valid configs of a task. */
export function configsOf({ space }: Task, count: number): Config[] {
  const configs: Config[] = [];
  for (let i = space.nextValid(0); i !== undefined && configs.length < count; i = space.nextValid(i + 1))
    configs.push(space.get(i));
  return configs;
}
