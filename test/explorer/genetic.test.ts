import { describe, expect, test } from '@jest/globals';
import { mean, median } from 'simple-statistics';
import { genetic } from '../../src/explorer/strategies/genetic.js';
import { explorers } from '../../src/explorer/registry.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { bestAfter, contextOf, largeSpace, observe } from './fixtures.js';

describe('the searches that learn from measurements alone', () => {
  const seeds = Array.from({ length: 15 }, (_, seed) => seed);
  const bests = (name: string): Promise<number[]> =>
    Promise.all(
      seeds.map((seed) =>
        bestAfter(explorers[name]!.create(contextOf(largeSpace(), { random: new Random(seed) })), 96),
      ),
    );

  test.each(['genetic', 'droplet'])('%s finds better configs than random sampling in as many trials', async (name) => {
    expect(median(await bests(name))).toBeGreaterThan(median(await bests('random')) + 0.05);
  });
});

describe('the genetic algorithm', () => {
  const knobs = Array.from({ length: 8 }, (_, i) => `knob_${i}`);
  const space = knobs
    .reduce((builder, name) => builder.choice(name, [0, 1, 2, 3, 4, 5, 6, 7]), new SpaceBuilder())
    .build();
  const valueOf = ({ values }: Config, knob: number): number => values[knobs[knob]!] as number;

  /** A population that agrees on all knobs but the first. */
  const twins = Array.from({ length: 8 }, (_, first) => space.get(first + 8 * 3));

  test('children inherit what their parents have in common, and mostly mutate to a value beside', async () => {
    const explorer = genetic.create(contextOf(space, { epsilon: 0 }));
    explorer.observe(observe(twins, () => 1e9));
    const children = await explorer.propose(60);
    const changed = children.flatMap((child) =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((knob) => {
        const step = Math.abs(valueOf(child, knob) - valueOf(twins[0]!, knob));
        return step > 0 ? [step] : [];
      }),
    );
    expect(changed.length / children.length).toBeLessThan(2.5);
    expect(changed.filter((step) => step === 1).length).toBeGreaterThan(changed.length / 2);
  });

  test('when a population has tried all around itself then it looks further, but not just anywhere', async () => {
    const explorer = genetic.create(contextOf(space, { epsilon: 0 }));
    explorer.observe(observe(twins, () => 1e9));
    let distance = 0;
    for (let batch = 0; batch < 60; batch++) {
      const children = await explorer.propose(25);
      explorer.observe(observe(children, () => 0));
      const changes = children.map((child) =>
        knobs.filter((_, i) => i > 0 && valueOf(child, i) !== valueOf(twins[0]!, i)),
      );
      distance = mean(changes.map((changed) => changed.length));
    }
    // All children with one change were had after 392 trials; of configs drawn at random, six knobs or seven differ.
    expect(distance).toBeGreaterThan(1.5);
    expect(distance).toBeLessThan(4);
  });

  test('failures are no parents', async () => {
    const explorer = genetic.create(contextOf(space, { epsilon: 0 }));
    const failed = Array.from({ length: 20 }, (_, i) => space.get(space.rawSize - 1 - i));
    explorer.observe(observe(failed, () => 0));
    explorer.observe(observe(twins.slice(0, 2), () => 1e9));
    const children = await explorer.propose(100);
    const near = children.filter((child) => valueOf(child, 7) < 4 && valueOf(child, 6) < 4);
    expect(near.length).toBeGreaterThan(70);
  });
});
