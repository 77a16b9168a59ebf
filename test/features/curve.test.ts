import { describe, expect, test } from '@jest/globals';
import { lower } from '../../src/ir/lower.js';
import { Schedule } from '../../src/ir/schedule.js';
import { matmul } from '../../src/operator/matmul.js';
import { loopMatrix } from '../support/loop-matrix.js';
import { curve } from '../support/nest-curve.js';

describe('the relation feature', () => {
  const workload = matmul.workload(undefined, { m: '128', n: '128', k: '128' });
  const rows = loopMatrix(lower(new Schedule(matmul.computation(workload))));

  test("of a gemm has AutoTVM's length: points x buffers x relations x 2", () => {
    expect(curve(rows, 30)).toHaveLength(30 * 3 * 4 * 2);
    expect(curve(rows)).toHaveLength(160 * 3);
  });

  test('of a gemm holds the curves of A, B and the last access of C', () => {
    const ofBuffer = (buffer: number, relation: number): number[] =>
      curve(rows)
        .slice(160 * buffer + 40 * relation)
        .slice(0, 40);
    // A: k touches 128 elements once; x the same, 128 times; y all 16384, 128 times.
    const reuse = (x: number): number => (x < 7 ? 0 : 7);
    const points = Array.from({ length: 20 }, (_, x) => x);
    const behind = (x: number, at: readonly number[]): number => x - Math.max(...at.filter((p) => p <= x));
    expect(ofBuffer(0, 0)).toEqual(points.flatMap((x) => [reuse(x), behind(x, [0, 7, 14])]));
    // C[y, x]: k touches one element 128 times, x 128 of them, y all.
    expect(ofBuffer(2, 0)).toEqual(points.flatMap((x) => [7, behind(x, [0, 7, 14])]));
    // Products from the outside in: 7, 14, 21.
    expect(ofBuffer(0, 2)).toEqual(points.flatMap((x) => [x < 7 ? 0 : x < 14 ? 14 : 21, behind(x, [0, 7, 14])]));
  });
});
