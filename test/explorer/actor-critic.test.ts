import { expect, test } from '@jest/globals';
import { Matrix } from '../../src/learning/matrix.js';
import { ActorCritic } from '../../src/explorer/actor-critic.js';
import { Random } from '../../src/space/random.js';

function drawn(shares: Float64Array, random: Random): number {
  const at = random.float();
  return at < shares[0]! ? 0 : at < shares[0]! + shares[1]! ? 1 : 2;
}

test('a net learns the value of states and to prefer an action', () => {
  const random = new Random(1);
  const net = new ActorCritic(2, 3, 5);
  for (let step = 0; step < 400; step++) {
    const states = new Matrix(
      16,
      2,
      Float64Array.from({ length: 32 }, () => random.float()),
    );
    const { data } = net.consider(states).probabilities;
    const rows = Array.from({ length: 16 }, (_, row) => row);
    const actions = rows.map((row) => drawn(data.subarray(3 * row, 3 * row + 3), random));
    const better = rows.map((row) => (states.data[2 * row]! > 0.5 ? 0 : 2));
    net.learn(states, {
      actions,
      likely: rows.map((row) => data[3 * row + actions[row]!]!),
      advantages: rows.map((row) => (actions[row] === better[row] ? 1 : -1)),
      gains: rows.map((row) => states.data[2 * row + 1]!),
    });
  }
  const { probabilities, values } = net.consider(new Matrix(3, 2, Float64Array.of(0.9, 0.3, 0.1, 0.3, 0.2, 0.8)));
  expect(probabilities.data[0]).toBeGreaterThan(0.8);
  expect(probabilities.data[5]).toBeGreaterThan(0.8);
  expect(Math.abs(values[2]! - 0.8)).toBeLessThan(0.15);
});
