import { expect, test } from '@jest/globals';
import { measurePeak } from '../../../src/backend/cpu/peak.js';
import { WorkError } from '../../../src/target/errors.js';
import { hostTarget } from '../../../src/backend/cpu/target.js';

test('the peak is a plausible number of operations a second', async () => {
  const peak = await measurePeak(hostTarget(1));
  // Between one operation a cycle of a slow core and 4 vectors of 16 multiply-adds a cycle of a fast one.
  expect(peak).toBeGreaterThan(1e9);
  expect(peak).toBeLessThan(1e12);
});

test('when the compiler refuses, that is a WorkError with its reason', async () => {
  const measured = measurePeak({ ...hostTarget(1), arch: 'no-such-cpu' });
  await expect(measured).rejects.toBeInstanceOf(WorkError);
  await expect(measured).rejects.toThrow(/could not be measured/);
});
