/** Shapes for the contract of templates of elementwise: broadcasts, views of views, what vectors do not fill. */
import type { AwkwardShapes } from '../operator.js';

export const awkwardElementwise: AwkwardShapes = [
  { inputs: '1', expression: 'a' },
  { inputs: '2x3x5x7,3x1x1,7', expression: 'max(a * b + c, 0) - leaky(a, 0.25)' },
  { inputs: '4099,4099', expression: 'clip(silu(a) + gelu(b), -0.5, 1.5)' },
  { inputs: '33x1,1x65', expression: 'a / (1.5 + abs(b)) + tanh(a * b)' },
  { inputs: '2x19x37', expression: 'transpose(a, 2, 0, 1)' },
  { inputs: '1x35x9x23', expression: 'transpose(a, 0, 2, 3, 1) + 1' },
  { inputs: '2x48x7x9', expression: 'transpose(reshape(a, 2, 3, 16, 7, 9), 0, 1, 3, 4, 2)' },
  { inputs: '2x3x7x9x16', expression: 'reshape(transpose(a, 0, 1, 4, 2, 3), 2, 48, 7, 9)' },
  { inputs: '2x5x7x16,80', expression: 'relu(reshape(transpose(a, 0, 1, 3, 2), 2, 80, 7) + reshape(b, 80, 1))' },
  { inputs: '1x40x6x11', expression: 'transpose(reshape(pad(a, 1, 0, 8), 1, 3, 16, 6, 11), 0, 1, 3, 4, 2)' },
  { inputs: '3x20x6,3x13x6,3x1x6', expression: 'concat(1, a, b, exp(c))' },
  { inputs: '5x9,5x30', expression: 'concat(1, a, b)' },
  { inputs: '4x31x17', expression: 'slice(slice(a, 1, 30, -3, 9), 2, 1, 2, 8)' },
  { inputs: '3x8x21', expression: 'pad(pad(a, 1, 2, 0, -1), 2, 3, 40, 0.5)' },
  { inputs: '2x5x6x7', expression: 'repeat(repeat(a, 2, 2), 3, 3)' },
  { inputs: '1x24x4x5', expression: 'reshape(transpose(reshape(a, 1, 3, 8, 4, 5), 0, 2, 1, 3, 4), 1, 24, 4, 5)' },
  { inputs: '70x130,130x70', expression: 'a + transpose(b, 1, 0)' },
  { inputs: '64x100', expression: 'sqrt(abs(transpose(a, 1, 0)) + 0.1) + log(abs(transpose(a, 1, 0)) + 1)' },
  {
    inputs: '3x1x5',
    expression: 'floor(expand(a, 2, 3, 40, 5) * 3) + ceil(a) + pow(abs(a) + 1, 0.75) + pow(abs(a) + 1, 1.3)',
  },
];
