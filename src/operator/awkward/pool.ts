/** Shapes for the contract of templates of pool: windows over borders, strides that skip, few columns. */
import type { AwkwardShapes } from '../operator.js';

/** What shapes have that do not say otherwise. */
const plain = { outer: '1', inner: '1', stride: '1', pad: '0' };

const shapes: AwkwardShapes = [
  { height: '1', width: '1', kernel: '1' },
  { outer: '5', height: '23', width: '37', kernel: '3', stride: '2', pad: '1' },
  { outer: '3', height: '14', width: '14', kernel: '2', stride: '2' },
  { outer: '2', height: '9', width: '11', inner: '19', kernel: '3', stride: '2', pad: '1' },
  { outer: '3', height: '12', width: '10', inner: '16', kernel: '2', stride: '2', epilogue: 'relu' },
  { outer: '4', height: '17', width: '35', kernel: '3', pad: '1', op: 'average' },
  { outer: '2', height: '8', width: '9', inner: '24', kernel: '3', stride: '2', pad: '0,1,1,0', op: 'average' },
  { outer: '2', height: '15', width: '20', kernel: '3x5', stride: '2x3', pad: '1,2,0,3', dilation: '2' },
  {
    ...{ outer: '3', height: '13', width: '20', kernel: '3', stride: '2', pad: '1' },
    ...{ op: 'average', beyond: '1', countIncludePad: 'true' },
  },
  { outer: '2', height: '7', width: '7', inner: '40', kernel: '7', op: 'average', epilogue: 'hardswish,leaky:0.1' },
  { outer: '2', height: '30', width: '21', kernel: '19x2', op: 'average', beyond: '3x0' },
];

export const awkwardPool: AwkwardShapes = shapes.map((shape) => ({ ...plain, ...shape }));
