import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lower } from '../../src/ir/lower.js';
import { conv2dTranspose, conv2dTransposeShape, transposedSize } from '../../src/operator/conv2d-transpose.js';
import type { Conv2dTransposeShape } from '../../src/operator/conv2d-transpose.js';
import type { WorkloadArg } from '../../src/operator/operator.js';
import { Random } from '../../src/space/random.js';
import { UsageError } from '../../src/target/errors.js';
import { naiveSchedule } from '../support/naive-schedule.js';
import { interpret, size } from '../support/interpret.js';

/**
 * The scatter that defines the operator, independent of the IR: every input element adds to where the kernel carries
 * it.
 */
function scatter(s: Conv2dTransposeShape, data: Float64Array, weights: Float64Array): Float64Array {
  const [oh, ow] = transposedSize(s);
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const position = (n: number, c: number, y: number, x: number, channels: number, h: number, w: number): number =>
    s.layout === 'NCHW' ? ((n * channels + c) * h + y) * w + x : ((n * h + y) * w + x) * channels + c;
  const out = new Float64Array(s.batch * s.outChannels * oh * ow);
  for (let n = 0; n < s.batch; n++)
    for (let ic = 0; ic < s.inChannels; ic++)
      for (let y = 0; y < s.height; y++)
        for (let x = 0; x < s.width; x++)
          for (let oc = 0; oc < ocg; oc++)
            for (let ky = 0; ky < s.kernel[0]; ky++)
              for (let kx = 0; kx < s.kernel[1]; kx++) {
                const row = y * s.stride[0] + ky * s.dilation[0] - s.pad[0];
                const column = x * s.stride[1] + kx * s.dilation[1] - s.pad[1];
                if (row < 0 || row >= oh || column < 0 || column >= ow) continue;
                const channel = Math.floor(ic / icg) * ocg + oc;
                const weight = weights[((ic * ocg + oc) * s.kernel[0] + ky) * s.kernel[1] + kx]!;
                out[position(n, channel, row, column, s.outChannels, oh, ow)]! +=
                  data[position(n, ic, y, x, s.inChannels, s.height, s.width)]! * weight;
              }
  return out;
}

const few = fc.integer({ min: 1, max: 3 });
const anyShape = fc.record({
  batch: fc.integer({ min: 1, max: 2 }),
  ...{ groups: few, icg: few, ocg: few },
  height: fc.integer({ min: 1, max: 5 }),
  width: fc.integer({ min: 1, max: 5 }),
  kernel: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })),
  stride: fc.tuple(few, few),
  dilation: fc.tuple(few, few),
  pad: fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 3 }))),
  outputPadding: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })),
  layout: fc.constantFrom('NCHW', 'NHWC', 'any'),
});

describe('conv2d_transpose', () => {
  test('computes the scatter, for any stride, padding, output padding, dilation, groups and layout', () => {
    fc.assert(
      fc.property(anyShape, (s) => {
        const extent = (d: 0 | 1): number =>
          ((d === 0 ? s.height : s.width) - 1) * s.stride[d] +
          s.dilation[d] * (s.kernel[d] - 1) +
          1 -
          s.pad[d]! -
          s.pad[d + 2]! +
          s.outputPadding[d];
        fc.pre(extent(0) > 0 && extent(1) > 0);
        fc.pre(([0, 1] as const).every((d) => s.outputPadding[d] < Math.max(s.stride[d], s.dilation[d])));
        const workload = conv2dTranspose.workload(undefined, {
          batch: `${s.batch}`,
          inChannels: `${s.groups * s.icg}`,
          outChannels: `${s.groups * s.ocg}`,
          height: `${s.height}`,
          width: `${s.width}`,
          kernel: s.kernel.join('x'),
          stride: s.stride.join('x'),
          dilation: s.dilation.join('x'),
          pad: s.pad.join(),
          outputPadding: s.outputPadding.join('x'),
          groups: `${s.groups}`,
          layout: s.layout,
        });
        const shape = conv2dTransposeShape(workload);
        expect(transposedSize(shape)).toEqual([extent(0), extent(1)]);
        const nest = lower(naiveSchedule(workload));
        const random = new Random(1);
        const inputs = nest.inputs.map((t) => Float64Array.from({ length: size(t.shape) }, () => random.int(9) - 4));
        const [data, weights] = inputs as [Float64Array, Float64Array];
        expect([...interpret(nest, inputs)]).toEqual([...scatter(shape, data, weights)]);
        const encoded = JSON.parse(JSON.stringify(conv2dTranspose.encode(workload))) as WorkloadArg[];
        expect(conv2dTranspose.decode(encoded)).toEqual(workload);
      }),
      { numRuns: 50 },
    );
  });

  test('counts the FLOPs of the convolution that it is the gradient of', () => {
    const first = conv2dTranspose.workload('dcgan.G1', {});
    expect(transposedSize(conv2dTransposeShape(first))).toEqual([8, 8]);
    expect(conv2dTranspose.flops(first)).toBe(2 * 1024 * 512 * 16 * 4 * 4);
  });

  test('names say what differs', () => {
    expect(conv2dTranspose.workload(undefined, {}).name).toBe('dcgan.G1');
    expect(conv2dTranspose.workload('dcgan.G4', { layout: 'NHWC', epilogue: 'bias' }).name).toBe('dcgan.G4+NHWC+bias');
    expect(conv2dTranspose.workload('dcgan.G4', { outputPadding: '1x0' }).name).toBe('1x128x32x32-3-k4-s2-p1-op1x0');
  });

  test.each([
    ['output padding that a larger input would give', { outputPadding: '2' }, /below the stride.*at most 1/],
    ['four output paddings', { outputPadding: '1,1,0,0' }, /--output-padding "1,1,0,0" must be one number or two/],
    ['padding that leaves nothing', { pad: '9' }, /leaves no rows/],
    ['groups that do not divide', { groups: '3' }, /3 groups do not divide 1024 input channels/],
    ['an unknown layout', { layout: 'CHWN' }, /NCHW/],
    ['an unknown type', { dtype: 'float64' }, /float32/],
    ['an option of others', { m: '3' }, /no shape option "m"/],
  ])('refuses %s', (_, given, message) => {
    expect(() => conv2dTranspose.workload(undefined, given)).toThrow(UsageError);
    expect(() => conv2dTranspose.workload(undefined, given)).toThrow(message);
  });

  test.each([
    ['nothing', []],
    ['weights of another input', argsWith({ weights: [63, 8, 3, 3] })],
    ['an absurd extent', argsWith({ data: [1, 64, 1e12, 5] })],
    ['absurd groups', argsWith({ groups: 9e15 })],
    ['a layout that is not known', argsWith({ layout: 'CHWN' })],
  ])('when a record holds %s, it is refused', (_, args) => {
    expect(() => conv2dTranspose.decode(args)).toThrow(UsageError);
  });
});

function argsWith(change: {
  readonly data?: readonly number[];
  readonly weights?: readonly number[];
  readonly groups?: number;
  readonly layout?: string;
}): WorkloadArg[] {
  const { data = [1, 64, 5, 5], weights = [64, 8, 3, 3], groups = 1, layout = 'NCHW' } = change;
  const tensors: WorkloadArg[] = [
    ['TENSOR', data, 'float32'],
    ['TENSOR', weights, 'float32'],
  ];
  return [...tensors, [2, 2], [1, 1, 1, 1], [1, 1], layout, 'float32', [0, 0], groups, [], []];
}
