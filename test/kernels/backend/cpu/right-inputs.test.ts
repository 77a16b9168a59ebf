import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CpuKernel } from '../../../../src/backend/cpu/cpu-kernel.js';
import { openCpu } from '../../../../src/backend/cpu/device.js';
import { reference } from '../../../../src/backend/cpu/reference.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { ErrorNo } from '../../../../src/measure/measurement.js';
import type { Task } from '../../../../src/templates/template.js';
import { toleranceOf } from '../../../../src/templates/tolerance.js';
import { LocalMeasurer } from '../../../../src/backend/measurer.js';
import { parseTarget } from '../../../../src/backend/registry.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { templates } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';

const target = parseTarget('llvm', 1);
let measurer: LocalMeasurer;
beforeAll(async () => {
  measurer = await LocalMeasurer.create({ seed: 5 });
});
afterAll(() => measurer.close());

function taskOf(expression: string): Task {
  const operator = findOperator('elementwise');
  const workload = operator.workload(undefined, { inputs: '64x512,64x512,64x512', expression });
  const template = templates.find((one) => one.operator === 'elementwise' && one.target === target.model)!;
  return makeTask(template, workload, target);
}

describe('a right kernel is not refused for the inputs that it gets', () => {
  test.each([
    // Of a spelled-out LayerNorm: a variance is not below zero.
    '(a-b)/sqrt(c+0.00001)',
    'log(a)*pow(b,c)',
  ])('%s', async (expression) => {
    const task = taskOf(expression);
    for await (const { message, maxRelError } of measurer.measure(task, [task.space.get(0)])) {
      expect(message).toBeUndefined();
      expect(maxRelError).toBeLessThan(1e-6);
    }
  });

  test('nor for an error that is small beside what a ReLU clips', async () => {
    const task = taskOf('max(a+b+c-2.5,0)');
    const naive = reference(task.workload);
    // The same sum in another order.
    const right: CpuKernel = {
      ...naive,
      args: naive.args,
      source: `void kernel(void *const *args, void *workspace) {
  const float *a = args[0], *b = args[1], *c = args[2];
  float *out = args[3];
  (void)workspace;
  for (long i = 0; i < 64 * 512; i++) {
    const float sum = a[i] + (b[i] + (c[i] - 2.5f)) + OFF;
    out[i] = sum > 0 ? sum : 0;
  }
}
`,
    };
    const tolerance = toleranceOf(task, task.space.get(0));
    const entries = ['0', '3e-5f'].map((off) => ({
      make: () => ({ ...right, source: right.source.replace('OFF', off) }),
      tolerance,
    }));
    const kernels = await KernelMeasurer.create(openCpu, { seed: 5 });
    const errors: ErrorNo[] = [];
    for await (const { error } of kernels.measure({ reference: naive, target }, entries)) errors.push(error);
    await kernels.close();
    expect(errors).toEqual([ErrorNo.none, ErrorNo.wrongAnswer]);
  });
});
