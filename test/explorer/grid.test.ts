import { expect, test } from '@jest/globals';
import { grid } from '../../src/explorer/strategies/grid.js';
import { ListedSpace } from '../../src/space/listed.js';
import { Random } from '../../src/space/random.js';
import { cpuSeconds } from '../support/cpu-seconds.js';

test('a list of a few configs among a billion combinations is walked in a moment', async () => {
  const digits = Array.from({ length: 1000 }, (_, digit) => digit);
  const knobs = ['a', 'b', 'c'].map((name) => ({ name, kind: 'ot' as const, values: digits }));
  const space = new ListedSpace(knobs, [5, 123_456_789, 999_999_999], 'it is not listed.');
  const explorer = grid.create({ space, random: new Random(1) } as never);
  const start = cpuSeconds();
  const found = [...(await explorer.propose(2)), ...(await explorer.propose(2))].map(({ index }) => index);
  expect([found, await explorer.propose(2)]).toEqual([[5, 123_456_789, 999_999_999], []]);
  expect(cpuSeconds(start)).toBeLessThan(1);
});
