import { describe, expect, test } from '@jest/globals';
import type { KernelCall } from '../../../src/backend/program/program.js';
import { InPlaceTimes } from '../../../src/network/session/in-place-times.js';
import type { NetworkKernel } from '../../../src/network/session/network-layer.js';
import { taskOf } from './fixtures.js';

const kernelsOf = (...sizes: readonly string[]): readonly NetworkKernel[] =>
  sizes.map((m) => {
    const task = taskOf('matmul.blocked', { m, n: '32', k: '32' });
    return { task, config: task.space.get(task.space.nextValid(0)!), seconds: 1, best: undefined, from: 'suggested' };
  });
const [first, second, third] = kernelsOf('8', '16', '24') as [NetworkKernel, NetworkKernel, NetworkKernel];

const call = ({ task, config }: NetworkKernel): KernelCall => ({
  ...{ layer: 'layer', task, config, inputs: [], onlyIf: [] },
  output: { in: 'arena', bytes: 0 },
});
const used = (...kernels: readonly NetworkKernel[]) =>
  kernels.map((kernel) => ({ name: 'layer', workload: kernel.task.workload, kernel, calls: 1 }));

describe('times within a network', () => {
  test('of a kernel are the mean of its calls, whatever it took alone', () => {
    const times = new InPlaceTimes(() => 0.25);
    expect(times.extra(first)).toBe(0.25);
    expect(times.add(0, [call(first), call(second), call(first)], [2, 5, 4], used(first, second))).toBe(11);
    expect([first, second].map((kernel) => kernel.seconds + times.extra(kernel))).toEqual([3, 5]);
  });

  test('of a kernel that was in no library are longer as those of others were', () => {
    const times = new InPlaceTimes(() => 1);
    times.add(0, [call(first), call(second)], [3, 5], used(first, second));
    // 3 and 5 in the place of 1 alone and 1 for weights.
    expect(third.seconds + times.extra(third)).toBe(2 * 2);
  });

  test('are brought to the state of the machine that the first ones were taken in', () => {
    const times = new InPlaceTimes(() => 0);
    times.add(0, [call(first), call(second)], [2, 4], used(first, second));
    expect(times.add(0, [call(first), call(third)], [4, 6], used(first, third))).toBe(5);
    expect([first, second, third].map((kernel) => kernel.seconds + times.extra(kernel))).toEqual([2, 4, 3]);
    // Another program is of other neighbours.
    expect(times.add(1, [call(first)], [8], used(first))).toBe(8);
  });
});
