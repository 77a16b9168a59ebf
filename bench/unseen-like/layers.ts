import type { DrawnShape } from '../../src/products/bench/unseen-like.js';

/** The input of a convolution. */
export interface Image {
  readonly channels: number;
  readonly height: number;
  readonly width: number;
}

interface Window {
  readonly outChannels: number;
  readonly kernel: number;
  readonly stride?: number;
  /** As much as keeps the size at a stride of 1, unless said otherwise. */
  readonly pad?: number;
  readonly groups?: number;
}

/** Batch 1, every layout free. */
export function convolution(from: string, image: Image, window: Window): DrawnShape {
  const { outChannels, kernel, stride = 1, pad = Math.floor(kernel / 2), groups = 1 } = window;
  const { channels: inChannels, height, width } = image;
  const numbers = { inChannels, height, width, outChannels, kernel, stride, pad, groups };
  return { from, operator: 'conv2d', options: { ...texts(numbers), layout: 'any' } };
}

/** A product with weights: B is constant. */
export function matmul(from: string, m: number, n: number, k: number): DrawnShape {
  return { from, operator: 'matmul', options: { ...texts({ m, n, k }), constant: 'B' } };
}

/** Scores Q · Kᵀ and their product with V, head by head. */
export function attention(from: string, heads: number, rows: number, length: number, head: number): DrawnShape[] {
  const product = (part: string, n: number, k: number, transB: boolean): DrawnShape => ({
    from: `${from}.${part}`,
    operator: 'batch_matmul',
    options: { ...texts({ batch: heads, m: rows, n, k }), transA: 'false', transB: String(transB) },
  });
  return [product('scores', length, head, true), product('context', head, length, false)];
}

function texts(numbers: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));
}
