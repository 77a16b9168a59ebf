import { describe, expect, test } from '@jest/globals';
import { droplet } from '../../src/explorer/strategies/droplet.js';
import type { Observation } from '../../src/explorer/explorer.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { contextOf } from './fixtures.js';

const values = Array.from({ length: 100 }, (_, i) => i);
const line = new SpaceBuilder().choice('x', values).build();
const plane = new SpaceBuilder().choice('x', values).choice('y', values).build();

/** A trial that took so many seconds in each repeat; none for a failure. */
function trial(space: Space, index: number, ...costs: number[]): Observation {
  const throughput = costs.length === 0 ? 0 : costs.length / costs.reduce((sum, cost) => sum + cost, 0);
  return { config: space.get(index), throughput, costs };
}

/** Trials that are slower than any other, enough for a descent to start. */
function slow(space: Space): Observation[] {
  return Array.from({ length: 8 }, (_, i) => trial(space, space.rawSize - 40 + 2 * i, 9, 9.1, 9.2));
}

/** Indices proposed after these results, ascending. */
async function proposeAfter(space: Space, n: number, observations: readonly Observation[]): Promise<number[]> {
  const explorer = droplet.create(contextOf(space));
  explorer.observe(observations);
  return (await explorer.propose(n)).map(({ index }) => index).sort((a, b) => a - b);
}

describe('droplet', () => {
  test('changes every knob of the centre by one step each way, all of it in one batch', async () => {
    expect(await proposeAfter(plane, 4, [...slow(plane), trial(plane, 2010, 1)])).toEqual([1910, 2009, 2011, 2110]);
  });

  test('when more is asked for then it goes two steps, and no further than it must', async () => {
    const proposed = await proposeAfter(plane, 12, [...slow(plane), trial(plane, 2010, 1)]);
    const steps = proposed.map((index) => Math.abs((index % 100) - 10) + Math.abs(Math.floor(index / 100) - 20));
    expect(steps.sort()).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  test.each([
    [0, [1]],
    [99, [98]],
  ])('does not go from the end %d of a knob to its other end', async (end, beside) => {
    expect(await proposeAfter(line, 1, [...slow(line), trial(line, end, 1)])).toEqual(beside);
  });

  test('asks for as many directions as there are knobs, however many these are', async () => {
    const switches = Array.from({ length: 40 }, (_, i) => `switch_${i}`);
    const space = switches.reduce((builder, name) => builder.choice(name, [0, 1]), new SpaceBuilder()).build();
    const starts = Array.from({ length: 7 }, (_, i) => trial(space, 2 ** 39 + 7 * i + 3, 9));
    const expected = switches.map((_, place) => 2 ** place);
    expect(await proposeAfter(space, 40, [...starts, trial(space, 0, 1)])).toEqual(expected);
  });

  test('moves to what is significantly faster, and stays where chance may be the reason', async () => {
    const centre = trial(line, 10, 1, 1.02, 0.98);
    expect(await proposeAfter(line, 2, [...slow(line), centre, trial(line, 30, 0.9, 0.91, 0.89)])).toEqual([29, 31]);
    expect(await proposeAfter(line, 2, [...slow(line), centre, trial(line, 30, 0.99, 1.01, 0.97)])).toEqual([9, 11]);
  });

  test('when a trial has one time only, or none but its throughput, then the faster one is better', async () => {
    const one = [...slow(line), trial(line, 10, 1), trial(line, 30, 0.99)];
    expect(await proposeAfter(line, 2, one)).toEqual([29, 31]);
    const none = one.map(({ config, throughput }) => ({ config, throughput }));
    expect(await proposeAfter(line, 2, none)).toEqual([29, 31]);
  });

  test('when results come in another order, and failures between them, then the centre is the same', async () => {
    const results = [trial(line, 10, 2), trial(line, 50), trial(line, 30, 1), trial(line, 70), ...slow(line)];
    expect(await proposeAfter(line, 2, results)).toEqual([29, 31]);
    expect(await proposeAfter(line, 2, results.reverse())).toEqual([29, 31]);
  });

  test('when every trial has failed then it draws on until one works, and goes on from there', async () => {
    const explorer = droplet.create(contextOf(plane));
    for (let batch = 0; batch < 5; batch++) {
      const configs = await explorer.propose(8);
      explorer.observe(configs.map(({ index }) => trial(plane, index)));
    }
    explorer.observe([trial(plane, 2010, 1)]);
    const proposed = (await explorer.propose(4)).map(({ index }) => index);
    expect(proposed.sort((a, b) => a - b)).toEqual([1910, 2009, 2011, 2110]);
  });

  test('failures are nowhere to start from', async () => {
    const failures = slow(plane).map(({ config }) => trial(plane, config.index));
    const proposed = await proposeAfter(plane, 30, failures);
    expect(proposed.filter((index) => index > 9000).length).toBeLessThan(15);
  });

  test('prefers none of its directions', async () => {
    const first = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      const explorer = droplet.create(contextOf(plane, { random: new Random(seed) }));
      explorer.observe([...slow(plane), trial(plane, 2010, 1)]);
      first.add((await explorer.propose(1))[0]!.index);
    }
    expect([...first].sort((a, b) => a - b)).toEqual([1910, 2009, 2011, 2110]);
  });

  test('when no step is better then it starts again elsewhere', async () => {
    // Two valleys, the deeper one narrow.
    const seconds = (index: number): number => {
      const [x, y] = [index % 100, Math.floor(index / 100)];
      return Math.min(2 + Math.abs(x - 80) + Math.abs(y - 80), 1 + 4 * Math.abs(x - 20) + 4 * Math.abs(y - 20));
    };
    const explorer = droplet.create(contextOf(plane));
    let best = Infinity;
    for (let batch = 0; batch < 150; batch++) {
      const configs = await explorer.propose(8);
      explorer.observe(configs.map(({ index }) => trial(plane, index, seconds(index))));
      best = Math.min(best, ...configs.map(({ index }) => seconds(index)));
    }
    expect(best).toBe(1);
  });
});
