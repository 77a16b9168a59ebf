import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { chainFlags, multipliesAtOnce } from '../../../src/backend/cpu/chains.js';
import { vectorsOf } from '../../../src/backend/cpu/isa/of-cpu.js';
import { measurePeak } from '../../../src/backend/cpu/peak.js';
import { WorkError } from '../../../src/target/errors.js';
import { hostTarget } from '../../../src/backend/cpu/target.js';
import { packageRoot } from '../../../src/target/root.js';
import { testWhere } from '../../support/skips.js';
import { avx2 } from '../../support/targets.js';

test('the peak is a plausible number of operations a second', async () => {
  const peak = await measurePeak(hostTarget(1));
  // Between one operation a cycle of a slow core and 4 vectors of 16 multiply-adds a cycle of a fast one.
  expect(peak).toBeGreaterThan(1e9);
  expect(peak).toBeLessThan(1e12);
});

test.each(['uint8', 'int8', 'bfloat16', 'float16'])(
  'the peak of %s is measured with the dot products of its target',
  async (dtype) => {
    const target = hostTarget(1, dtype);
    const ratio = (await measurePeak(target, dtype)) / (await measurePeak(target));
    // Xeons without matrix registers make half as many of bfloat16; half of that beside another program.
    expect(ratio).toBeGreaterThan(multipliesAtOnce(target.vector, dtype) ? 0.25 : 0.02);
    expect(ratio).toBeLessThan(target.vector.matrices ? 80 : 10);
  },
);

describe('chains are', () => {
  const vector = vectorsOf('x86-64-v4+avx512f+avx512vnni+avx512bf16', 'x64', new Set());
  const stepOf = (dtype: string): string | undefined =>
    chainFlags(vector, dtype)
      .find((flag) => flag.startsWith('-DSTEP(x)='))
      ?.slice('-DSTEP(x)='.length);

  test('dot products of the instruction table', () => {
    expect(stepOf('uint8')).toBe('x = dot_uint8x64_int8x64_int32x16(x, a, b)');
    expect(stepOf('bfloat16')).toBe('x = dot_bfloat16x32_bfloat16x32_16(x, a, b)');
  });

  test('for int8 those of uint8, which are one instruction', () => {
    expect(stepOf('int8')).toBe(stepOf('uint8'));
  });

  test('multiply-adds of the sums where no set has dot products', () => {
    for (const dtype of ['float32', 'float16']) expect(stepOf(dtype)).toBe('x = x * a + b');
    expect(chainFlags(vector, 'float16')).toContain('-DPRODUCTS=16');
  });
});

testWhere(process.arch === 'x64', 'an x86')('dot products of several instructions multiply in every step', () => {
  const flags = ['-O2', '-fopenmp', '-march=x86-64-v3', ...chainFlags(avx2.vector, 'uint8')];
  const source = join(packageRoot(), 'native', 'peak.c');
  const { stdout, stderr } = spawnSync('gcc', [...flags, '-S', '-o', '-', source], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const labels = stdout.split(/^\.L\w+:$/m);
  const products = labels.map((part) => part.match(/vpmaddwd/g)?.length ?? 0);
  // Twelve chains take up pairs of 16 bits.
  expect(Math.max(...products)).toBe(12);
});

test('when the compiler refuses, that is a WorkError with its reason', async () => {
  const measured = measurePeak({ ...hostTarget(1), arch: 'no-such-cpu' });
  await expect(measured).rejects.toBeInstanceOf(WorkError);
  await expect(measured).rejects.toThrow(/could not be measured/);
});
