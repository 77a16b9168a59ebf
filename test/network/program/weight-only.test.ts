import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bitsOf, elementType } from '../../../src/elements/registry.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import { dropDead } from '../../../src/network/graph/simplify/drop-dead.js';
import { rewrite } from '../../../src/network/graph/simplify/rewrite.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { weightOnlyProducts } from '../../../src/network/program/weight-only.js';
import { Random } from '../../../src/space/random.js';
import { floats, integers, modelOf, type Written } from '../../support/graph-models.js';

const OPERATOR = 'com.microsoft.MatMulNBits';

const cases = fc.record({
  ...{ k: fc.integer({ min: 1, max: 70 }), n: fc.integer({ min: 1, max: 6 }), m: fc.integer({ min: 1, max: 3 }) },
  type: fc.constantFrom('int8', 'uint8', 'int4', 'uint4', 'int2'),
  /** Numbers in the weights. */
  most: fc.constantFrom(4, 16, 256),
  /** Along the sum; 0: one scale for each output, or for all. */
  blockSize: fc.constantFrom(0, 16, 20, 32),
  each: fc.constantFrom('output', 'tensor'),
  zeros: fc.boolean(),
  product: fc.constantFrom('MatMul', 'Gemm', 'Gemm of rows', 'Gemm with a bias'),
  seed: fc.nat(),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function modelWith({ k, n, m, type, most, blockSize, each, zeros, product, seed }: Case) {
  const levels = Math.min(most, 2 ** bitsOf(type));
  const random = new Random(seed);
  const draw = (length: number, least: number, count: number): number[] =>
    Array.from({ length }, () => least + random.int(count));
  const inRows = product === 'Gemm of rows';
  const [shape, along, ofOutputs] = inRows ? [[n, k], 1, 0] : [[k, n], 0, 1];
  const least = elementType(type).limits[0] < 0 ? -levels / 2 : 0;
  const ofScales =
    blockSize > 0 ? shape.with(along, Math.ceil(k / blockSize)) : each === 'tensor' ? [] : [shape[ofOutputs]!];
  const count = ofScales.reduce((all, extent) => all * extent, 1);
  const constants = {
    w: integers(draw(k * n, least, levels), shape, type),
    s: floats(
      ofScales,
      draw(count, 1, 9).map((one) => one / 8),
    ),
    ...(zeros && { z: integers(draw(count, least, levels), ofScales, type) }),
    b: floats([n], draw(n, -4, 9)),
  };
  const attributes = blockSize > 0 ? { axis: along, block_size: blockSize } : { axis: ofOutputs };
  const nodes: Written[] = [
    ['DequantizeLinear', ['w', 's', ...(zeros ? ['z'] : [])], ['f'], attributes],
    product === 'MatMul'
      ? ['MatMul', ['x', 'f'], ['y']]
      : ['Gemm', ['x', 'f', ...(product === 'Gemm with a bias' ? ['b'] : [])], ['y'], gemmOf(inRows)],
  ];
  const model = modelOf({ opset: 21, inputs: { x: [m, k] }, constants, nodes });
  return { model, x: Float64Array.from(draw(m * k, -8, 17)) };
}

const gemmOf = (inRows: boolean) => ({ alpha: 0.5, beta: 2, transB: inRows ? 1 : 0 });

const inFewBits = (graph: Graph): Graph => dropDead(rewrite(graph, weightOnlyProducts));

function answersOf(graph: Graph, x: Float64Array): number[] {
  return [...interpret(graph, new Map([['x', x]])).get(graph.outputs[0]!)!];
}

describe('products of floats with weights that are dequantised', () => {
  test('are those of MatMulNBits, which give the same, whatever the blocks, the zero points and the layout', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { model, x } = modelWith(one);
        const graph = toGraph(model);
        const few = inFewBits(simplify(graph));
        const product = few.nodes.find(({ op }) => op === OPERATOR)!;
        expect(few.nodes.map(({ op }) => op)).not.toContain('DequantizeLinear');
        expect(product.attributes.get('bits')).toBeLessThanOrEqual(Math.log2(one.most));
        expect(answersOf(few, x)).toEqual(answersOf(graph, x));
      }),
      { numRuns: 200 },
    );
  });

  test.each<[string, Written[], Record<string, number[]>]>([
    [
      'whose data are whole numbers, too',
      [
        ['QuantizeLinear', ['x', 's', 'z'], ['q']],
        ['DequantizeLinear', ['q', 's', 'z'], ['d']],
        ['DequantizeLinear', ['w', 's', 'z'], ['f']],
        ['MatMul', ['d', 'f'], ['y']],
      ],
      {},
    ],
    [
      'whose weights are an input',
      [
        ['QuantizeLinear', ['v', 's', 'z'], ['q']],
        ['DequantizeLinear', ['q', 's', 'z'], ['f']],
        ['MatMul', ['x', 'f'], ['y']],
      ],
      { v: [16, 2] },
    ],
    [
      'with a scale for each place of the sum',
      [
        ['DequantizeLinear', ['w', 'each'], ['f'], { axis: 0 }],
        ['MatMul', ['x', 'f'], ['y']],
      ],
      {},
    ],
  ])('stay as they are %s', (_, nodes, inputs) => {
    const constants = {
      ...{ s: floats([], [0.5]), z: integers([1], [], 'int8') },
      w: integers(
        Array.from({ length: 32 }, (_, i) => i - 16),
        [16, 2],
        'int8',
      ),
      each: floats(
        [16],
        Array.from({ length: 16 }, (_, i) => 1 + i / 4),
      ),
    };
    const graph = simplify(toGraph(modelOf({ inputs: { x: [3, 16], ...inputs }, constants, nodes })));
    expect(inFewBits(graph).nodes.map(({ op }) => op)).not.toContain(OPERATOR);
  });
});
