/** Shapes for the contract of templates of batch_matmul. */
import type { AwkwardShapes } from '../operator.js';

export const awkwardBatchMatmul: AwkwardShapes = [
  { batch: '1', m: '1', n: '1', k: '1', transB: 'false' },
  { batch: '3', m: '17', n: '29', k: '70', transB: 'false' },
  { batch: '2', m: '33', n: '35', k: '130', transB: 'true', epilogue: 'bias,relu' },
  { batch: '5', m: '1', n: '37', k: '19', transA: 'true', transB: 'false' },
  { batch: '4', m: '23', n: '1', k: '41', constant: 'B', transB: 'false' },
  { batch: '2', m: '67', n: '40', k: '66', transA: 'true', transB: 'true', constant: 'B', epilogue: 'add' },
  { batch: '7', m: '5', n: '3', k: '2', transB: 'false' },
  { batch: '2', m: '128', n: '64', k: '32', transB: 'false' },
  { batch: '3', m: '1', n: '1', k: '257', transB: 'false' },
  { batch: '11', m: '31', n: '67', k: '1', transB: 'true' },
  { batch: '1', m: '3', n: '211', k: '47', transA: 'true', epilogue: 'bias,relu6', transB: 'false' },
  { batch: '2', m: '199', n: '2', k: '73', transB: 'true' },
  { batch: '3', m: '36', n: '100', k: '264', constant: 'B', epilogue: 'bias,add,relu', transB: 'false' },
  { batch: '3', m: '70', n: '40', k: '136', transB: 'false' },
  { batch: '2', m: '72', n: '50', k: '88', transA: 'true', transB: 'true' },
];
