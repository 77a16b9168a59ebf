import { describe, expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import { shapeDistance } from '../../src/transfer/known-tasks.js';

/** Between two workloads of an operator, each as options name it. */
function distance(name: string, a: Record<string, string>, b: Record<string, string>): number {
  const operator = findOperator(name);
  const [one, other] = [a, b].map((options) => operator.encode(operator.workload(undefined, options)));
  expect(shapeDistance(other!, one!)).toBeCloseTo(shapeDistance(one!, other!));
  return shapeDistance(one!, other!);
}

const product = { m: '64', n: '64', k: '64' };
const conv = { inChannels: '16', outChannels: '16', height: '14', width: '14', kernel: '3' };

describe('the distance of workloads', () => {
  test('counts the doublings of sizes', () => {
    expect(distance('matmul', product, product)).toBe(0);
    const larger = distance('matmul', product, { ...product, m: '128' });
    expect(larger).toBeGreaterThan(0);
    expect(distance('matmul', product, { ...product, m: '256' })).toBeCloseTo(2 * larger, 1);
  });

  test.each([
    ['matmul', product, { constant: 'B' }],
    ['matmul', product, { dtype: 'float16' }],
    ['matmul', product, { epilogue: 'bias,relu' }],
    ['conv2d', conv, { layout: 'NHWC' }],
    ['conv2d', conv, { layout: 'any' }],
    ['conv2d', conv, { epilogue: 'relu' }],
    ['conv2d', conv, { constant: 'none' }],
  ])('counts what else differs: %s %j with %j', (name, shape, other) => {
    const far = distance(name, shape, { ...shape, ...other });
    expect(far).toBeGreaterThan(0.1);
    const both = distance(name, shape, {
      ...shape,
      ...other,
      ...(name === 'matmul' ? { m: '128' } : { height: '28' }),
    });
    expect(both).toBeGreaterThan(far);
  });
});
