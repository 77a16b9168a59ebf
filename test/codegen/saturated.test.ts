import { expect, test } from '@jest/globals';
import { generate } from '../../src/backend/generate.js';
import { matmul } from '../../src/operator/matmul.js';
import { Random } from '../../src/space/random.js';
import { findTemplate } from '../../src/templates/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { avx512vnni } from '../support/targets.js';

/** The functions of limits of whole numbers in the source of a kernel on bytes. */
function limitsBehind(epilogue: string): readonly string[] {
  const workload = matmul.workload(undefined, { m: '16', n: '64', k: '64', dtype: 'uint8', epilogue });
  const task = makeTask(findTemplate('matmul.blocked'), workload, avx512vnni);
  const { source } = generate(task, task.space.sample(new Random(1))!);
  return source.match(/(?<=^static inline .* )(?:min|max)_int\w*(?=\()/gm) ?? [];
}

test('limits that are those of the type are left to what saturates on its way to memory', () => {
  expect(limitsBehind('requantize:128')).toEqual([]);
  expect(limitsBehind('requantize,relu')).toEqual([]);
  // Those before other steps stay, and those of sums that are stored.
  expect(limitsBehind('requantize:3,dequantize:3,relu,quantize:3')).not.toEqual([]);
  expect(limitsBehind('bias,relu')).not.toEqual([]);
});
