import { describe, expect, test } from '@jest/globals';
import { ErrorNo, type Measurement } from '../../src/measure/measurement.js';
import { takeTurns } from '../../src/measure/turns.js';

const nothingSpent = { compile: 0, check: 0, run: 0 };

/** Seconds of each kernel by round, the last for all later ones; NaN fails. */
async function race(kernels: readonly (readonly number[])[], options: { race: boolean; rounds?: number }) {
  const turns: number[] = kernels.map(() => 0);
  const measure = (kernel: number, round: number): Promise<Measurement> => {
    turns[kernel]!++;
    const seconds = kernels[kernel]!.at(Math.min(round, kernels[kernel]!.length - 1))!;
    const error = Number.isNaN(seconds) ? ErrorNo.wrongAnswer : ErrorNo.none;
    return Promise.resolve({ costs: error ? [] : [seconds], error, spent: nothingSpent, timestamp: 0 });
  };
  const places = kernels.map((_, place) => place);
  const results = await takeTurns(places, measure, { rounds: 5, signal: undefined, ...options });
  return { turns, results };
}

describe('turns', () => {
  test('in a race those leave that were far behind in each round, and keep the times that they have', async () => {
    const { turns, results } = await race([[1], [1.04], [1.02], [1.05, 1.02], [1.1, 1]], { race: true });
    expect(turns).toEqual([5, 2, 5, 5, 1]);
    expect(results.map(({ rounds }) => rounds.length)).toEqual([5, 2, 5, 5, 1]);
    expect(results.at(1)!.costs).toEqual([1.04, 1.04]);
  });

  test('otherwise all stay to the end', async () => {
    expect((await race([[1], [2]], { race: false })).turns).toEqual([5, 5]);
  });

  test('a leader that fails takes part no more, and those that are left race on', async () => {
    const { turns, results } = await race([[0.9, 0.9, NaN], [0.95], [0.951]], { race: true });
    expect(results.map(({ error }) => error !== ErrorNo.none)).toEqual([true, false, false]);
    expect(turns).toEqual([3, 4, 4]);
  });

  test('a leader that fails at once is nobody whom others could be behind', async () => {
    expect((await race([[NaN], [1], [1.01]], { race: true })).turns).toEqual([1, 5, 5]);
  });

  test('on a slow core are not noisy, since it meets all alike; those that lost their core are', async () => {
    const noisyOf = async (disturbed: Pick<Measurement, 'noisy' | 'slowed'>): Promise<unknown> => {
      const one = { costs: [1], error: ErrorNo.none, spent: nothingSpent, timestamp: 0, ...disturbed };
      const options = { rounds: 5, race: false, signal: undefined };
      const [taken] = await takeTurns([0], () => Promise.resolve(one), options);
      return [taken!.noisy, taken!.slowed];
    };
    expect(await noisyOf({ noisy: true, slowed: true })).toEqual([false, undefined]);
    expect(await noisyOf({ noisy: true })).toEqual([true, undefined]);
  });

  test('in a race nobody leaves who had a slow core in each round', async () => {
    const rounds = async (slowed: boolean): Promise<number> => {
      const measure = (kernel: number, round: number): Promise<Measurement> => {
        const isSlow = kernel === 1 && round < 2;
        const of = { costs: [isSlow ? 1.6 : 1], slowed: isSlow && slowed };
        return Promise.resolve({ ...of, error: ErrorNo.none, spent: nothingSpent, timestamp: 0 });
      };
      const results = await takeTurns([0, 1], measure, { rounds: 5, race: true, signal: undefined });
      return results.at(1)!.rounds.length;
    };
    expect([await rounds(true), await rounds(false)]).toEqual([5, 1]);
  });

  test('while rounds disagree there are more, of those that may win', async () => {
    const { turns } = await race([[1, 1.5, 2, 2.5, 3], [9]], { race: true });
    expect(turns).toEqual([10, 1]);
  });
});
