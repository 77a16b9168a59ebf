/** ONNX Runtime's own operators, worked out by hand or said by operators of the standard. */
import { describe, expect, test } from '@jest/globals';
import type { Attribute, ConstantTensor } from '../../../src/network/onnx/model.js';
import { drawnFloats, floats, integers, ranNode } from '../../support/graph-models.js';

type Inputs = readonly (ConstantTensor | undefined)[];
type Attributes = Readonly<Record<string, Attribute>>;

const bytes = (data: readonly number[], shape: readonly number[] = [data.length]): ConstantTensor =>
  integers(data, [...shape], 'uint8');
const byte = (value: number): ConstantTensor => bytes([value], []);
const scalar = (value: number): ConstantTensor => floats([], [value]);
const whole = (data: readonly number[], shape: readonly number[] = [data.length]): ConstantTensor =>
  integers(data, [...shape], 'int32');

/** Constant floats: those of float32 are inputs. */
const known = (data: readonly number[], shape: readonly number[] = [data.length]): ConstantTensor =>
  integers(data, [...shape], 'float64');

function ran(op: string, inputs: Inputs, attributes: Attributes = {}, outputs = 1): readonly number[][] {
  const results = ranNode(`com.microsoft.${op}`, inputs, attributes, { outputs });
  return results.map(({ data }) => data);
}

function expectClose(got: readonly number[], want: readonly number[]): void {
  expect(got).toHaveLength(want.length);
  got.forEach((one, at) => {
    expect(one).toBeCloseTo(want[at]!, 4);
  });
}

describe('EmbedLayerNormalization', () => {
  const [one, zero] = [floats([2], [1, 1]), floats([2], [0, 0])];
  const words = floats([3, 2], [0, 0, 1, 3, 5, 1]);
  const positions = floats([2, 2], [0, 0, 10, 20]);
  const segments = floats([2, 2], [0, 0, 0, 100]);
  const tokens = whole([2, 1], [1, 2]);

  test('is the norm of the sum, which it gives, and counts the tokens of a mask', () => {
    const inputs = [tokens, whole([0, 1], [1, 2]), words, positions, segments, one, zero, whole([1, 0], [1, 2])];
    const [norm, count, sum] = ran('EmbedLayerNormalization', inputs, {}, 3);
    expectClose(norm!, [1, -1, -1, 1]);
    expect(count).toEqual([1]);
    expectClose(sum!, [5, 1, 11, 123]);
  });

  test('has no segments and no mask, and positions in an order', () => {
    const order = whole([1, 0], [1, 2]);
    const inputs = [tokens, undefined, words, positions, undefined, one, zero, undefined, order];
    const [, count, sum] = ran('EmbedLayerNormalization', inputs, {}, 3);
    expect(count).toEqual([0]);
    expectClose(sum!, [15, 21, 1, 3]);
  });

  test('of bytes is that of what they stand for', () => {
    const tables = [bytes([100, 100, 101, 103, 105, 101], [3, 2]), bytes([100, 100, 110, 120], [2, 2])];
    const norm = [bytes([101, 101]), bytes([100, 100])];
    const [scales, zeros] = [scalar(1), byte(100)].map((one) => new Array<ConstantTensor>(5).fill(one));
    const rest = [undefined, ...scales!, ...zeros!];
    const inputs = [tokens, undefined, ...tables, undefined, ...norm, ...rest];
    const plain = [tokens, undefined, words, positions, undefined, one, zero];
    expectClose(ran('QEmbedLayerNormalization', inputs)[0]!, ran('EmbedLayerNormalization', plain)[0]!);
  });
});

test('EmbedLayerNormalization of bytes has segments and a mask, too', () => {
  const [tokens, mask] = [whole([0, 1], [1, 2]), whole([1, 1], [1, 2])];
  const tables: readonly (readonly number[])[] = [
    [1, 3, 5, 9],
    [0, 0, 2, 4],
    [7, 1, 0, 6],
  ];
  const steps = [0.5, 2, 1, 1, 1];
  const norm = [bytes([2, 3]), bytes([1, 0])];
  const packed = tables.map((table) => bytes(table, [2, 2]));
  const rest = [mask, ...steps.map(scalar), ...steps.map(() => byte(1))];
  const [got, count] = ran('QEmbedLayerNormalization', [tokens, tokens, ...packed, ...norm, ...rest], {}, 2);
  const plain = tables.map((table, i) =>
    floats(
      [2, 2],
      table.map((x) => (x - 1) * steps[i]!),
    ),
  );
  const [want] = ran('EmbedLayerNormalization', [tokens, tokens, ...plain, floats([2], [1, 2]), floats([2], [0, -1])]);
  expectClose(got!, want!);
  expect(count).toEqual([2]);
});

test('EmbedLayerNormalization has a position for each token', () => {
  const [table, norm] = [floats([1, 2], [1, 2]), floats([2], [1, 1])];
  const inputs = [whole([0, 0], [1, 2]), undefined, table, table, undefined, norm, norm];
  expect(() => ran('EmbedLayerNormalization', inputs)).toThrow('it has 2 tokens, and positions of 1');
});

test('norms behind a sum have an epsilon of 1e-12 by default', () => {
  const small = floats([1, 1, 2], [1e-4, 3e-4]);
  const [nothing, one] = [floats([1, 1, 2], [0, 0]), floats([2], [1, 1])];
  expectClose(ran('SkipLayerNormalization', [small, nothing, one])[0]!, [-0.99995, 0.99995]);
  expectClose(ran('SkipSimplifiedLayerNormalization', [small, nothing, one])[0]!, [
    1e-4 / Math.sqrt(5e-8 + 1e-12),
    3e-4 / Math.sqrt(5e-8 + 1e-12),
  ]);
});

describe('Attention', () => {
  const [data, weights, bias] = [drawnFloats([2, 3, 4], 1), drawnFloats([4, 12], 2), drawnFloats([12], 3)];
  const attended = (mask?: ConstantTensor): readonly number[] =>
    ran('Attention', [data, weights, bias, mask], { num_heads: 2 })[0]!;

  test('has no keys behind an end, or before a start, which stand behind all ends', () => {
    expectClose(attended(whole([2, 3])), attended(whole([1, 1, 0, 1, 1, 1], [2, 3])));
    expectClose(attended(whole([3, 3, 1, 2])), attended(whole([0, 1, 1, 0, 0, 1], [2, 3])));
    expect(() => attended(whole([3, 3, 1]))).toThrow('with a mask of 3 for 2 rows');
  });

  test('has no bias where none is given', () => {
    const none = floats([12], new Array<number>(12).fill(0));
    const of = (added?: ConstantTensor): readonly number[] =>
      ran('Attention', [data, weights, added], { num_heads: 2 })[0]!;
    expectClose(of(), of(none));
  });

  test('of bytes is that of what they stand for', () => {
    const [numbers, columns] = [
      bytes(
        Array.from({ length: 24 }, (_, i) => (37 * i) % 256),
        [2, 3, 4],
      ),
      bytes(
        Array.from({ length: 48 }, (_, i) => (91 * i) % 256),
        [4, 12],
      ),
    ];
    const stand = ({ shape, data: all }: ConstantTensor, scale: number, zero: number): ConstantTensor =>
      floats(
        shape,
        Array.from(all, (x) => (x - zero) * scale),
      );
    const mask = whole([2, 3]);
    const scales = [scalar(1 / 128), scalar(1 / 64)];
    const got = ran('QAttention', [numbers, columns, bias, ...scales, mask, byte(100), byte(120)], { num_heads: 2 });
    const plain = [stand(numbers, 1 / 128, 100), stand(columns, 1 / 64, 120), bias, mask];
    expectClose(got[0]!, ran('Attention', plain, { num_heads: 2 })[0]!);
  });
});

test('FusedMatMul has the axes of a batch between those of a matrix', () => {
  const [a, b] = [floats([2, 2, 1], [1, 2, 3, 4]), floats([2, 1, 1], [10, 100])];
  // a[row][batch][k]: rows 1 and 3 of the first product, 2 and 4 of the second.
  expect(ran('FusedMatMul', [a, b], { transBatchA: 1 })[0]).toEqual([10, 30, 200, 400]);
  const turned = floats([1, 2, 2], [1, 2, 3, 4]);
  expect(ran('FusedMatMul', [turned, b], { transBatchA: 1, transA: 1 })[0]).toEqual([10, 20, 300, 400]);
});

describe('images whose channels are last', () => {
  // Two channels: 1 2 3 4 and 10 20 30 40.
  const image = bytes([1, 10, 2, 20, 3, 30, 4, 40], [1, 2, 2, 2]);
  const step = [scalar(1), byte(0)];

  test('are pooled', () => {
    expect(ran('NhwcMaxPool', [image], { kernel_shape: [2, 1] })[0]).toEqual([3, 30, 4, 40]);
    const attributes = { channels_last: 1, kernel_shape: [1, 2] };
    expect(ran('QLinearAveragePool', [image, ...step, ...step], attributes)[0]).toEqual([2, 15, 4, 35]);
    expect(ran('QLinearGlobalAveragePool', [image, ...step, ...step], { channels_last: 1 })[0]).toEqual([2, 25]);
  });

  test('are convolved', () => {
    const weights = bytes([1, 2], [1, 2, 1, 1]);
    expect(ran('QLinearConv', [image, ...step, weights, ...step, ...step], { channels_last: 1 })[0]).toEqual([
      21, 42, 63, 84,
    ]);
  });
});

describe('weights in few bits', () => {
  test('name numbers of a table, and each block has a factor', () => {
    const format = { K: 3, N: 2, block_size: 4 };
    // Fields 1 3 2 | 7 and 0 5: upper bits first; of float4 1 is 1/192, of the normal distribution 0 is -1.
    const weights = bytes([0x13, 0x27, 0x05]);
    const product = (quant_type: number): readonly number[] =>
      ran('MatMulBnb4', [floats([1, 3], [1, 10, 100]), weights, known([6, 12])], { ...format, quant_type })[0]!;
    expectClose(product(0), [6 / 192 + 60 + 400, 6 / 4 + 0 + 100 * 12 * 0.5]);
    const [last, fifth] = [0, -0.18477343022823334];
    expectClose(product(1).slice(1), [6 * last - 120 + 1200 * fifth]);
    expect(() =>
      ran('MatMulBnb4', [floats([1, 3], [1, 1, 1]), weights, known([1])], { ...format, quant_type: 0 }),
    ).toThrow('its 3 bytes in 1 blocks are not weights of 3x2');
  });

  test('are rows of a table', () => {
    const rows = integers([1, -2], [2]);
    const block = { block_size: 2 };
    const scales = floats([2, 2], [1, 10, 100, 1000]);
    const nibbles = bytes([0x98, 0x7a, 0x8f, 0x80], [2, 2]);
    const picked = [700, 0, -8000, 0, 0, 1, 20, -10];
    expect(ran('GatherBlockQuantized', [nibbles, rows, scales], block)[0]).toEqual(picked);
    const zeros = bytes([0x88, 0x88], [2, 1]);
    expect(ran('GatherBlockQuantized', [nibbles, rows, scales, zeros], block)[0]).toEqual(picked);
    const each = bytes([8, 9, 10, 7, 15, 8, 0, 8], [2, 4]);
    const own = bytes([8, 8, 8, 8], [2, 2]);
    expect(ran('GatherBlockQuantized', [each, rows, scales, own], { ...block, bits: 8 })[0]).toEqual(picked);
    const few = integers([1, -1, 3, 2], [2, 2], 'int4');
    const columns = { block_size: 1, gather_axis: 1, quantize_axis: 0 };
    expect(ran('GatherBlockQuantized', [few, integers([1]), scales], columns)[0]).toEqual([-10, 2000]);
    expect(() => ran('GatherBlockQuantized', [nibbles, rows, scales], { quantize_axis: 0 })).toThrow(
      'its blocks lie along the axis that is picked from',
    );
  });
});

test('an output that none of them has may stand there unread', () => {
  const matrix = floats([1, 1], [3]);
  const [product] = ranNode('com.microsoft.FusedMatMul', [matrix, matrix], {}, { outputs: 2, read: 1 });
  expect(product!.data).toEqual([9]);
});

test('names of its own for operators of the standard', () => {
  const vector = floats([2], [1, 2]);
  expect(ran('Pad', [vector, integers([1, 0]), known([7], [])])[0]).toEqual([7, 1, 2]);
  expect(ranNode('com.microsoft.ExpandDims', [vector, whole([-1], [])])[0]!.shape).toEqual([2, 1]);
  const square = floats([2, 2], [1, 2, 3, 4]);
  expect(ran('Trilu', [square], { upper: 0 })[0]).toEqual([1, 0, 3, 4]);
  expect(ran('GatherND', [square, integers([1, 0], [1, 2])])[0]).toEqual([3]);
  expect(ran('TransposeMatMul', [square, square], { transA: 1 })[0]).toEqual([10, 14, 14, 20]);
  const middle = floats([1, 1, 1, 2], [0, 0]);
  expect(ran('GridSample', [floats([1, 1, 2, 2], [1, 2, 3, 4]), middle], { mode: 'bilinear' })[0]).toEqual([2.5]);
});
