import { describe, expect, test } from '@jest/globals';
import type { ConstantTensor } from '../../../src/network/onnx/model.js';
import { drawnFloats as drawn, floats, integers, ranNode } from '../../support/graph-models.js';

const [heads, groups, width] = [4, 2, 4];
const counts = { num_heads: heads, kv_num_heads: groups };
const standard = { q_num_heads: heads, kv_num_heads: groups, is_causal: 1 };

const rowsOf = (batch: number, rows: number, count: number, seed: number): ConstantTensor =>
  drawn([batch, rows, count * width], seed);
const operandsOf = (batch: number, rows: number): readonly ConstantTensor[] =>
  [heads, groups, groups].map((count, seed) => rowsOf(batch, rows, count, seed));
const cachesOf = (batch: number, held: number): readonly ConstantTensor[] =>
  [5, 6].map((seed) => drawn([batch, groups, held, width], seed));

const whole = (numbers: readonly number[]): ConstantTensor => integers(numbers, [numbers.length], 'int32');
const total = (count: number): ConstantTensor => integers([count], [], 'int32');

type Inputs = readonly (ConstantTensor | undefined)[];
type Result = readonly { readonly data: readonly number[] }[];

const grouped = (inputs: Inputs, attributes = {}): Result =>
  ranNode('com.microsoft.GroupQueryAttention', inputs, { ...counts, ...attributes }, { outputs: 3 });
const attended = (inputs: Inputs, attributes = {}): Result =>
  ranNode('Attention', inputs, { ...standard, ...attributes }, { opset: 25, outputs: 3 });

function expectClose(got: Result, want: Result): void {
  expect(got.map(({ data }) => data.length)).toEqual(want.map(({ data }) => data.length));
  got.forEach(({ data }, which) => {
    data.forEach((one, i) => {
      expect(one).toBeCloseTo(want[which]!.data[i]!, 5);
    });
  });
}

describe('GroupQueryAttention', () => {
  test('of a prompt is causal attention, of values side by side, too', () => {
    const operands = operandsOf(2, 5);
    const tail = [undefined, undefined, whole([4, 4]), total(5)];
    const expected = attended(operands);
    expectClose(grouped([...operands, ...tail]), expected);
    const row = (at: number): number[] =>
      operands.flatMap(({ data, shape: [, , size] }) => [...data.slice(at * size!, (at + 1) * size!)]);
    const all = floats([2, 5, (heads + 2 * groups) * width], Array.from({ length: 10 }, (_, at) => row(at)).flat());
    expectClose(grouped([all, undefined, undefined, ...tail]), expected);
  });

  test.each([1, 3])('puts %d tokens behind a full cache', (rows) => {
    const [operands, caches] = [operandsOf(1, rows), cachesOf(1, 6)];
    const got = grouped([...operands, ...caches, whole([5 + rows]), total(6 + rows)]);
    expectClose(got, attended([...operands, undefined, ...caches]));
  });

  test('puts them where each sequence of a larger cache ends', () => {
    const [operands, caches] = [operandsOf(2, 1), cachesOf(2, 8)];
    const got = grouped([...operands, ...caches, whole([6, 3]), total(7)]);
    const [batch, places] = [
      [0, 1],
      [6, 3],
    ];
    for (const b of batch) {
      const part = ({ data, shape }: ConstantTensor, held = shape.at(-2)!): ConstantTensor => {
        const [size, own] = [data.length / 2, shape.at(-2)! * shape.at(-1)!];
        const rows = Array.from({ length: size / own }, (_, g) => {
          const from = b * size + g * own;
          return [...data.slice(from, from + held * shape.at(-1)!)];
        });
        return floats([1, ...shape.slice(1, -2), held, shape.at(-1)!], rows.flat());
      };
      const held = places[b]!;
      const own = [...operands.map((one) => part(one)), undefined, ...caches.map((one) => part(one, held))];
      const size = heads * width;
      expectClose([{ data: got[0]!.data.slice(b * size, (b + 1) * size) }], attended(own).slice(0, 1));
    }
    const written = got[1]!.data.slice((0 * 8 + 6) * width, (0 * 8 + 7) * width);
    expect(written).toEqual([...operands[1]!.data.slice(0, width)].map(Math.fround));
  });

  test('sees a window of so many keys, its own among them', () => {
    const operands = operandsOf(1, 6);
    const got = grouped([...operands, undefined, undefined, whole([5]), total(6)], { local_window_size: 3 });
    expectClose(got, attended(operands, { left_window_size: 2 }));
  });

  test('caps, scales and adds to its scores', () => {
    const [operands, bias] = [operandsOf(1, 3), drawn([1, heads, 3, 3], 9)];
    const own = { softcap: 0.5, scale: 2 };
    const rest = [undefined, undefined, whole([2]), total(3), undefined, undefined, undefined, bias];
    expectClose(grouped([...operands, ...rest], own), attended([...operands, bias], own));
  });

  test('turns queries and keys by the angles of their places', () => {
    const [operands, caches] = [operandsOf(1, 2), cachesOf(1, 3)];
    const tables = [drawn([8, width / 2], 7), drawn([8, width / 2], 8)];
    const turned = (value: ConstantTensor, count: number): ConstantTensor => {
      const inputs = [value, ...tables, integers([3, 4], [1, 2])];
      return floats(value.shape, ranNode('RotaryEmbedding', inputs, { num_heads: count }, { opset: 23 })[0]!.data);
    };
    const [query, key] = [turned(operands[0]!, heads), turned(operands[1]!, groups)];
    const got = grouped([...operands, ...caches, whole([4]), total(5), ...tables], { do_rotary: 1 });
    expectClose(got, attended([query, key, operands[2]!, undefined, ...caches]));
  });

  test.each([
    ['smooth_softmax', { smooth_softmax: 1 }, []],
    ['a sink of each head', {}, [...new Array<undefined>(4), floats([heads], [0, 0, 0, 0])]],
  ])('with %s gives a share of each row to nothing', (_, attributes, rest) => {
    const one = floats([1, 1, heads * width], new Array<number>(heads * width).fill(0));
    const keys = floats([1, 1, groups * width], new Array<number>(groups * width).fill(1));
    const got = grouped([one, keys, keys, undefined, undefined, whole([0]), total(1), ...rest], attributes);
    // Of two scores of 0 one is the sink's.
    expectClose(got.slice(0, 1), [{ data: new Array<number>(heads * width).fill(0.5) }]);
  });

  test.each([
    [{ num_heads: 3 }, 'its kv_num_heads 2 does not divide its num_heads 3'],
    [{ k_quant_type: 'PER_TENSOR' }, 'with caches in few bits'],
    [{ qk_output: 1 }, 'with its scores as an output'],
  ])('is refused with %p', (attributes, message) => {
    const inputs = [...operandsOf(1, 1), undefined, undefined, whole([0]), total(1)];
    expect(() => grouped(inputs, attributes)).toThrow(message);
  });

  test('is refused where the number of tokens is known only when the network runs', () => {
    const inputs = [...operandsOf(1, 1), undefined, undefined, whole([0]), floats([], [1])];
    expect(() => grouped(inputs)).toThrow('with a total_sequence_length known only when the network runs');
  });
});

describe('MultiHeadAttention', () => {
  const run = (...inputs: Inputs): Result => ranNode('com.microsoft.MultiHeadAttention', inputs, { num_heads: heads });
  const [query, key, value] = [1, 2, 3].map((seed) => rowsOf(2, 3, heads, seed)) as [
    ConstantTensor,
    ConstantTensor,
    ConstantTensor,
  ];

  /** B x S x H x count x D of as many B x S x (H D). */
  const packed = (...values: readonly ConstantTensor[]): ConstantTensor => {
    const rows = Array.from({ length: 2 * 3 * heads }, (_, at) =>
      values.flatMap(({ data }) => [...data.slice(at * width, (at + 1) * width)]),
    );
    return floats([2, 3, heads, values.length, width], rows.flat());
  };

  test('takes keys and values, or all three, in one value', () => {
    const expected = run(query, key, value);
    expectClose(run(query, packed(key, value)), expected);
    expectClose(run(packed(query, key, value)), expected);
    expect(() => run(packed(query, key))).toThrow('its input 0 is 2x3x4x2x4');
  });
});
