import { expect, test } from '@jest/globals';
import type { ConvolutionExtents, Convolver } from '../../../src/network/graph/convolver.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import { Random } from '../../../src/space/random.js';
import { model, node, tensor } from '../../support/onnx-builder.js';

const attributes = {
  ...{ group: 2, kernel_shape: [3, 2], strides: [2, 3], dilations: [2, 1], pads: [1, 0, 2, 1] },
};
const [batch, channels, outputs] = [2, 4, 6];
const [inside, outside] = [
  [5, 4],
  [11, 10],
] as const;
const random = new Random(3);
const drawn = (count: number) => Float64Array.from({ length: count }, () => Math.fround(random.float() - 0.5));
const weights = tensor('float32', [channels, outputs / 2, 3, 2], Array.from(drawn(channels * (outputs / 2) * 6)));
const size = (shape: readonly number[]) => shape.reduce((a, b) => a * b, 1);

function answer(
  op: string,
  [from, to]: readonly (readonly number[])[],
  x: Float64Array,
  more: { readonly bias?: readonly number[]; readonly convolver?: Convolver; readonly own?: object } = {},
): Float64Array {
  const { bias, convolver, own } = more;
  const graph = toGraph(
    model({
      inputs: [{ name: 'x', type: 'float32', shape: [...from!] }],
      outputs: [{ name: 'y', type: 'float32', shape: [...to!] }],
      constants: { w: weights, ...(bias && { b: tensor('float32', [bias.length], [...bias]) }) },
      nodes: [node(op, bias ? ['x', 'w', 'b'] : ['x', 'w'], ['y'], { ...attributes, ...own })],
    }),
  );
  return interpret(graph, new Map([['x', x]]), convolver).get('y')!;
}

const small = [batch, channels, ...inside];
const large = [batch, outputs, ...outside];
const own = { output_padding: [1, 0] };
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('a transposed convolution is the transpose of the convolution, in groups, of a batch, with dilations and pads', () => {
  const [x, y] = [drawn(size(small)), drawn(size(large))];
  const there = answer('ConvTranspose', [small, large], x, { own });
  const back = answer('Conv', [large, small], y);
  expect(dot(there, y)).toBeCloseTo(dot(x, back), 9);
});

test('its bias is added once to each output', () => {
  const bias = Array.from({ length: outputs }, (_, i) => i);
  const zeros = answer('ConvTranspose', [small, large], new Float64Array(size(small)), { own, bias });
  const plane = size(outside);
  expect(Array.from(zeros)).toEqual(Array.from(zeros, (_, at) => Math.floor(at / plane) % outputs));
});

test('sums that are worth it are those of a convolver', () => {
  const asked: ConvolutionExtents[] = [];
  const convolver: Convolver = {
    convolve: (extents) => {
      asked.push(extents);
      return new Float64Array(extents.groups * extents.outputs * extents.output[1]);
    },
  };
  const graph = toGraph(
    model({
      inputs: [{ name: 'x', type: 'float32', shape: [1, 128, 32, 32] }],
      outputs: [{ name: 'y', type: 'float32', shape: [1, 64, 64, 64] }],
      constants: { w: tensor('float32', [128, 64, 2, 2], new Array<number>(128 * 64 * 4).fill(0)) },
      nodes: [node('ConvTranspose', ['x', 'w'], ['y'], { strides: [2, 2], kernel_shape: [2, 2] })],
    }),
  );
  interpret(graph, new Map([['x', new Float64Array(128 * 1024)]]), convolver);
  expect(asked).toMatchObject([{ channels: 128, outputs: 256, output: [1, 1024] }]);
});
