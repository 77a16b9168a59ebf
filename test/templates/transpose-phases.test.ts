import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { constant } from '../../src/ir/index.js';
import { evaluate } from '../../src/ir/index-facts.js';
import type { Index } from '../../src/ir/index.js';
import { phasesAlong } from '../../src/templates/transpose-phases.js';

const dimension = fc
  .record({
    input: fc.integer({ min: 1, max: 7 }),
    kernel: fc.integer({ min: 1, max: 7 }),
    stride: fc.integer({ min: 1, max: 6 }),
    dilation: fc.integer({ min: 1, max: 6 }),
    pad: fc.integer({ min: 0, max: 9 }),
    after: fc.integer({ min: -9, max: 5 }),
  })
  .map(({ after, ...d }) => ({
    ...d,
    output: (d.input - 1) * d.stride + d.dilation * (d.kernel - 1) + 1 - d.pad + after,
  }))
  .filter(({ output }) => output > 0);

/** Adding 0 makes 0 of -0. */
const numberOf = (index: Index): number => evaluate(index, () => NaN) + 0;

test('every output of every phase meets the taps and inputs that the definition says, and reads stay in the border', () => {
  fc.assert(
    fc.property(dimension, (d) => {
      const phases = phasesAlong(d);
      expect([phases.count, phases.extent]).toEqual([d.stride, Math.ceil(d.output / d.stride)]);
      const reads: number[] = [0, d.input - 1];
      for (let y = 0; y < phases.extent * d.stride; y++) {
        const [a, q] = [constant(y % d.stride), constant(Math.floor(y / d.stride))];
        if (y % d.stride >= d.output) continue;
        // y + pad = i * stride + k * dilation, for whatever i, inside of the input or not.
        const expected = Array.from({ length: d.kernel }, (_, k) => ({
          k,
          i: (y + d.pad - k * d.dilation) / d.stride + 0,
        }));
        const count = numberOf(phases.taps(a));
        const met = Array.from({ length: count }, (_, j) => ({
          k: numberOf(phases.tap(a, constant(j))),
          i: numberOf(phases.source(a, q, constant(j))),
        }));
        expect(met).toEqual(expected.filter(({ i }) => Number.isInteger(i)));
        expect(count).toBeLessThanOrEqual(phases.maxTaps);
        expect(met.every(({ k }, j) => Math.floor(k / phases.period) === j)).toBe(true);
        reads.push(...met.map(({ i }) => i));
      }
      expect(Math.min(...reads) + phases.before).toBe(0);
      expect(Math.max(...reads) - d.input + 1).toBe(phases.after);
    }),
    { numRuns: 150 },
  );
});
