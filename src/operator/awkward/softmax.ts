/** Shapes for the contract of templates of softmax: rows of one element, along vectors and across them. */
import type { AwkwardShapes } from '../operator.js';

export const awkwardSoftmax: AwkwardShapes = [
  { outer: '1', n: '1', inner: '1' },
  { outer: '5', n: '37', inner: '1' },
  { outer: '3', n: '7', inner: '1', logarithm: 'true' },
  { outer: '2', n: '1000', inner: '1' },
  { outer: '19', n: '64', inner: '1', logarithm: 'true' },
  { outer: '2', n: '11', inner: '45' },
  { outer: '1', n: '21', inner: '131', logarithm: 'true' },
  { outer: '3', n: '5', inner: '2' },
];
