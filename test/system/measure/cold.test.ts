import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { machine } from '../../../src/target/machine.js';
import { openCpuUnderTest } from '../../support/emulated.js';
import { entries, kernel, problem, loop } from '../../measure/fixture.js';

let measurer: KernelMeasurer;
beforeAll(async () => {
  measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 1 });
});
afterAll(() => measurer.close());

/** Reads each line of constants that take half of what a core's own cache holds. */
const table = `static const volatile char table[${machine().caches.l2 / 2}] = {1};`;
const reading = kernel(`${loop} for (int i = 0; i < (int)sizeof table; i += 64) (void)table[i];`, table);

test('calls on cold weights take longer than those of a kernel that has the caches to itself, where they are asked for', async () => {
  const repeats = { budget: 0.004, minRepeats: 3, maxRepeats: 20 };
  const [cold] = await measurer.remeasure(problem, entries(reading), { repeats, isCold: true });
  expect(cold!.error).toBe(ErrorNo.none);
  expect(cold!.cold).toBeGreaterThan(Math.min(...cold!.costs));
  const [hot] = await measurer.remeasure(problem, entries(reading), { repeats });
  expect(hot!.cold).toBeUndefined();
});
