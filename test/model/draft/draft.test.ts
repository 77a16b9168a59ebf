import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { launchSeconds } from '../../../src/model/draft/simt.js';
import { simdCycles } from '../../../src/model/draft/simd.js';
import type { Profile } from '../../../src/model/draft/profile.js';
import { avx2, withThreads } from '../../support/targets.js';

/** A product of n × n matrices with register tiles of `rows` × `columns`, the columns in a vector. */
function product(n: number, rows: number, columns: number): Profile {
  const loops = [
    { length: n / rows, annotation: 'parallel' as const },
    { length: n / columns, annotation: 'serial' as const },
    { length: n, annotation: 'serial' as const },
    ...(rows > 1 ? [{ length: rows, annotation: 'unroll' as const }] : []),
    { length: columns, annotation: 'vectorize' as const },
  ];
  const inner = <T>(row: T, column: T): readonly T[] => (rows > 1 ? [row, column] : [column]);
  return {
    runs: n ** 3,
    flops: 2,
    loops,
    accesses: [
      { writes: true, strides: [rows * n, columns, 0, ...inner(n, 1)] },
      { writes: false, strides: [rows * n, 0, 1, ...inner(n, 0)] },
      { writes: false, strides: [0, columns, n, ...inner(0, 1)] },
    ],
  };
}

const cycles = (profile: Profile, target = avx2): number => simdCycles([profile], target);

test('a register tile is faster than a vector alone, and one that spills slower than one that fits', () => {
  const [thin, good, spilling] = [product(256, 1, 8), product(256, 4, 16), product(256, 32, 32)].map((one) =>
    cycles(one),
  );
  expect(good).toBeLessThan(thin! / 2);
  expect(good).toBeLessThan(spilling!);
});

test('never fewer cycles than two products a cycle take, and half of them on two threads', () => {
  fc.assert(
    fc.property(fc.constantFrom(64, 128, 256), fc.constantFrom(1, 2, 4), fc.constantFrom(8, 16), (n, rows, columns) => {
      const profile = product(n, rows, columns);
      expect(cycles(profile)).toBeGreaterThanOrEqual(n ** 3 / 8 / 2);
      expect(cycles(profile, withThreads(avx2, 2))).toBeCloseTo(cycles(profile) / 2);
    }),
  );
});

const launch = { blocks: 216, threads: 256, registers: 64, flops: 1e11, registerLoads: 1000, bytes: 1e6 };

test.each([
  ['a block more than full waves', { blocks: 217 }],
  ['a warp that is not full', { threads: 250 }],
  ['registers that spill', { registers: 200 }],
  ['more that threads load', { registerLoads: 1_000_000 }],
  ['more bytes than the memory brings meanwhile', { bytes: 1e12 }],
])('on a GPU %s makes a kernel slower', (_, change) => {
  expect(launchSeconds({ ...launch, ...change })).toBeGreaterThan(launchSeconds(launch));
});
