import { quantise } from './quantise.js';

/** Numbers below this are looked up. */
const SMALL = 4096;
const small = Float32Array.from({ length: SMALL }, (_, x) => quantise(Math.log2(x + 1)));

/** log2(x + 1), of negative numbers -log2(1 - x), as AutoTVM scales its features; quantised. */
export function scaled(x: number): number {
  if (x < 0) return -scaled(-x);
  return x < SMALL && Number.isInteger(x) ? small[x]! : quantise(Math.log2(x + 1));
}
