import { describe, expect, test } from '@jest/globals';
import { lower } from '../../src/ir/lower.js';
import { matmul } from '../../src/operator/matmul.js';
import type { WorkloadArg } from '../../src/operator/operator.js';
import { UsageError } from '../../src/target/errors.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { Random } from '../../src/space/random.js';
import { interpret, size } from '../support/interpret.js';

describe('matmul', () => {
  test('computes the product with its epilogue', () => {
    const workload = matmul.workload(undefined, { m: '5', n: '7', k: '3', epilogue: 'bias,add,relu6' });
    const nest = lower(naiveSchedule(workload));
    const random = new Random(4);
    const inputs = nest.inputs.map((t) => Float64Array.from({ length: size(t.shape) }, () => random.int(7) - 3));
    const [a, b, bias, residual] = inputs as [Float64Array, Float64Array, Float64Array, Float64Array];
    const want = Array.from({ length: 35 }, (_, p) => {
      const [i, j] = [Math.floor(p / 7), p % 7];
      const product = [0, 1, 2].reduce((t, k) => t + a[i * 3 + k]! * b[k * 7 + j]!, 0);
      return Math.min(Math.max(product + bias[j]! + residual[p]!, 0), 6);
    });
    expect([...interpret(nest, inputs)]).toEqual(want);
  });

  test('survives the log, and refuses what is not a matmul', () => {
    const workload = matmul.workload('gemm.333x777x555', { constant: 'B', epilogue: 'bias' });
    expect(matmul.decode(JSON.parse(JSON.stringify(matmul.encode(workload))) as WorkloadArg[])).toEqual(workload);
    expect(workload.name).toBe('gemm.333x777x555+bias+constant-B');
    const [, b, ...rest] = matmul.encode(workload);
    expect(() => matmul.decode([['TENSOR', [333, 554], 'float32'], b!, ...rest])).toThrow(UsageError);
  });

  test('refuses options that it does not have', () => {
    expect(() => matmul.workload(undefined, { stride: '2' })).toThrow(/no shape option "stride"/);
    expect(() => matmul.workload(undefined, { m: '1.5' })).toThrow(/-m "1.5" must be a whole number/);
  });
});
