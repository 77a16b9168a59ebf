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
    Array.from({ length: 400 }, (_, i) => 2 ** i),
  )
  .build();

/** Scores rise with the logarithm of x, and are the less sure the smaller it is. */
class Rising implements CostModel {
  readonly name = 'rising';
  fitted = false;

  fit(): Promise<void> {
    this.fitted = true;
    return Promise.resolve();
  }

  predict(features: Float32Array, count: number): Prediction {
    const mean = Float64Array.from({ length: count }, (_, row) => features.at((row * features.length) / count)!);
    return { mean, spread: mean.map((score) => 400 - score) };
  }
}

const x = ({ values }: Config): number => Math.log2(values['x'] as number);

/** Which of 16 batches are what the model is least sure of, where trials come to these results. */
async function turnsOf(score: (config: Config) => number): Promise<boolean[]> {
  const explorer: Explorer = explorers['ping-pong']!.create(contextOf(line, { model: new Rising(), epsilon: 0 }));
  const turns: boolean[] = [];
  for (let batch = 0; batch < 16; batch++) {
    const configs = await explorer.propose(8);
    turns.push(configs.filter((config) => x(config) < 200).length > 6);
    explorer.observe(observe(configs, score));
  }
  return turns.slice(4);
}

describe('ping-pong', () => {
  test('asks for what scores high where the model ranks well', async () => {
    const turns = await turnsOf((config) => 1 + x(config));
    expect(turns.filter((isUnsure) => isUnsure).length).toBeLessThanOrEqual(1);
  });

  test('asks every second time for what the model is least sure of where it ranks badly', async () => {
    const turns = await turnsOf((config) => 500 - x(config));
    expect(turns.slice(2).every((isUnsure, i) => isUnsure !== turns.slice(2)[i + 1])).toBe(true);
  });
});
