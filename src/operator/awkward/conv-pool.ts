/** Shapes for the contract of templates of conv_pool: windows that overlap, skip and reach over borders. */
import type { AwkwardShapes } from '../operator.js';
import { pairShape } from './image-shape.js';

type Options = Readonly<Record<string, string>>;

const none = { pad: '0', poolPad: '0', poolStride: '1' };

function shape(extents: Parameters<typeof pairShape>[0], rest: Options): Options {
  return pairShape(extents, { ...none, ...rest });
}

export const awkwardConvPool: AwkwardShapes = [
  shape([1, 1, 1, 1, 1], { kernel: '1', poolKernel: '1' }),
  shape([1, 3, 23, 29, 20], {
    ...{ kernel: '7', stride: '2', pad: '3', between: 'bias,relu' },
    ...{ poolKernel: '3', poolStride: '2', poolPad: '1' },
  }),
  shape([2, 16, 10, 12, 32], {
    kernel: '3',
    pad: '1',
    poolKernel: '2',
    poolStride: '2',
    layout: 'any',
    between: 'bias',
  }),
  shape([1, 5, 13, 17, 19], {
    ...{ kernel: '3', stride: '2', between: 'bias,relu6' },
    ...{ poolKernel: '3', poolStride: '2', epilogue: 'hardswish' },
  }),
  shape([1, 32, 9, 11, 48], {
    ...{ kernel: '3', pad: '1', layout: 'any', between: 'scale,prelu' },
    ...{ poolOp: 'average', poolKernel: '2', poolStride: '2' },
  }),
  shape([2, 7, 11, 9, 24], {
    kernel: '1',
    layout: 'any',
    poolKernel: '3',
    poolStride: '1',
    poolPad: '1',
    between: 'relu',
  }),
  shape([1, 6, 14, 15, 9], {
    ...{ kernel: '2x3', stride: '1x2', pad: '1,0,0,2', dilation: '2x1' },
    ...{ poolKernel: '2x3', poolStride: '3x1', poolPad: '0,1,1,2', between: 'bias' },
  }),
  shape([1, 17, 7, 7, 33], { kernel: '3', pad: '1', poolOp: 'average', poolKernel: '7', epilogue: 'leaky:0.1' }),
  shape([1, 4, 40, 6, 16], { kernel: '5x1', pad: '2,0,2,0', poolKernel: '5x2', poolStride: '4x3', layout: 'any' }),
];
