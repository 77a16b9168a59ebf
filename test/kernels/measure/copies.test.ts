import { expect, test } from '@jest/globals';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { Copies } from '../../../src/measure/copies.js';
import { openCpuUnderTest } from '../../support/emulated.js';
import { good, measureAll, variant } from '../../measure/fixture.js';

const worked = {
  costs: [1e-3, 1.1e-3, 1e-3],
  error: ErrorNo.none,
  maxRelError: 1e-6,
  spent: { compile: 1, check: 1, run: 1 },
  timestamp: 5,
};

test('a trial that worked is copied, and says so', () => {
  const copies = new Copies();
  copies.keep('a', worked);
  expect(copies.of('b', 1e-5, 0)).toBeUndefined();
  const copy = copies.of('a', 1e-5, 0.25)!;
  expect(copy).toMatchObject({ costs: worked.costs, copied: true, spent: { compile: 0.25, check: 0, run: 0 } });
  expect(copy.timestamp).toBeGreaterThan(worked.timestamp);
});

test('failures, noisy times, and errors that this config may not have are not copied', () => {
  const copies = new Copies();
  copies.keep('wrong', { ...worked, costs: [], error: ErrorNo.wrongAnswer });
  copies.keep('noisy', { ...worked, noisy: true });
  copies.keep('inexact', worked);
  expect(copies.of('wrong', 1, 0)).toBeUndefined();
  expect(copies.of('noisy', 1, 0)).toBeUndefined();
  expect(copies.of('inexact', 1e-7, 0)).toBeUndefined();
});

test('a measurer runs the same code once where it may copy, and again where it may not', async () => {
  const measurer = await KernelMeasurer.create(openCpuUnderTest, { seed: 3 });
  try {
    const copied = async (copy: boolean): Promise<readonly unknown[]> =>
      (await measureAll(measurer, [good, variant(71), good], { copy })).map((trial) => trial.copied ?? false);
    expect(await copied(false)).toEqual([false, false, false]);
    const [, , again] = await measureAll(measurer, [good, variant(72), good], { copy: true });
    // A busy machine may leave the first one noisy, which is then measured again.
    if (again.copied) expect(again.spent).toMatchObject({ check: 0, run: 0 });
    else expect(again.costs.length).toBeGreaterThan(0);
  } finally {
    await measurer.close();
  }
});
