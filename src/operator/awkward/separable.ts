/** Shapes for the contract of templates of separable: channels that do not fill vectors, borders on some sides. */
import type { AwkwardShapes } from '../operator.js';
import { pairShape } from './image-shape.js';

export const awkwardSeparable: AwkwardShapes = [
  pairShape([1, 1, 1, 1, 1], { kernel: '1', pad: '0' }),
  pairShape([2, 24, 9, 13, 20], { kernel: '3', pad: '1', between: 'bias,relu6', epilogue: 'bias' }),
  pairShape([1, 37, 11, 7, 19], { kernel: '3', stride: '2', pad: '1', between: 'bias', epilogue: 'bias,add,relu' }),
  pairShape([2, 32, 10, 12, 48], { kernel: '3', pad: '1', layout: 'any', between: 'relu', epilogue: 'add' }),
  pairShape([1, 64, 7, 7, 32], {
    ...{ kernel: '5', pad: '2', layout: 'any', between: 'bias,hardswish' },
    epilogue: 'bias,add,leaky:0.1,bias',
  }),
  pairShape([1, 16, 8, 17, 33], { kernel: '3x5', stride: '2x1', pad: '1,2,0,3', dilation: '1x2' }),
  pairShape([1, 40, 14, 14, 24], { kernel: '3', pad: '0', between: 'scale,prelu', epilogue: 'scale,prelu' }),
  pairShape([1, 5, 2, 3, 7], { kernel: '5', pad: '3', layout: 'any' }),
  pairShape([3, 96, 6, 5, 16], { kernel: '2', stride: '3', pad: '0,0,1,1', layout: 'any', epilogue: 'bias,relu6' }),
  pairShape([1, 18, 5, 37, 130], { kernel: '7x1', pad: '3,0,3,0', between: 'bias', epilogue: 'bias' }),
];
