import { describe, expect, test } from '@jest/globals';
import type { Explorer } from '../../src/explorer/explorer.js';
import { explorers } from '../../src/explorer/registry.js';
import type { CostModel, Prediction } from '../../src/model/model.js';
import type { Config } from '../../src/space/config.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { contextOf, observe } from './fixtures.js';

const line = new SpaceBuilder()
  .choice(
    'x',
    Array.from({ length: 200 }, (_, i) => i),
  )
  .build();

/** Scores rise with x, and are the less sure the smaller it is. */
class Rising implements CostModel {
  readonly name = 'rising';
  fitted = false;

  fit(): Promise<void> {
    this.fitted = true;
    return Promise.resolve();
  }

  predict(features: Float32Array, count: number): Prediction {
    const mean = Float64Array.from({ length: count }, (_, row) => features.at((row * features.length) / count)!);
    return { mean, spread: mean.map((score) => 100 - score) };
  }
}

const x = ({ values }: Config): number => values['x'] as number;

/** Configs of a batch of 8 that the model is least sure of, after 8 trials of these results and as many more. */
async function unsureAfter(score: (config: Config) => number): Promise<number> {
  const explorer: Explorer = explorers['ping-pong']!.create(contextOf(line, { model: new Rising(), epsilon: 0 }));
  for (let batch = 0; batch < 4; batch++) explorer.observe(observe(await explorer.propose(8), score));
  return (await explorer.propose(8)).filter((config) => x(config) < 100).length;
}

describe('ping-pong', () => {
  test('asks for what scores high where the model ranks well, and more of what it is unsure of where it does not', async () => {
    const [right, wrong] = [
      await unsureAfter((config) => 1 + x(config)),
      await unsureAfter((config) => 300 - x(config)),
    ];
    expect(right).toBeLessThan(wrong);
    expect(wrong).toBe(4);
  });
});
