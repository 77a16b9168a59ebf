import { expect, test } from '@jest/globals';
import { secondsOf, trialsTo } from '../../bench/transfer/trials.js';
import type { TuneEvent } from '../../src/tuner/events.js';

/** A search of three trials, of which one fails; the first is measured again, and the best two meet in the finals. */
async function* events(): AsyncGenerator<TuneEvent> {
  const measured = [
    ['search', 3],
    ['search', null],
    ['again', 2.5],
    ['search', 2],
    ['final', 1.9],
    ['final', 2.4],
  ] as const;
  for (const [phase, seconds] of measured) yield await Promise.resolve({ event: 'trial', phase, seconds } as TuneEvent);
  yield { event: 'note', text: '' };
}

test('what is measured again, or in the finals, is no trial more', async () => {
  const seconds = await secondsOf(events());
  expect(seconds).toEqual([3, Infinity, 2]);
  expect([3, 2, 1].map((limit) => trialsTo(limit, seconds))).toEqual([1, 3, 4]);
});
