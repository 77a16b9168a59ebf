import { describe, expect, test } from '@jest/globals';
import { mean } from 'simple-statistics';
import { ProximalPolicy, survivors } from '../../src/explorer/proximal-policy.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';

const sizes = Array.from({ length: 24 }, (_, i) => i + 1);
const space = new SpaceBuilder().choice('a', sizes).choice('b', sizes).choice('c', sizes).choice('d', sizes).build();
const score = ({ values }: Config): number =>
  Object.values(values).reduce<number>((sum, value) => sum + Number(value), 0) / 10;

test('a policy that was trained on scores climbs higher than a new one', () => {
  const climb = (policy: ProximalPolicy, random: Random): number =>
    policy.find(4, 512, { space, random, visited: new Set(), fastest: [], score }).best[0]!.score;
  const random = new Random(3);
  const trained = new ProximalPolicy(space);
  const first = Array.from({ length: 5 }, () => climb(new ProximalPolicy(space), random));
  for (let round = 0; round < 12; round++) climb(trained, random);
  const last = Array.from({ length: 5 }, () => climb(trained, random));
  expect(mean(last)).toBeGreaterThan(mean(first) + 0.3);
});

/** Configs that a policy scores of so many that it may. */
function scored(k: number, evaluations: number): number {
  let count = 0;
  const counting = (config: Config): number => {
    count++;
    return score(config);
  };
  const objective = { space, random: new Random(3), visited: new Set<number>(), fastest: [], score: counting };
  new ProximalPolicy(space).find(k, evaluations, objective);
  return count;
}

describe('tracks stop', () => {
  test('so that a policy scores no more than 32 starts, and eight steps each of 32, 16 and 8 tracks', () => {
    expect(scored(64, 100_000)).toBeLessThanOrEqual(32 + 8 * (32 + 16 + 8));
    // A step over the edge of the space scores nothing.
    expect(scored(64, 100_000)).toBeGreaterThan(32 + 4 * (32 + 16 + 8));
  });

  test('and more tracks begin where more is asked for', () => {
    expect(scored(256, 100_000)).toBeGreaterThan(1.6 * scored(64, 100_000));
  });

  test('where fewer evaluations are allowed then those are kept', () => {
    expect(scored(64, 100)).toBeLessThanOrEqual(100);
  });

  const track = (own: number, ...values: readonly number[]) => ({
    score: own,
    transitions: values.map((value) => ({ value })),
  });

  test('the half stays whose score and what the critic expected last are highest', () => {
    const tracks = [track(1, 9, 0), track(0, 0, 3), track(2, 0, 0.5), track(0, 9, 0)];
    expect(survivors(tracks, 1)).toEqual([tracks[1], tracks[2]]);
  });

  test('when fewer would stay than are worth it then none does', () => {
    const tracks = [track(1, 0), track(2, 0), track(3, 0)];
    expect(survivors(tracks, 2)).toHaveLength(2);
    expect(survivors(tracks, 3)).toEqual([]);
  });
});
