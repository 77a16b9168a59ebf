import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LocalMeasurer } from '../../../../src/backend/measurer.js';
import { parseTarget } from '../../../../src/backend/registry.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';

let measurer: LocalMeasurer;
beforeAll(async () => {
  measurer = await LocalMeasurer.create({ seed: 5 });
});
afterAll(() => measurer.close());

describe('an optimized reference reads nothing behind its operands', () => {
  // One column is left over, whose elements lie a row apart; the last of them is the last element of all.
  test.each([
    ['matmul.blocked', { m: '8', n: '33', k: '4096', transA: 'true' }],
    ['batch_matmul.blocked', { m: '8', n: '33', k: '512', batch: '5', transA: 'true', transB: 'false' }],
    ['batch_matmul.blocked', { m: '8', n: '33', k: '512', batch: '5', transA: 'false', transB: 'false' }],
  ])('of %s %j', async (name, shape) => {
    const template = findTemplate(name);
    const workload = findOperator(template.operator).workload(undefined, shape);
    const task = makeTask(template, workload, parseTarget('llvm', 1));
    for await (const { message } of measurer.measure(task, [task.space.get(0)])) expect(message).toBeUndefined();
  });
});
