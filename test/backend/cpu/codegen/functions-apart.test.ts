import { expect, test } from '@jest/globals';
import { generate } from '../../../../src/backend/generate.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { suggestedConfigs } from '../../../../src/transfer/expected-kernels.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { makeTask } from '../../../../src/templates/task.js';
import { avx512 } from '../../../support/targets.js';

function sourceOf(operator: string, template: string, options: Readonly<Record<string, string>>): string {
  const workload = findOperator(operator).workload(undefined, options);
  const task = makeTask(findTemplate(template), workload, avx512);
  const kernel = generate(task, suggestedConfigs(task)[0]!);
  if (kernel.language !== 'c') throw new Error('no C');
  return kernel.source;
}

const image = { inChannels: '16', height: '8', width: '8', outChannels: '32', kernel: '1', pad: '0', layout: 'NHWC' };

test('long functions of sums in registers are called, and are part of the loop elsewhere', () => {
  expect(sourceOf('conv2d', 'conv2d.direct', { ...image, epilogue: 'silu' })).toMatch(/= silu16_apart\(/);
  expect(sourceOf('conv2d', 'conv2d.direct', { ...image, epilogue: 'hardswish' })).not.toContain('apart');
  const expression = 'silu(a)';
  expect(sourceOf('elementwise', 'elementwise.map', { inputs: '64x64', expression })).not.toContain('apart');
});
