import { describe, expect, test } from '@jest/globals';
import { UsageError } from '../../../src/target/errors.js';
import { machine } from '../../../src/target/machine.js';
import { arch } from 'node:os';
import type { SimdTarget } from '../../../src/target/target.js';
import { formatTarget, parseTarget } from '../../../src/backend/registry.js';
import { testWhere } from '../../support/skips.js';

const onX86 = testWhere(arch() === 'x64', 'an x86');

/** A target string that names a CPU. */
function parseCpu(text: string, threads?: number): SimdTarget {
  const target = parseTarget(text, threads);
  if (target.model !== 'simd') throw new Error(`${text} is no CPU`);
  return target;
}

describe('parseTarget', () => {
  test('llvm alone is this machine with all its cores', () => {
    const target = parseCpu('llvm');
    expect(target.threads).toBe(machine().cores);
    expect(target.caches).toEqual(machine().caches);
    if (arch() === 'x64') expect(target.arch).toMatch(/^x86-64(-v[234])?$/);
  });

  test('formatTarget and parseTarget are each the inverse of the other', () => {
    for (const text of ['cuda -arch=sm_90', formatTarget(parseTarget('llvm', 3))]) {
      expect(formatTarget(parseTarget(text))).toBe(text);
    }
  });

  onX86('the vector unit is the one that gcc knows of the named CPU', () => {
    expect(parseCpu('llvm -mcpu=x86-64-v4').vector).toMatchObject({ lanes: 16, registers: 32, masks: true });
    expect(parseCpu('llvm -mcpu=x86-64-v3').vector).toMatchObject({ lanes: 8, registers: 16, masks: false });
    expect(parseCpu('llvm -mcpu=x86-64-v2').vector).toMatchObject({ lanes: 4, registers: 16, masks: false });
    expect(parseCpu('llvm -mcpu=skylake-avx512').vector.lanes).toBe(16);
    expect(parseTarget('llvm -mcpu=native').arch).toBe(parseTarget('llvm').arch);
  });

  test('threads come from the target, and the option takes precedence', () => {
    expect(parseCpu('llvm -threads=2').threads).toBe(2);
    expect(parseCpu('llvm -threads=2', 5).threads).toBe(5);
  });

  test('options that TVM writes into its logs are read and dropped', () => {
    expect(parseCpu('llvm -keys=cpu -link-params=0 -threads=1').threads).toBe(1);
    expect(parseTarget('cuda -keys=cuda,gpu -max_num_threads=1024 -arch=sm_80').arch).toBe('sm_80');
  });

  test.each([
    ['lvm', 'did you mean "llvm"'],
    ['', 'Targets are llvm and cuda'],
    ['llvm -cpu=haswell', 'did you mean "-mcpu=…"'],
    ['llvm haswell', 'has no option "haswell"'],
    ['llvm -threads=0', 'whole number'],
    ['llvm -threads=two', 'whole number'],
    ['llvm -threads=1e9', 'whole number'],
    ['llvm -mcpu=', 'no name of a CPU'],
    ['llvm -mcpu=-fplugin=evil.so', 'no name of a CPU'],
    ['llvm -mcpu=x;rm', 'no name of a CPU'],
    ['cuda -arch=90', 'did you mean "cuda -arch=sm_90"'],
    ['cuda -arch=sm_85', 'did you mean "cuda -arch=sm_86"'],
    ['cuda -arch=sm_90 -arch=sm_80', 'says -arch more than once'],
    ['llvm -threads=1 -threads=2', 'says -threads more than once'],
    ['cuda -arch=sm_9', 'did you mean "cuda -arch=sm_90"'],
    ['cuda -arch=sm_61', '"sm_61" is not a known CUDA architecture. Known are sm_70, sm_72, '],
    ['cuda -arch=', '"" is not a known CUDA architecture. Known are sm_70'],
  ])('when the target is "%s" then one sentence names the way out', (text, sentence) => {
    expect(() => parseTarget(text)).toThrow(UsageError);
    expect(() => parseTarget(text)).toThrow(sentence);
  });

  onX86('when gcc does not know the CPU then its nearest name is given', () => {
    expect(() => parseTarget('llvm -mcpu=haswel')).toThrow('"haswell"');
  });
});
