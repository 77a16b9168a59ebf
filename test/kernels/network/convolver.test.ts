import { describe, expect, test } from '@jest/globals';
import { productExtents } from '../../../src/network/graph/convolver.js';
import { NativeConvolver } from '../../../src/network/session/native-convolver.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { Random } from '../../../src/space/random.js';

const random = new Random(3);
const draw = (length: number): Float64Array => Float64Array.from({ length }, () => 2 * random.float() - 1);
const whole = (most: number, least = 1): number => least + random.int(most - least + 1);

describe('convolutions of the reference in C', () => {
  test('are sums of products in double precision, whatever the window and the groups', async () => {
    const scratch = new Scratch();
    const convolver = await NativeConvolver.open(scratch);
    for (let i = 0; i < 20; i++) {
      const extents = drawn();
      const { images, groups, channels, outputs, input, kernel } = extents;
      const weights = draw(groups * outputs * channels * kernel[0] * kernel[1]);
      const data = draw(images * groups * channels * input[0] * input[1]);
      const [got, want] = [convolver.convolve(extents, weights, data), plainly(extents, weights, data)];
      expect(got).toHaveLength(want.length);
      const worst = want.reduce((most, sum, at) => Math.max(most, Math.abs(got[at]! - sum)), 0);
      expect(worst).toBeLessThan(5e-11);
    }
    scratch.close();
  });

  test('are products of matrices, too', async () => {
    const scratch = new Scratch();
    const convolver = await NativeConvolver.open(scratch);
    const [count, m, n, k] = [2, 9, 300, 270];
    const [a, b] = [draw(count * m * k), draw(count * k * n)];
    const got = convolver.convolve(productExtents(count, m, n, k), a, b);
    const [g, row, column] = [1, 8, 299];
    const sum = Array.from({ length: k }, (_, i) => a[(g * m + row) * k + i]! * b[(g * k + i) * n + column]!);
    expect(got[(g * m + row) * n + column]).toBeCloseTo(
      sum.reduce((x, y) => x + y),
      10,
    );
    scratch.close();
  });
});

type Extents = ReturnType<typeof drawn>;

function drawn() {
  const kernel = [whole(3), whole(3)] as const;
  const strides = [whole(2), whole(2)] as const;
  const dilations = [whole(2), whole(2)] as const;
  const pads = [whole(2, 0), whole(2, 0)] as const;
  const input = [whole(20, 6), whole(20, 6)] as const;
  const extent = (axis: 0 | 1): number =>
    Math.floor((input[axis] + 2 * pads[axis] - dilations[axis] * (kernel[axis] - 1) - 1) / strides[axis]) + 1;
  return {
    ...{ images: whole(2), groups: whole(3), channels: whole(4), outputs: whole(11), input },
    ...{ output: [extent(0), extent(1)] as const, kernel, strides, dilations, pads },
  };
}

/** By the definition. */
function plainly(extents: Extents, weights: Float64Array, data: Float64Array): Float64Array {
  const { images, groups, channels, outputs, input, output, kernel, strides, dilations, pads } = extents;
  const out = new Float64Array(images * groups * outputs * output[0] * output[1]);
  out.forEach((_, at) => {
    const x = at % output[1];
    const y = Math.floor(at / output[1]) % output[0];
    const plane = Math.floor(at / output[1] / output[0]);
    const [image, row] = [Math.floor(plane / outputs / groups), plane % (outputs * groups)];
    const group = Math.floor(row / outputs);
    for (let c = 0; c < channels; c++)
      for (let r = 0; r < kernel[0]; r++)
        for (let s = 0; s < kernel[1]; s++) {
          const [i, j] = [y * strides[0] + r * dilations[0] - pads[0], x * strides[1] + s * dilations[1] - pads[1]];
          if (i < 0 || i >= input[0] || j < 0 || j >= input[1]) continue;
          const weight = weights[((row * channels + c) * kernel[0] + r) * kernel[1] + s]!;
          out[at]! += weight * data[(((image * groups + group) * channels + c) * input[0] + i) * input[1] + j]!;
        }
  });
  return out;
}
