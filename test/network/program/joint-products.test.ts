import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { interpret } from '../../../src/network/graph/evaluate.js';
import type { Graph } from '../../../src/network/graph/graph.js';
import { simplify } from '../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { withJointProducts } from '../../../src/network/program/joint-products.js';
import { Random } from '../../../src/space/random.js';
import { drawnFloats, floats, integers, modelOf, opsOf, type Written } from '../../support/graph-models.js';

const K = 32;

const cases = fc.record({
  columns: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 2, maxLength: 4 }),
  kind: fc.constantFrom('floats', 'floats in rows', 'few bits', 'few bits with zero points'),
  biases: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  rank: fc.constantFrom(2, 3),
  seed: fc.nat(),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function modelWith({ columns, kind, biases, rank, seed }: Case, rows = 1) {
  const random = new Random(seed);
  const draw = (count: number): number[] => Array.from({ length: count }, () => random.int(9) - 4);
  const bytes = (count: number) => Array.from({ length: count }, () => random.int(256));
  const inFewBits = kind.startsWith('few bits');
  const constants = columns.map((n, i) => ({
    ...(inFewBits
      ? { [`w${i}`]: integers(bytes((n * K) / 2), [n, 2, 8], 'uint8'), [`s${i}`]: floats([n * 2], draw(2 * n)) }
      : { [`w${i}`]: floats(kind === 'floats' ? [K, n] : [n, K], draw(n * K)) }),
    ...(kind.endsWith('zero points') && { [`z${i}`]: integers(bytes(n), [n, 1], 'uint8') }),
    ...(biases[i] && { [`b${i}`]: floats([n], draw(n)) }),
  }));
  const nodes = columns.flatMap((n, i): Written[] => {
    const bias = biases[i] ? [`b${i}`] : [];
    if (inFewBits) {
      const zeros = kind.endsWith('zero points') ? [`z${i}`] : [];
      const attributes = { K, N: n, bits: 4, block_size: 16 };
      return [['com.microsoft.MatMulNBits', ['x', `w${i}`, `s${i}`, ...zeros], [`y${i}`], attributes]];
    }
    if (kind === 'floats in rows' && rank === 2) return [['Gemm', ['x', `w${i}`, ...bias], [`y${i}`], { transB: 1 }]];
    if (kind === 'floats in rows')
      return [
        ['Transpose', [`w${i}`], [`t${i}`]],
        ['MatMul', ['x', `t${i}`], [`y${i}`]],
      ];
    return [['MatMul', ['x', `w${i}`], [`y${i}`]]];
  });
  // Sums are no epilogue.
  const readers = columns.map((_, i): Written => ['ReduceSum', [`y${i}`], [`r${i}`], { keepdims: 1 }]);
  const shape = rank === 2 ? [rows, K] : [1, rows, K];
  const model = modelOf({
    ...{ opset: 11, inputs: { x: shape }, constants: Object.assign({}, ...constants) as object as never },
    ...{ nodes: [...nodes, ...readers], outputs: columns.map((_, i) => `r${i}`) },
  });
  return { graph: simplify(toGraph(model)), x: Float64Array.from(draw(rows * K)) };
}

const isProduct = (op: string): boolean => op === 'Gemm' || op.endsWith('MatMulNBits');

function productsIn({ nodes }: Graph): number {
  return nodes.filter(({ op }) => isProduct(op)).length;
}

describe('products of one row', () => {
  test('are one, of which each reader has its part', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { graph, x } = modelWith(one);
        const joint = withJointProducts(graph);
        expect([productsIn(graph), productsIn(joint)]).toEqual([one.columns.length, 1]);
        const answers = (of: Graph) => {
          const all = interpret(of, new Map([['x', x]]));
          return of.outputs.map((output) => [...all.get(output)!]);
        };
        expect(answers(joint)).toEqual(answers(graph));
      }),
      { numRuns: 100 },
    );
  });

  test('of more rows stay as they are', () => {
    const one: Case = { columns: [3, 4], kind: 'floats', biases: [false, false, false, false], rank: 2, seed: 1 };
    const { graph } = modelWith(one, 2);
    expect(withJointProducts(graph)).toBe(graph);
  });

  test.each<[string, Written[], string[]]>([
    [
      'whose reader is their epilogue',
      [
        ['Relu', ['a'], ['c']],
        ['Relu', ['b'], ['d']],
      ],
      ['c', 'd'],
    ],
    ['that are outputs', [], ['a', 'b']],
  ])('stay as they are %s', (_, readers, outputs) => {
    const constants = { v: drawnFloats([K, 3], 1), w: drawnFloats([K, 4], 2) };
    const nodes: Written[] = [['MatMul', ['x', 'v'], ['a']], ['MatMul', ['x', 'w'], ['b']], ...readers];
    const graph = simplify(toGraph(modelOf({ inputs: { x: [1, K] }, constants, nodes, outputs })));
    expect(opsOf(withJointProducts(graph))).toBe(opsOf(graph));
  });
});
