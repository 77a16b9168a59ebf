import { expect, test } from '@jest/globals';
import { numberText } from '../../src/codegen/scalar-text.js';

test.each([
  [3, '3.0f'],
  [-0.5, '-0.5f'],
  [Math.fround(-3.4028234663852886e38), '-3.4028234663852886e+38f'],
  [1e21, '1e+21f'],
  [2 ** -80, '8.271806125530277e-25f'],
  [Infinity, '__builtin_inff()'],
  [-1e300, '-__builtin_inff()'],
])('%p is %s in C', (value, text) => {
  expect(numberText(value)).toBe(text);
});
