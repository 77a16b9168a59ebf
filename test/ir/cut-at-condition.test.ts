import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutAtCondition } from '../../src/ir/cut-at-condition.js';
import * as ix from '../../src/ir/index.js';
import { nothing, type For } from '../../src/ir/nest.js';

const v = new ix.Var('i', 100);
const other = new ix.Var('j', 100);
const then = { kind: 'commit' } as const;
const otherwise = { kind: 'block', body: [then] } as const;

function loopOver(from: number, to: number, when: ix.Index): For {
  const body = { kind: 'if', when, then, otherwise } as const;
  const plain = { annotation: 'serial', lanes: 1, unrollFactor: undefined, stage: 'out' } as const;
  return { kind: 'for', loop: v, from: ix.constant(from), to: ix.constant(to), ...plain, body };
}

const bound = fc.integer({ min: 0, max: 20 });

test('the parts of a loop do what its branch did, in its order', () => {
  const step = fc.integer({ min: -4, max: 4 }).filter((one) => one !== 0);
  fc.assert(
    fc.property(bound, bound, step, fc.integer({ min: -40, max: 40 }), (from, length, by, rest) => {
      const when = ix.add(ix.scale(ix.variable(v), by), ix.constant(rest));
      const parts = cutAtCondition(loopOver(from, from + length, when))!;
      const done = parts.flatMap((part) => {
        const [first, end] = [part.from.constant, part.to.constant];
        return Array.from({ length: end - first }, (_, i) => [first + i, part.body]);
      });
      const asked = Array.from({ length }, (_, i) => [from + i, by * (from + i) + rest >= 0 ? then : otherwise]);
      expect(done).toEqual(asked);
    }),
  );
});

test('a condition of another loop, or nothing to choose, leaves a loop whole', () => {
  expect(cutAtCondition(loopOver(0, 8, ix.subtract(ix.variable(v), ix.variable(other))))).toBeUndefined();
  expect(cutAtCondition(loopOver(0, 8, ix.variable(other)))).toBeUndefined();
  expect(cutAtCondition({ ...loopOver(0, 8, ix.variable(v)), body: nothing })).toBeUndefined();
  expect(cutAtCondition({ ...loopOver(0, 8, ix.variable(v)), to: ix.variable(other) })).toBeUndefined();
});
