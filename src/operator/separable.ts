/**
 * separable: a depthwise separable convolution (Sifre, 2014; Howard et al., MobileNets, 2017), a depthwise convolution
 * and the 1x1 convolution that reads it: middle[n, y, x, c] = between(sum over kh, kw of data[n, y*stride +
 * kh*dilation - pad, …, c] * weights[c, kh, kw]), out[n, y, x, oc] = epilogue(sum over c of middle[n, y, x, c] *
 * weights2[oc, c]). Weights are OIHW, as those of conv2d; all of them are constant. Activations are NHWC, float32.
 */
import { z } from 'zod';
import { zero } from '../ir/index.js';
import { at, input, sum, times } from '../ir/compute.js';
import type { Computation } from '../ir/tensor.js';
import { checkKernel, conv2dComputation, outputSize, plainName, type Conv2dShape } from './conv2d.js';
import { defineOperator } from './declaration.js';
import { buildTail, epilogueField } from './epilogue.js';
import { firstFields, firstOf, pairFields, readFirstName } from './pair.js';

const schema = z.object({ ...firstFields, ...pairFields, epilogue: epilogueField() });

export type SeparableShape = Readonly<z.infer<typeof schema>>;

/** Of MobileNetV2, by the size of what goes in. */
const workloads = {
  'mobilenetv2.112': { ...images(32, 112, 16), pad: '1' },
  'mobilenetv2.112s2': { ...images(96, 112, 24), stride: '2', pad: '1' },
  'mobilenetv2.56': { ...images(144, 56, 24), pad: '1' },
  'mobilenetv2.28': { ...images(192, 28, 32), pad: '1' },
  'mobilenetv2.14': { ...images(384, 14, 64), pad: '1' },
  'mobilenetv2.14w': { ...images(576, 14, 96), pad: '1' },
  'mobilenetv2.7': { ...images(960, 7, 160), pad: '1' },
};

function images(inChannels: number, size: number, outChannels: number): Readonly<Record<string, string>> {
  const extents = { inChannels: `${inChannels}`, height: `${size}`, width: `${size}`, outChannels: `${outChannels}` };
  return { ...extents, kernel: '3' };
}

export const separable = defineOperator<SeparableShape>({
  name: 'separable',
  summary: 'a depthwise convolution and the 1x1 convolution behind it, what lies between kept in the cache',
  shape: schema,
  workloads,
  describe: (s) => plainName({ ...depthwiseOf(s), outChannels: s.outChannels, groups: 1 }),
  undescribe: readFirstName,
  check: (s) => {
    checkKernel(depthwiseOf(s));
  },
  flops: (s) => {
    const [oh, ow] = outputSize(depthwiseOf(s));
    return 2 * s.batch * oh * ow * s.inChannels * (s.kernel[0] * s.kernel[1] + s.outChannels);
  },
  computation,
});

export const separableShape = separable.shapeOf;

export function depthwiseOf(s: SeparableShape): Conv2dShape {
  return firstOf({ ...s, outChannels: s.inChannels }, s.inChannels);
}

function computation(s: SeparableShape): Computation {
  const first = conv2dComputation(depthwiseOf(s));
  const middle = { ...first.output, name: 'middle' };
  const weights = input('weights2', [s.outChannels, s.inChannels]);
  const shape = [s.batch, ...outputSize(depthwiseOf(s)), s.outChannels];
  const tail = buildTail(s.epilogue, shape, [s.outChannels], (axes) => [axes[3]!], { before: s.between });
  const output = sum(
    'out',
    shape,
    ['n', 'oh', 'ow', 'oc'],
    { c: s.inChannels },
    ([n, y, x, oc], { c }) => times(at(middle, n, y, x, c, zero), at(weights, oc, c)),
    tail.finish,
  );
  const [data] = first.inputs as [(typeof first.inputs)[number]];
  return {
    inputs: [...first.inputs, weights, ...tail.inputs],
    output,
    constants: [...first.constants, weights],
    free: s.layout === 'any' ? [data, ...tail.inputs.filter((one) => one.shape === shape), output] : [],
  };
}
