import { describe, expect, test } from '@jest/globals';
import { median } from 'simple-statistics';
import { GeneticExplorer } from '../../src/explorer/genetic.js';
import { explorers } from '../../src/explorer/registry.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { bestAfter, contextOf, largeSpace, observe } from './fixtures.js';

describe('the searches that learn from measurements alone', () => {
  const seeds = Array.from({ length: 15 }, (_, seed) => seed);
  const bests = (name: string): Promise<number[]> =>
    Promise.all(
      seeds.map((seed) => bestAfter(explorers[name](contextOf(largeSpace(), { random: new Random(seed) })), 96)),
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
  const valueOf = ({ values }: Config, knob: number): number => values[knobs[knob]] as number;

  /** A population that agrees on all knobs but the first. */
  const twins = Array.from({ length: 8 }, (_, first) => space.get(first + 8 * 3));

  test('children inherit what their parents have in common, and mostly mutate to a value beside', async () => {
    const explorer = new GeneticExplorer(contextOf(space, { epsilon: 0 }));
    explorer.observe(observe(twins, () => 1e9));
    const children = await explorer.propose(60);
    const changed = children.flatMap((child) =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((knob) => {
        const step = Math.abs(valueOf(child, knob) - valueOf(twins[0], knob));
        return step > 0 ? [step] : [];
      }),
    );
    expect(changed.length / children.length).toBeLessThan(2.5);
    expect(changed.filter((step) => step === 1).length).toBeGreaterThan(changed.length / 2);
  });

  test('when a population has tried all around itself then it looks further and does not repeat', async () => {
    const explorer = new GeneticExplorer(contextOf(space, { epsilon: 0 }));
    explorer.observe(observe(twins, () => 1e9));
    const seen = new Set(twins.map(({ index }) => index));
    for (let batch = 0; batch < 40; batch++) {
      const children = await explorer.propose(25);
      expect(children).toHaveLength(25);
      for (const { index } of children) seen.add(index);
      explorer.observe(observe(children, () => 1e8));
    }
    expect(seen.size).toBe(1008);
  });

  test('failures are no parents', async () => {
    const explorer = new GeneticExplorer(contextOf(space, { epsilon: 0 }));
    const failed = Array.from({ length: 20 }, (_, i) => space.get(space.rawSize - 1 - i));
    explorer.observe(observe(failed, () => 0));
    explorer.observe(observe(twins.slice(0, 2), () => 1e9));
    const children = await explorer.propose(100);
    const near = children.filter((child) => valueOf(child, 7) < 4 && valueOf(child, 6) < 4);
    expect(near.length).toBeGreaterThan(70);
  });
});
