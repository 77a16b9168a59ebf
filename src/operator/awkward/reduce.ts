/** Shapes for the contract of templates of reduce: each operation, along vectors and across them, primes and ones. */
import type { AwkwardShapes } from '../operator.js';

export const awkwardReduce: AwkwardShapes = [
  { outer: '1', reduced: '1', inner: '1', op: 'sum' },
  { outer: '37', reduced: '49', inner: '1', op: 'mean', epilogue: 'relu' },
  { outer: '3', reduced: '13', inner: '41', op: 'mean' },
  { outer: '5', reduced: '101', inner: '1', op: 'max' },
  { outer: '7', reduced: '6', inner: '1', op: 'min' },
  { outer: '2', reduced: '17', inner: '16', op: 'min' },
  { outer: '9', reduced: '5', inner: '3', op: 'prod' },
  { outer: '11', reduced: '67', inner: '1', op: 'l1' },
  { outer: '2', reduced: '150', inner: '70', op: 'l2', epilogue: 'sigmoid' },
  { outer: '6', reduced: '31', inner: '1', op: 'sumsquare' },
  { outer: '4', reduced: '33', inner: '1', op: 'logsumexp' },
  { outer: '3', reduced: '19', inner: '23', op: 'logsumexp' },
];
