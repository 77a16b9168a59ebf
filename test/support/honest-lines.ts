import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { backendOf, formatTarget, parseTarget } from '../../src/backend/registry.js';
import { awkwardWorkloads, samples } from '../../src/catalogue/contract/tasks.js';
import { encode } from '../../src/log/record/record.js';
import { toEntities } from '../../src/space/entity.js';
import { findOperator } from '../../src/operator/registry.js';
import type { Random } from '../../src/space/random.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { makeTask, operatorOf } from '../../src/templates/task.js';
import { templates } from '../../src/templates/registry.js';
import type { Task } from '../../src/templates/template.js';
import { cudaLine, failedLine, x86Line } from '../log/record/fixtures.js';

export interface Honest {
  readonly tasks: readonly Task[];
  /** Records of the tasks, and of others. */
  readonly lines: readonly string[];
}

/** Tasks of every template on awkward shapes, up to so many a template, and records of theirs and of AutoTVM's. */
export function honest(random: Random, tasksOfEach: number): Honest {
  const targets = [parseTarget('llvm', 2), parseTarget('cuda -arch=sm_90')];
  const tasks = templates.flatMap((template) => {
    const operator = findOperator(template.operator);
    const all = targets
      .filter((target) => target.model === template.target)
      .flatMap((target) =>
        awkwardWorkloads(operator, typesOf(template))
          .filter((workload) => refusal(template, workload, target) === undefined)
          .map((workload) => ({ workload, target })),
      );
    const count = Math.min(all.length, tasksOfEach);
    const drawn = Array.from({ length: count }, () => random.pick(all));
    return drawn.map(({ workload, target }) => makeTask(template, workload, target, operator));
  });
  const fixture = gunzipSync(readFileSync('test/fixtures/matmul-dot.jsonl.gz')).toString().trim().split('\n');
  return {
    tasks,
    lines: [...tasks.flatMap((task) => linesOf(task, random)), x86Line, cudaLine, failedLine, ...fixture.slice(0, 20)],
  };
}

function linesOf(task: Task, random: Random): readonly string[] {
  const operator = operatorOf(task);
  const { template, workload, target, space } = task;
  return samples(task, random, 4).map((config, place) =>
    encode({
      target: formatTarget(target),
      task: template.name,
      args: operator.encode(workload),
      index: config.index,
      entity: toEntities(space, config),
      costs: place === 3 ? [] : [1e-3 * (1 + random.float()), 1e-3],
      error: place === 3 ? 5 : 0,
      allCost: 0.1,
      timestamp: 1.7e9 + place,
      tune: {
        operator: operator.name,
        workload: workload.name,
        templateVersion: template.version,
        repeats: [1e-3],
        fingerprint: backendOf(target).fingerprint(),
        compiler: 'gcc 12.2.0',
        flags: ['-O2'],
        phase: place === 2 ? 'finals' : 'search',
        run: '0badcafe',
        ...(place === 3 && { message: 'element 3 is wrong' }),
      },
    }),
  );
}
