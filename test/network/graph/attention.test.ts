import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { drawnFloats as drawn, floats, integers, ranNode } from '../../support/graph-models.js';

interface Extents {
  readonly batch: number;
  readonly groups: number;
  readonly perGroup: number;
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
  readonly width: number;
}

const extents = fc.record({
  batch: fc.integer({ min: 1, max: 2 }),
  groups: fc.integer({ min: 1, max: 2 }),
  perGroup: fc.integer({ min: 1, max: 3 }),
  rows: fc.integer({ min: 1, max: 4 }),
  columns: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 1, max: 4 }),
  width: fc.integer({ min: 1, max: 3 }),
});

/** By the definition, one query after the other: `sees` says which keys count. */
function expectedOf(
  { batch, groups, perGroup, rows, columns, depth, width }: Extents,
  [query, key, value]: readonly [ConstantTensor, ConstantTensor, ConstantTensor],
  sees: (row: number, column: number, sample: number) => boolean,
): number[] {
  const outputs: number[] = [];
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < groups * perGroup; h++)
      for (let i = 0; i < rows; i++) {
        const group = b * groups + Math.floor(h / perGroup);
        const at = ((b * groups * perGroup + h) * rows + i) * depth;
        const scores = Array.from({ length: columns }, (_, j) => {
          if (!sees(i, j, b)) return 0;
          const from = (group * columns + j) * depth;
          let sum = 0;
          for (let d = 0; d < depth; d++) sum += query.data[at + d]! * key.data[from + d]!;
          return Math.exp(sum / Math.sqrt(depth));
        });
        const total = scores.reduce((sum, score) => sum + score, 0) || 1;
        for (let e = 0; e < width; e++)
          outputs.push(
            scores.reduce((sum, score, j) => sum + score * value.data[(group * columns + j) * width + e]!, 0) / total,
          );
      }
  return outputs;
}

function operandsOf({ batch, groups, perGroup, rows, columns, depth, width }: Extents) {
  return [
    drawn([batch, groups * perGroup, rows, depth], 1),
    drawn([batch, groups, columns, depth], 2),
    drawn([batch, groups, columns, width], 3),
  ] as const;
}

function expectClose(got: readonly number[], want: readonly number[]): void {
  expect(got).toHaveLength(want.length);
  want.forEach((one, i) => {
    expect(got[i]).toBeCloseTo(one, 5);
  });
}

describe('Attention', () => {
  test('is the softmax of scaled products, of heads that share keys', () => {
    fc.assert(
      fc.property(extents, (of) => {
        const operands = operandsOf(of);
        const { data } = ranNode('Attention', operands, {}, { opset: 24 })[0]!;
        expectClose(
          data,
          expectedOf(of, operands, () => true),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('sees what windows, causality and lengths leave; a query that sees nothing gives zeros', () => {
    const windows = fc.record({
      left: fc.integer({ min: -1, max: 3 }),
      right: fc.integer({ min: -1, max: 3 }),
      isCausal: fc.boolean(),
      valid: fc.option(fc.integer({ min: 0, max: 5 })),
    });
    fc.assert(
      fc.property(extents, windows, (of, { left, right, isCausal, valid }) => {
        const operands = operandsOf(of);
        const lengths = Array.from({ length: of.batch }, (_, b) => Math.min(of.columns, (valid ?? 0) + b));
        const attributes = { left_window_size: left, right_window_size: right, is_causal: isCausal ? 1 : 0 };
        const given = [...operands, ...(valid === null ? [] : [undefined, undefined, undefined, integers(lengths)])];
        const sees = (i: number, j: number, b: number): boolean => {
          const place = i + (valid === null ? 0 : lengths[b]! - of.rows);
          const isInside = (left < 0 || j >= place - left) && (right < 0 || j <= place + right);
          return isInside && (!isCausal || j <= place) && (valid === null || j < lengths[b]!);
        };
        const { data } = ranNode('Attention', given, attributes, { opset: 25 })[0]!;
        expectClose(data, expectedOf(of, operands, sees));
      }),
      { numRuns: 60 },
    );
  });

  test('puts what comes in behind a cache, and gives both', () => {
    const past = floats([1, 1, 1, 2], [1, 0]);
    const zeros = floats([1, 1, 1, 2], [0, 0]);
    const inputs = [zeros, floats([1, 1, 1, 2], [0, 1]), floats([1, 1, 1, 2], [5, 6]), undefined, past, past];
    const results = ranNode('Attention', inputs, {}, { opset: 24, outputs: 3 });
    expect(results.map(({ data }) => data)).toEqual([
      [3, 3],
      [1, 0, 0, 1],
      [1, 0, 5, 6],
    ]);
  });

  test('takes a mask of truth, or of floats, that may be shorter than the keys are many', () => {
    const query = floats([1, 1, 1, 1], [0]);
    const [key, value] = [floats([1, 1, 3, 1], [1, 2, 3]), floats([1, 1, 3, 1], [2, 4, 100])];
    const run = (mask: ConstantTensor): number[] =>
      ranNode('Attention', [query, key, value, mask], {}, { opset: 24 })[0]!.data;
    expect(run(integers([1, 1], [1, 2], 'bool'))).toEqual([3]);
    expect(run(integers([0, 1, 1], [1, 3], 'bool'))).toEqual([52]);
    expect(run(floats([1, 2], [0, Math.log(3)]))[0]).toBeCloseTo(3.5, 6);
  });

  test.each([
    [0, [0.5, -0.5]],
    [1, [Math.tanh(0.25) * 2, Math.tanh(-0.25) * 2]],
    [2, [Math.tanh(0.25) * 2 + 1, Math.tanh(-0.25) * 2]],
  ])('shows its scores by mode %d', (mode, expected) => {
    const inputs = [
      floats([1, 1, 1, 1], [0.5]),
      floats([1, 1, 2, 1], [1, -1]),
      floats([1, 1, 2, 1], [1, 2]),
      floats([1, 2], [1, 0]),
    ];
    const attributes = { softcap: 2, qk_matmul_output_mode: mode };
    const [, , , scores] = ranNode('Attention', inputs, attributes, { opset: 24, outputs: 4 });
    expectClose(scores!.data, expected);
  });

  test('refuses shapes that do not go together', () => {
    const value = floats([1, 2, 3, 1], [1, 2, 3, 4, 5, 6]);
    expect(() => ranNode('Attention', [floats([1, 3, 1, 1], [1, 2, 3]), value, value])).toThrow(
      'its query is 1x3x1x1, its key 1x2x3x1, and its value 1x2x3x1',
    );
  });
});

describe('RotaryEmbedding', () => {
  const [cosine, sine] = [floats([2, 1], [0, -1]), floats([2, 1], [1, 0])];
  const [first, second] = [integers([0], [1, 1]), integers([1], [1, 1])];

  test.each([
    ['a quarter', floats([1, 1, 1, 2], [3, 4]), first, {}, [-4, 3]],
    ['half', floats([1, 1, 1, 2], [3, 4]), second, {}, [-3, -4]],
    ['some of each head', floats([1, 1, 1, 3], [3, 4, 5]), first, {}, [-4, 3, 5]],
    ['heads side by side', floats([1, 1, 4], [1, 2, 3, 4]), first, { num_heads: 2 }, [-2, 1, -4, 3]],
  ] as const)('turns %s', (_, value, positions, attributes, expected) => {
    expect(ranNode('RotaryEmbedding', [value, cosine, sine, positions], attributes, { opset: 23 })[0]!.data).toEqual(
      expected,
    );
  });

  test('turns neighbours where they are interleaved', () => {
    const value = floats([1, 1, 1, 4], [1, 2, 3, 4]);
    const tables = [floats([1, 1, 2], [0, 0]), floats([1, 1, 2], [1, 1])];
    const run = (interleaved: number): number[] =>
      ranNode('RotaryEmbedding', [value, ...tables], { interleaved })[0]!.data;
    expect(run(0)).toEqual([-3, -4, 1, 2]);
    expect(run(1)).toEqual([-2, 1, -4, 3]);
  });
});

describe('LinearAttention', () => {
  test.each([
    ['linear', {}, [1, 3], [3]],
    ['gated', { decay: floats([1, 2, 1], [Math.log(2), Math.log(0.5)]) }, [1, 2.5], [2.5]],
    ['delta', { rate: floats([1, 2, 1], [1, 0.5]) }, [1, 1.5], [1.5]],
  ] as const)(
    'of the rule %s',
    (update_rule, { decay, rate }: { decay?: ConstantTensor; rate?: ConstantTensor }, output, state) => {
      const ones = floats([1, 2, 1], [1, 1]);
      const inputs = [ones, ones, floats([1, 2, 1], [1, 2]), undefined, decay, rate];
      const attributes = { q_num_heads: 1, kv_num_heads: 1, update_rule };
      const results = ranNode('LinearAttention', inputs, attributes, { opset: 27, outputs: 2 });
      expectClose(results[0]!.data, output);
      expectClose(results[1]!.data, state);
    },
  );

  test('refuses a decay that its rule has not', () => {
    const one = floats([1, 1, 1], [1]);
    const attributes = { q_num_heads: 1, kv_num_heads: 1, update_rule: 'linear' };
    expect(() => ranNode('LinearAttention', [one, one, one, undefined, one], attributes, { opset: 27 })).toThrow(
      'its inputs of decay and rate are not those of the rule "linear"',
    );
  });
});
