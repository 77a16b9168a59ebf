/** Shapes for the contract of templates of conv2d_transpose. */
import type { AwkwardShapes } from '../operator.js';
import { imageShape } from './image-shape.js';

export const awkwardConv2dTranspose: AwkwardShapes = [
  imageShape([1, 1, 1, 1, 1], { kernel: '1', stride: '1', pad: '0' }),
  imageShape([2, 5, 7, 6, 13], { kernel: '3', stride: '2', pad: '1' }),
  imageShape([1, 24, 4, 4, 32], { kernel: '4', stride: '2', pad: '1', layout: 'NHWC' }),
  imageShape([1, 10, 9, 16, 3], { kernel: '4', stride: '2', pad: '1' }),
  imageShape([1, 3, 5, 11, 17], { kernel: '5', stride: '3', pad: '2', outputPadding: '2x1' }),
  imageShape([1, 8, 5, 7, 20], { kernel: '2', stride: '3x4', pad: '0', epilogue: 'bias' }),
  imageShape([1, 6, 5, 6, 9], { kernel: '3x5', stride: '4x2', dilation: '2x3', pad: '1,2,0,3', groups: '3' }),
  imageShape([1, 12, 5, 5, 12], {
    kernel: '3',
    stride: '2',
    pad: '1',
    outputPadding: '1',
    groups: '12',
    layout: 'any',
  }),
  imageShape([2, 16, 3, 31, 40], { kernel: '3', stride: '1', pad: '0', epilogue: 'bias,add,relu' }),
  imageShape([1, 7, 6, 19, 24], {
    kernel: '7x4',
    stride: '2x3',
    pad: '9,0,1,5',
    epilogue: 'bias,add,relu6',
    layout: 'NHWC',
    constant: 'none',
  }),
  imageShape([1, 8, 5, 6, 20], { kernel: '4', stride: '2', pad: '1', epilogue: 'scale,bias,prelu,mul', layout: 'any' }),
];
