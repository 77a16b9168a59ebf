import { expect, test } from '@jest/globals';
import { mean } from 'simple-statistics';
import { ActorCritic } from '../../src/explorer/actor-critic.js';
import { ProximalPolicy } from '../../src/explorer/proximal-policy.js';
import { Random } from '../../src/space/random.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';

test('a net learns the value of states and to prefer an action', () => {
  const random = new Random(1);
  const net = new ActorCritic(2, 3, random);
  for (let step = 0; step < 600; step++) {
    const state = Float64Array.of(random.float(), random.float());
    const opinion = net.consider(state);
    const better = state[0]! > 0.5 ? 0 : 2;
    const logits = opinion.probabilities.map((p, action) => p - (action === better ? 1 : 0));
    net.teach(opinion, logits, opinion.value - state[1]!);
    net.update();
  }
  expect(net.consider(Float64Array.of(0.9, 0.3)).probabilities[0]).toBeGreaterThan(0.8);
  expect(net.consider(Float64Array.of(0.1, 0.3)).probabilities[2]).toBeGreaterThan(0.8);
  expect(Math.abs(net.consider(Float64Array.of(0.2, 0.8)).value - 0.8)).toBeLessThan(0.15);
});

test('a policy that was trained on scores climbs higher than a new one', () => {
  const sizes = Array.from({ length: 24 }, (_, i) => i + 1);
  const space = new SpaceBuilder().choice('a', sizes).choice('b', sizes).choice('c', sizes).choice('d', sizes).build();
  const score = ({ values }: Config): number =>
    Object.values(values).reduce<number>((sum, value) => sum + Number(value), 0) / 10;
  const climb = (policy: ProximalPolicy, random: Random): number =>
    policy.find(4, 512, { space, random, visited: new Set(), fastest: [], score }).best[0]!.score;
  const random = new Random(3);
  const trained = new ProximalPolicy(space);
  const first = Array.from({ length: 5 }, () => climb(new ProximalPolicy(space), random));
  for (let round = 0; round < 12; round++) climb(trained, random);
  const last = Array.from({ length: 5 }, () => climb(trained, random));
  expect(mean(last)).toBeGreaterThan(mean(first) + 0.3);
});
