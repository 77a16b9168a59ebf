/** Shapes for the contract of templates of matmul: vectors, primes, rows that tiles do not divide. */
import type { AwkwardShapes } from '../operator.js';

export const awkwardMatmul: AwkwardShapes = [
  { m: '1', n: '1', k: '1' },
  { m: '1', n: '37', k: '64' },
  { m: '31', n: '1', k: '5' },
  { m: '7', n: '13', k: '11' },
  { m: '97', n: '101', k: '131' },
  { m: '64', n: '64', k: '64' },
  { m: '33', n: '77', k: '555', constant: 'B' },
  { m: '130', n: '66', k: '67', epilogue: 'bias,relu' },
  { m: '29', n: '50', k: '70', epilogue: 'bias,add,relu6', constant: 'B' },
  { m: '53', n: '47', k: '150', transA: 'true' },
  { m: '70', n: '83', k: '139', transB: 'true', epilogue: 'bias' },
  { m: '19', n: '35', k: '77', transA: 'true', transB: 'true' },
  { m: '1', n: '300', k: '133' },
  { m: '13', n: '129', k: '257', transB: 'true', epilogue: 'bias,relu' },
  { m: '211', n: '1', k: '101', epilogue: 'bias,add' },
  { m: '40', n: '1', k: '67', transA: 'true' },
  { m: '1', n: '61', k: '403', transA: 'true', transB: 'true', constant: 'B' },
  // Rows of whole 16 bytes, that tiles do not divide.
  { m: '72', n: '136', k: '104', transA: 'true' },
  { m: '100', n: '45', k: '84', transB: 'true', epilogue: 'bias' },
  { m: '150', n: '88', k: '200', epilogue: 'bias,relu' },
  // Steps with numbers, and inputs of one kind twice.
  { m: '35', n: '70', k: '40', epilogue: 'scale,bias,silu,add,leaky:0.1,add,tanh' },
  { m: '18', n: '39', k: '25', epilogue: 'prelu,clip:-0.5:2.5,mul,hardsigmoid', transB: 'true' },
];
