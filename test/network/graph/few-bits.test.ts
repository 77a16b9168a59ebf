import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { Random } from '../../../src/space/random.js';
import { floats, integers, modelOf } from '../../support/graph-models.js';

const OPERATOR = 'com.microsoft.MatMulNBits';

/** Elements of so many bits in bytes, the first in the lowest. */
function packed(elements: readonly number[], bits: number): number[] {
  const bytes = new Array<number>(Math.ceil((elements.length * bits) / 8)).fill(0);
  elements.forEach((element, i) => (bytes[Math.floor((i * bits) / 8)]! |= element << ((i * bits) % 8)));
  return bytes;
}

const cases = fc.record({
  bits: fc.constantFrom(2, 4, 8),
  inputs: fc.integer({ min: 1, max: 70 }),
  outputs: fc.integer({ min: 1, max: 5 }),
  blockSize: fc.constantFrom(16, 32),
  zeros: fc.constantFrom('none', 'bits', 'floats', 'halves'),
  /** The least that is asked for: floats are always enough. */
  accuracy_level: fc.constantFrom(0, 1, 4),
  seed: fc.nat(),
});

function drawn({
  bits,
  inputs,
  outputs,
  blockSize,
  zeros,
  seed,
}: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
  const random = new Random(seed);
  const blocks = Math.ceil(inputs / blockSize);
  const draw = (length: number, most: number): number[] => Array.from({ length }, () => random.int(most));
  const rows = Array.from({ length: outputs }, () => draw(blocks * blockSize, 2 ** bits));
  const scales = draw(outputs * blocks, 9).map((number) => (number + 1) / 8);
  const points = Array.from({ length: outputs }, () => draw(blocks, 2 ** bits));
  const between = zeros === 'halves' ? 0.5 : 0;
  const zeroOf = (n: number, block: number): number =>
    zeros === 'none' ? 2 ** (bits - 1) : points[n]![block]! + between;
  const zero = {
    none: undefined,
    bits: integers(
      points.flatMap((row) => packed(row, bits)),
      undefined,
      'uint8',
    ),
    floats: floats([outputs * blocks], points.flat()),
    halves: floats(
      [outputs * blocks],
      points.flat().map((point) => point + between),
    ),
  }[zeros];
  const x = draw(2 * inputs, 17).map((number) => number - 8);
  const want = [0, 1].flatMap((row) =>
    rows.map((weights, n) =>
      x.slice(row * inputs, (row + 1) * inputs).reduce((sum, value, k) => {
        const block = Math.floor(k / blockSize);
        return sum + value * (weights[k]! - zeroOf(n, block)) * scales[n * blocks + block]!;
      }, 0),
    ),
  );
  const weights = integers(
    rows.flatMap((row) => packed(row, bits)),
    [outputs, blocks, (blockSize * bits) / 8],
    'uint8',
  );
  return { x, want, constants: { w: weights, s: floats([outputs * blocks], scales), ...(zero && { z: zero }) } };
}

describe('products with weights in few bits', () => {
  test('are those with the weights as floats, whatever the bits, the blocks and the zero points', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { x, want, constants } = drawn(one);
        const { bits, inputs, outputs, blockSize, accuracy_level } = one;
        const attributes = { K: inputs, N: outputs, bits, block_size: blockSize, accuracy_level };
        const names = ['x', 'w', 's', ...('z' in constants ? ['z'] : [])];
        const graph = toGraph(
          modelOf({ inputs: { x: [2, inputs] }, constants, nodes: [[OPERATOR, names, ['y'], attributes]] }),
        );
        expect([...interpret(graph, new Map([['x', Float64Array.from(x)]])).get('y')!]).toEqual(want);
      }),
    );
  });

  test.each([
    [{ K: 8, N: 1, bits: 3, block_size: 16 }, 'its weights have 3 bits, and must have 2, 4 or 8'],
    [{ K: 8, N: 1, bits: 4, block_size: 24 }, 'its block_size is 24, and must be a power of two from 16 on'],
    [{ K: 9, N: 1, bits: 4, block_size: 16 }, 'K is 9, and its data are 2x8'],
    [{ K: 8, N: 2, bits: 4, block_size: 16 }, 'its B have 8 elements, not 16'],
  ])('%j is refused by node', (attributes, reason) => {
    const constants = { w: integers(new Array<number>(8).fill(0), [1, 1, 8], 'uint8'), s: floats([2], [1, 1]) };
    const model = modelOf({
      inputs: { x: [2, 8] },
      constants,
      nodes: [[OPERATOR, ['x', 'w', 's'], ['y'], attributes]],
    });
    expect(() => toGraph(model)).toThrow(reason);
  });
});
