import { describe, expect, test } from '@jest/globals';
import { checkKernels } from '../../../src/catalogue/contract/contract.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import type { ShapeOptions } from '../../../src/operator/operator.js';
import { findOperator } from '../../../src/operator/registry.js';
import { Random } from '../../../src/space/random.js';
import type { Config } from '../../../src/space/config.js';
import { findTemplate, templates } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import type { Task } from '../../../src/templates/template.js';
import { openCheckerUnderTest } from '../../support/emulated.js';
import { avx2, withThreads } from '../../support/targets.js';
import { describeTemplates } from '../../support/template-contract.js';

describeTemplates(
  'simd',
  templates.filter(({ isDerived }) => isDerived),
);

/** Small shapes that no tile divides. */
const shapes: readonly (readonly [operator: string, shape: ShapeOptions])[] = [
  ['matmul', { m: '7', n: '37', k: '67', epilogue: 'bias,relu' }],
  ['reduce', { outer: '3', reduced: '131', inner: '1' }],
  ['conv2d', { inChannels: '5', height: '9', width: '11', outChannels: '19', kernel: '3', pad: '1', epilogue: 'bias' }],
  ['softmax', { outer: '5', n: '67', inner: '1' }],
];

/** Of each sketch of a task the first config that is drawn. */
function oneOfEach(task: Task): readonly Config[] {
  const drawn = new Map<unknown, Config>();
  const random = new Random(3);
  const sketches = task.space.knobs.find(({ name }) => name === 'sketch')!.values;
  for (let draws = 0; draws < 3000 && drawn.size < sketches.length; draws++) {
    const config = task.space.sample(random)!;
    if (!drawn.has(config.values['sketch'])) drawn.set(config.values['sketch'], config);
  }
  expect(drawn.size).toBe(sketches.length);
  return [...drawn.values()];
}

describe('every sketch is right', () => {
  test.each(shapes)('of %s', async (name, shape) => {
    const operator = findOperator(name);
    const workload = operator.workload(undefined, shape);
    const task = makeTask(findTemplate(`${name}.sketch`), workload, withThreads(avx2, 2));
    const measurer = await KernelMeasurer.create(openCheckerUnderTest, { seed: 7 });
    try {
      for await (const { config, problem } of checkKernels(task, oneOfEach(task), measurer))
        expect({ config: config?.values, problem }).toEqual({ config: config?.values, problem: undefined });
    } finally {
      await measurer.close();
    }
  });
});
