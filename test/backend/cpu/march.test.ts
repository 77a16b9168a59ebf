import { expect, test } from '@jest/globals';
import { hostCpu } from '../../../src/backend/cpu/march.js';
import { avx512bf16 } from '../../../src/backend/cpu/isa/sets/avx512bf16.js';
import { cpuFeatures, cpuVendor } from '../../../src/target/cpu-features.js';

test('the dot products of bfloat16 are in the name of a CPU that has them, but for those where they are slow', () => {
  const isThere = cpuFeatures().includes('avx512_bf16');
  const isSlow = avx512bf16.slowOn!.includes(cpuVendor() ?? '');
  expect(hostCpu(['bfloat16']).split('+').includes(avx512bf16.name)).toBe(isThere && !isSlow);
});
