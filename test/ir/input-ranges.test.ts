import { describe, expect, test } from '@jest/globals';
import { inputRanges } from '../../src/ir/input-ranges.js';
import { computationOf } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';

function rangesOf(expression: string, inputs: number): readonly (readonly [number, number])[] {
  const operator = findOperator('elementwise');
  const shapes = Array.from({ length: inputs }, () => '4x8').join(',');
  return inputRanges(computationOf(operator, operator.workload(undefined, { inputs: shapes, expression })));
}

describe('inputs are drawn where an expression has a value', () => {
  const [usual, positive] = [
    [-1, 1],
    [0.5, 1.5],
  ];

  test.each([
    ['a+b', [usual, usual]],
    ['exp(a)/(1+exp(b))', [usual, usual]],
    ['a*a+sqrt(b*b)', [usual, usual]],
    ['(a-b)/sqrt(c+0.00001)', [usual, usual, positive]],
    ['log(a)+b', [positive, usual]],
    ['a/b', [usual, positive]],
    ['sqrt(a-b)', [[2, 3], usual]],
    ['log(a)/b', [positive, positive]],
    ['pow(a,b)', [positive, usual]],
  ])('%s', (expression, ranges) => {
    expect(rangesOf(expression, ranges.length)).toEqual(ranges);
  });

  test('what has no value anywhere is drawn as usual', () => {
    expect(rangesOf('sqrt(0-1-a*a)', 1)).toEqual([usual]);
  });

  test('operators whose sums have a value everywhere are drawn as usual', () => {
    const operator = findOperator('conv2d');
    const { workloads } = operator;
    const name = Object.keys(workloads)[0];
    const ranges = inputRanges(computationOf(operator, operator.workload(name, {})));
    expect(new Set(ranges.flat())).toEqual(new Set([-1, 1]));
  });
});
