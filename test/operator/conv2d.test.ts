import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resultOf, weightsOf } from '../../src/ir/tensor.js';
import { lower } from '../../src/ir/lower.js';
import { kernelTypes } from '../../src/elements/registry.js';
import { conv2d, conv2dShape, outputSize } from '../../src/operator/conv2d.js';
import type { Conv2dShape } from '../../src/operator/conv2d.js';
import type { WorkloadArg } from '../../src/operator/operator.js';
import { Random } from '../../src/space/random.js';
import { UsageError } from '../../src/target/errors.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { interpret, size } from '../support/interpret.js';

const plain = { batch: '1', kernel: '3', stride: '1', pad: '1' };

/** conv2d written out, independent of the IR; data and result in the workload's layout. */
function convolve(s: Conv2dShape, data: Float64Array, weights: Float64Array): Float64Array {
  const [oh, ow] = outputSize(s);
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const position = (n: number, c: number, y: number, x: number, channels: number, h: number, w: number): number =>
    s.layout === 'NCHW' ? ((n * channels + c) * h + y) * w + x : ((n * h + y) * w + x) * channels + c;
  const out = new Float64Array(s.batch * s.outChannels * oh * ow);
  for (let n = 0; n < s.batch; n++)
    for (let oc = 0; oc < s.outChannels; oc++)
      for (let y = 0; y < oh; y++)
        for (let x = 0; x < ow; x++) {
          let total = 0;
          for (let ic = 0; ic < icg; ic++)
            for (let ky = 0; ky < s.kernel[0]; ky++)
              for (let kx = 0; kx < s.kernel[1]; kx++) {
                const row = y * s.stride[0] + ky * s.dilation[0] - s.pad[0];
                const column = x * s.stride[1] + kx * s.dilation[1] - s.pad[1];
                if (row < 0 || row >= s.height || column < 0 || column >= s.width) continue;
                const channel = Math.floor(oc / ocg) * icg + ic;
                const weight = weights[((oc * icg + ic) * s.kernel[0] + ky) * s.kernel[1] + kx]!;
                total += data[position(n, channel, row, column, s.inChannels, s.height, s.width)]! * weight;
              }
          out[position(n, oc, y, x, s.outChannels, oh, ow)] = total;
        }
  return out;
}

const anyShape = fc.record({
  batch: fc.integer({ min: 1, max: 2 }),
  groups: fc.integer({ min: 1, max: 3 }),
  icg: fc.integer({ min: 1, max: 3 }),
  ocg: fc.integer({ min: 1, max: 3 }),
  height: fc.integer({ min: 1, max: 7 }),
  width: fc.integer({ min: 1, max: 7 }),
  kernel: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
  stride: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
  dilation: fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 2 })),
  pad: fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 3 }))),
  layout: fc.constantFrom('NCHW', 'NHWC'),
  dtype: fc.constantFrom(...kernelTypes().map(({ name }) => name)),
});

test('a kernel of 1 alone needs no padding, where no workload is named', () => {
  const nameOf = (workload: string | undefined, given: Readonly<Record<string, string>>): string =>
    conv2d.workload(workload, given).name;
  // Of 64 channels on both sides, 56 x 56.
  expect(nameOf(undefined, { kernel: '1' })).toBe('resnet18.C3');
  expect(nameOf(undefined, { kernel: '1x1', pad: '1' })).toMatch(/-k1-s\d+-p1$/);
  expect(nameOf('resnet18.C2', { kernel: '1' })).toMatch(/-k1-s1-p1$/);
});

describe('conv2d', () => {
  test('computes the convolution, for any stride, padding, dilation, groups and layout', () => {
    fc.assert(
      fc.property(anyShape, (s) => {
        fc.pre(s.height + s.pad[0]! + s.pad[2]! > s.dilation[0] * (s.kernel[0] - 1));
        fc.pre(s.width + s.pad[1]! + s.pad[3]! > s.dilation[1] * (s.kernel[1] - 1));
        const workload = conv2d.workload(undefined, {
          batch: `${s.batch}`,
          inChannels: `${s.groups * s.icg}`,
          outChannels: `${s.groups * s.ocg}`,
          height: `${s.height}`,
          width: `${s.width}`,
          kernel: s.kernel.join('x'),
          stride: s.stride.join('x'),
          dilation: s.dilation.join('x'),
          pad: s.pad.join(),
          groups: `${s.groups}`,
          layout: s.layout,
          dtype: s.dtype,
        });
        const nest = lower(naiveSchedule(workload));
        expect([...nest.inputs, nest.output].map(({ dtype }) => dtype)).toEqual([
          ...[s.dtype, weightsOf(s.dtype)],
          ...nest.inputs.slice(2).map(() => resultOf(s.dtype)),
          resultOf(s.dtype),
        ]);
        const random = new Random(1);
        const inputs = nest.inputs.map((t) => Float64Array.from({ length: size(t.shape) }, () => random.int(9) - 4));
        const [data, weights] = inputs as [Float64Array, Float64Array];
        expect([...interpret(nest, inputs)]).toEqual([...convolve(conv2dShape(workload), data, weights)]);
        expect(conv2d.decode(JSON.parse(JSON.stringify(conv2d.encode(workload))) as WorkloadArg[])).toEqual(workload);
      }),
      { numRuns: 50 },
    );
  });

  test('counts FLOPs on the direct algorithm', () => {
    expect(conv2d.flops(conv2d.workload('resnet18.C2', {})) / 1e9).toBeCloseTo(0.2312, 4);
    expect(conv2d.flops(conv2d.workload('resnet18.C1', {})) / 1e9).toBeCloseTo(0.236, 4);
    expect(conv2d.flops(conv2d.workload('mobilenet.D1', {}))).toBe(2 * 32 * 112 * 112 * 9);
  });

  test('without a name it is resnet18.C2, and options override it one by one', () => {
    expect(conv2d.workload(undefined, {}).name).toBe('resnet18.C2');
    expect(conv2d.workload(undefined, { layout: 'NHWC', epilogue: 'bias,relu' }).name).toBe(
      'resnet18.C2+NHWC+bias+relu',
    );
    expect(conv2d.workload(undefined, { layout: 'NHWC', dtype: 'tfloat32', constant: 'none' }).name).toBe(
      'resnet18.C2+NHWC+tfloat32+variable-weights',
    );
    expect(conv2d.workload(undefined, { inChannels: '32' }).name).toBe('1x32x56x56-64-k3-s1-p1');
  });

  test.each([
    [
      'a kernel larger than the padded image',
      { kernel: '9', height: '4', pad: '1' },
      /kernel reaches over 9 rows but the padded image has only 6/,
    ],
    ['no extent', { width: '0' }, /--width "0" must be a whole number from 1/],
    ['a negative extent', { height: '-3' }, /--height "-3" must be a whole number/],
    [
      'groups that do not divide',
      { groups: '3' },
      /3 groups do not divide 64 input channels: use a divisor, for example --groups 2/,
    ],
    ['a stride beyond belief', { stride: '1048576' }, /--stride "1048576" must be a whole number from 1 to 4096/],
    ['a dilation beyond belief', { dilation: '1x4097' }, /--dilation "4097" must be a whole number from 1 to 4096/],
    [
      'tensors that no machine holds',
      { height: '16777216', width: '16777216' },
      /the tensor "data" of this conv2d has \S+ elements, and more than 2\^48 are too many: use a smaller shape/,
    ],
    ['an unknown layout', { layout: 'NWHC' }, /did you mean "NHWC"/],
    ['an unknown epilogue', { epilogue: 'rleu' }, /did you mean "relu"/],
    ['an unknown type', { dtype: 'float64' }, /did you mean "float32"/],
    ['three paddings', { pad: '1,2,3' }, /must be 1, 2 or 4 numbers/],
  ])('refuses %s', (_, options, message) => {
    expect(() => conv2d.workload(undefined, { ...plain, ...options })).toThrow(UsageError);
    expect(() => conv2d.workload(undefined, { ...plain, ...options })).toThrow(message);
  });

  test('when a workload is unknown, names the nearest one', () => {
    expect(() => conv2d.workload('resnet18.C13', {})).toThrow(/did you mean "resnet18.C1"/);
    expect(() => conv2d.workload('__proto__', {})).toThrow(UsageError);
  });

  test.each([
    ['nothing', []],
    ['a tensor of another rank', [['TENSOR', [1, 2], 'float32']]],
    [
      'an absurd extent',
      [
        ['TENSOR', [1, 64, 1e12, 56], 'float32'],
        ['TENSOR', [64, 64, 3, 3], 'float32'],
        [1, 1],
        [1, 1, 1, 1],
        [1, 1],
        'NCHW',
        'NCHW',
        'float32',
        1,
        [],
        [],
      ],
    ],
    [
      'weights that do not fit',
      [
        ['TENSOR', [1, 64, 56, 56], 'float32'],
        ['TENSOR', [64, 32, 3, 3], 'float32'],
        [1, 1],
        [1, 1, 1, 1],
        [1, 1],
        'NCHW',
        'NCHW',
        'float32',
        1,
        [],
        [],
      ],
    ],
    [
      'absurd groups',
      [
        ['TENSOR', [1, 64, 56, 56], 'float32'],
        ['TENSOR', [64, 64, 3, 3], 'float32'],
        [1, 1],
        [1, 1, 1, 1],
        [1, 1],
        'NCHW',
        'NCHW',
        'float32',
        9e15,
        [],
        [],
      ],
    ],
    [
      'another layout of the output',
      [
        ['TENSOR', [1, 64, 56, 56], 'float32'],
        ['TENSOR', [64, 64, 3, 3], 'float32'],
        [1, 1],
        [1, 1, 1, 1],
        [1, 1],
        'NCHW',
        'NHWC',
        'float32',
        1,
        [],
        [],
      ],
    ],
  ])('when a record holds %s, it is refused', (_, args) => {
    expect(() => conv2d.decode(args)).toThrow(UsageError);
  });
});
