import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { largestDifference } from '../../../src/network/compare/comparison.js';
import { readOnnxRuntimeProfile } from '../../../src/network/compare/onnxruntime.js';
import { WorkError } from '../../../src/target/errors.js';

describe('the largest difference', () => {
  const of = (got: number[], want: number[]): number =>
    largestDifference(Float64Array.from(got), Float64Array.from(want));

  test('is relative to the value, or to the root mean square where that is larger', () => {
    expect(of([1, 12], [1, 10])).toBeCloseTo(0.2, 6);
    expect(of([1, 10], [0, 10])).toBeCloseTo(1 / Math.sqrt(50), 6);
    expect(of([0, 0.5], [0, 0])).toBe(0.5);
    expect(of([], [])).toBe(0);
  });

  test('is no number where only one of both is, or another infinity', () => {
    expect(of([NaN, Infinity, 2], [NaN, Infinity, 1])).toBe(1);
    for (const [got, want] of [
      [NaN, 1],
      [1, NaN],
      [-Infinity, Infinity],
      [Infinity, 1e30],
    ] as const)
      expect([got, want, Number.isFinite(of([got, 1], [want, 1]))]).toEqual([got, want, false]);
  });

  test('is zero for equal arrays, and no smaller for one that is further away', () => {
    const floats = fc.float({ noNaN: true, min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.array(floats, { minLength: 1 }), fc.nat(), (values, place) => {
        expect(of(values, values)).toBe(0);
        const moved = (by: number): number[] =>
          values.map((value, i) => (i === place % values.length ? value + by : value));
        expect(of(moved(64), values)).toBeGreaterThanOrEqual(of(moved(1), values));
      }),
    );
  });

  test('is of arrays of one length', () => {
    expect(() => of([1], [1, 2])).toThrow(RangeError);
  });
});

describe('a profile', () => {
  const event = (name: string, dur: number, index = '1'): object => ({
    ...{ cat: 'Node', name, dur, ts: 1, ph: 'X' },
    args: { op_name: 'Conv', node_index: index, provider: 'CPUExecutionProvider' },
  });
  const session = { cat: 'Session', name: 'model_run', dur: 9, args: {} };

  test('is the median of each node, in their order, without the first calls', () => {
    const calls = [900, 10, 30, 20].flatMap((us) => [
      event('a_kernel_time', us),
      event('b_kernel_time', 2 * us, '2'),
      event('b_kernel_time', 4 * us, '3'),
      event('a_fence_before', 7),
    ]);
    const found = readOnnxRuntimeProfile(JSON.stringify([session, ...calls]), 1);
    expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'b']);
    for (const [i, us] of [20, 40, 80].entries()) expect(found[i]!.seconds).toBeCloseTo(us / 1e6, 12);
  });

  test('is refused where it is cut off, something else, or too short', () => {
    for (const text of ['', '[{"cat": "Node"', '{}', 'null'])
      expect(() => readOnnxRuntimeProfile(text, 0)).toThrow(WorkError);
    expect(() => readOnnxRuntimeProfile(JSON.stringify([event('a_kernel_time', 1)]), 1)).toThrow(
      /too few calls of its node a/,
    );
  });

  test('has no nodes where events are not what they should be', () => {
    const strange = [1, null, { cat: 'Node' }, { ...event('a_kernel_time', -1) }, event('a', 1)];
    expect(readOnnxRuntimeProfile(JSON.stringify(strange), 0)).toEqual([]);
  });
});
