import { describe, expect, test } from '@jest/globals';
import { kernelFlags } from '../../../src/backend/cpu/flags.js';
import { reference } from '../../../src/backend/cpu/reference.js';
import { toolchainNamed } from '../../../src/backend/cpu/toolchains.js';
import { findOperator } from '../../../src/operator/registry.js';

describe('the reference of a product', () => {
  test.each([
    ['16', true],
    ['256', false],
  ])('of %s squared has threads and is optimized where that pays', (size, isBrief) => {
    const workload = findOperator('matmul').workload(undefined, { m: size, n: size, k: size });
    const kernel = reference(workload, 2);
    expect(kernel).toMatchObject({ isBrief, openmp: !isBrief });
    expect(kernel.source.includes('omp parallel')).toBe(!isBrief);
  });

  test.each([
    ['brief reference', '-Og'],
    ['reference', '-O3'],
    ['kernel', '-O2'],
  ] as const)('a %s is compiled with %s', (purpose, level) => {
    const flags = kernelFlags(toolchainNamed('x86_64-linux-gnu'), 'gcc', { cpu: 'x', openmp: false, purpose });
    expect(flags.filter((flag) => flag.startsWith('-O'))).toEqual([level]);
  });
});
