import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { doubleOutputs } from '../../../src/network/session/reference.js';
import { undecidedOutputs } from '../../../src/network/session/undecided.js';
import { unsettle } from '../../../src/network/session/unsettle.js';
import { floats, integers, modelOf } from '../../support/graph-models.js';

async function undecidedOf(nodes: Parameters<typeof modelOf>[0]['nodes'], x: readonly number[]): Promise<number[]> {
  const constants = { k: integers([1], [1]), third: floats([], [1 / 3]) };
  const graph = toGraph(modelOf({ inputs: { x: [x.length] }, constants, nodes, outputs: ['y'] }));
  const inputs = [Float64Array.from(x)];
  const answers = { inputs, outputs: await doubleOutputs(graph, inputs) };
  return [...(await undecidedOutputs({ graph, precision: 'float32' }, answers, 1e-4))];
}

const scaled = ['Mul', ['x', 'third'], ['scores']] as const;

test.each([
  ['places of scores that are equal but for rounding', [scaled, ['TopK', ['scores', 'k'], ['', 'y']]], 1e-10, [0]],
  ['places of scores that differ', [scaled, ['TopK', ['scores', 'k'], ['', 'y']]], 1e-4, []],
  ['their values', [scaled, ['TopK', ['scores', 'k'], ['y', '']]], 1e-10, []],
  [
    'which score is the largest of all',
    [
      scaled,
      ['ReduceMax', ['scores'], ['top']],
      ['Equal', ['scores', 'top'], ['is']],
      ['Cast', ['is'], ['y'], { to: 1 }],
    ],
    1e-4,
    [],
  ],
] as const)('rounding decides %s, or it does not', async (_, nodes, apart, expected) => {
  const x = Array.from({ length: 32 }, (_, i) => 0.7 + apart * ((i * 7) % 32));
  expect(await undecidedOf(nodes, x)).toEqual(expected);
});

test('a number that lies on the border of two steps is either', async () => {
  const nodes = [scaled, ['Floor', ['scores'], ['y']]] as const;
  expect(await undecidedOf(nodes, [9 - 1e-9, 15 - 1e-9, 21 - 1e-9, 9 + 1e-9])).toEqual([0]);
  expect(await undecidedOf(nodes, [9.3, 15.4, 21.5, 10.4])).toEqual([]);
});

test('what no jump is in front of is compared, and infinities are no numbers that move', async () => {
  const nodes = [scaled, ['TopK', ['scores', 'k'], ['', 'places']], ['Log', ['x'], ['y']]] as const;
  expect(await undecidedOf(nodes, [0, 1e-9, 3e-9, 2e-9])).toEqual([]);
  const behind = [scaled, ['Floor', ['scores'], ['low']], ['Log', ['low'], ['y']]] as const;
  expect(await undecidedOf(behind, [0.5, 4, 7])).toEqual([]);
});

test('moved numbers are near, stay where they are moved again, and equal where they were equal', () => {
  const move = unsettle(2 ** -20);
  expect([...move(Float64Array.of(Infinity, -Infinity, NaN))]).toEqual([Infinity, -Infinity, NaN]);
  fc.assert(
    fc.property(fc.array(fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e30, max: 1e30 })), (numbers) => {
      const once = move(Float64Array.from(numbers));
      expect(move(once)).toEqual(once);
      numbers.forEach((x, i) => {
        expect(Math.abs(once[i]! - x)).toBeLessThanOrEqual(Math.abs(x) * 2 ** -19 + Number.MIN_VALUE * 2 ** 21);
        if (Number.isInteger(x)) expect(once[i]).toBe(x);
        expect(move(Float64Array.of(x))[0]).toBe(once[i]);
      });
    }),
  );
});
