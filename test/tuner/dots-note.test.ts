import { describe, expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import type { Target } from '../../src/target/target.js';
import { makeTask } from '../../src/templates/task.js';
import { findTemplate } from '../../src/templates/registry.js';
import { dotsNote } from '../../src/tuner/dots-note.js';
import { avx2, avx512vnni, neon, sm90, sse } from '../support/targets.js';

function noteOf(template: string, dtype: string, target: Target): readonly string[] {
  const found = findTemplate(template);
  const task = makeTask(found, findOperator(found.operator).workload(undefined, { dtype }), target);
  return dotsNote([task, task]);
}

describe('a note on dot products', () => {
  test.each([
    ['uint8', sse, /^x86-64-v2 has no dot product of uint8 and int8: products are computed in int32, no faster than/],
    [
      'int8',
      neon,
      /^neoverse-n1 has no dot product of int8: products are computed in int32, no faster than float32\.$/,
    ],
    ['float16', avx2, /^x86-64-v3 has no dot product of float16: products are computed in float32, no faster than/],
    ['uint8', avx2, /^x86-64-v3 has no instruction for dot products of uint8 and int8: several others take its/],
  ])('of %s stands once where a CPU has none', (dtype, target, says) => {
    expect(noteOf('matmul.blocked', dtype, target)).toEqual([expect.stringMatching(says)]);
  });

  test.each([
    ['matmul.blocked', 'float32', sse],
    ['matmul.blocked', 'uint8', avx512vnni],
    ['matmul.blocked', 'int8', avx512vnni],
    ['softmax.rows', 'uint8', sse],
    ['matmul.mma', 'float16', sm90],
  ])('is none for %s of %s where nothing lacks', (template, dtype, target) => {
    expect(noteOf(template, dtype, target)).toEqual([]);
  });
});
