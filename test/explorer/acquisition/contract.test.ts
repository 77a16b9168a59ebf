import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acquisitions } from '../../../src/explorer/acquisition/registry.js';

const number = fc.double({ min: -5, max: 5, noNaN: true });
const spread = fc.double({ min: 0, max: 5, noNaN: true });
/** Too small a step to be seen through the rounding of a tail is none. */
const step = fc.double({ min: 1e-3, max: 5, noNaN: true });

describe.each(Object.entries(acquisitions))('acquisition %s', (_, acquire) => {
  test('is a number for every estimate', () => {
    fc.assert(
      fc.property(number, spread, number, (mean, spread, best) => {
        expect(acquire({ mean, spread }, best)).not.toBeNaN();
      }),
    );
  });

  test('of two configs of equal spread the one of higher mean is never worth less', () => {
    fc.assert(
      fc.property(number, step, spread, number, (mean, more, spread, best) => {
        expect(acquire({ mean: mean + more, spread }, best)).toBeGreaterThanOrEqual(acquire({ mean, spread }, best));
      }),
    );
  });

  test('of two configs of equal mean the one of larger spread is never worth less', () => {
    fc.assert(
      fc.property(number, step, spread, number, (mean, more, spread, best) => {
        fc.pre(mean < best || spread > 0);
        const [less, larger] = [acquire({ mean, spread }, best), acquire({ mean, spread: spread + more }, best)];
        expect(larger).toBeGreaterThanOrEqual(less - 1e-6 * Math.abs(less));
      }),
    );
  });

  test('when a model knows no spread then configs rank by their mean, far from the best, too', () => {
    fc.assert(
      fc.property(number, step, number, (mean, more, best) => {
        expect(acquire({ mean: mean + more, spread: 0 }, best)).toBeGreaterThan(acquire({ mean, spread: 0 }, best));
      }),
    );
  });
});
