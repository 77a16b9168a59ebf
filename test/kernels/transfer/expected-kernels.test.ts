import { expect, test } from '@jest/globals';
import { matmul } from '../../../src/operator/matmul.js';
import type { Operator } from '../../../src/operator/operator.js';
import { makeTask } from '../../../src/templates/task.js';
import { expectKernels, sourcesFor } from '../../../src/transfer/expected-kernels.js';
import { historyOfTask } from '../../../src/transfer/known-tasks.js';
import { parseTarget } from '../../../src/backend/registry.js';
import { matmulTask } from '../../tuner/records.js';

/** Of a module: no registry knows it. */
const own: Operator = { ...matmul, name: 'own' };

function ownTask(threads: number): ReturnType<typeof makeTask> {
  const { template, workload } = matmulTask();
  return makeTask(
    { ...template, operator: 'own' },
    { ...workload, operator: 'own' },
    parseTarget('llvm', threads),
    own,
  );
}

test('what is learned from are kernels that share their work alike, also of operators of modules', () => {
  const [alone, shared] = [ownTask(1), ownTask(2)];
  const histories = [alone, shared].map((task, i) => historyOfTask(task, `machine ${i}`, []));
  const asked = (task: typeof alone) => ({ operator: own, workload: task.workload, target: task.target });
  expect(sourcesFor(asked(alone), histories)).toEqual(histories);
  expect(sourcesFor(asked(shared), histories)).toEqual([histories[1]]);
});

test('without a history the first suggestion is expected', () => {
  const task = matmulTask();
  const [first] = expectKernels({ operator: matmul, workload: task.workload, tasks: [task] }, task.target, []);
  expect(first).toMatchObject({ from: 'suggested', task });
  expect(task.space.isValid(first!.config.index)).toBe(true);
});
