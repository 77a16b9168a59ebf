import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { levelOf } from '../../../src/backend/cpu/isa/levels.js';
import { vectorsOf } from '../../../src/backend/cpu/isa/of-cpu.js';
import { missingHere, nameFromCommands, nameFromHelp } from '../../../src/backend/cpu/march.js';
import { fingerprint } from '../../../src/backend/cpu/fingerprint.js';
import { machine, parseCpuList, readCaches } from '../../../src/target/machine.js';
import { packageRoot } from '../../../src/target/root.js';

describe('the machine', () => {
  test('cores, caches and memory are positive and plausible', () => {
    const { cores, caches, memoryBytes } = machine();
    expect(cores).toBeGreaterThanOrEqual(1);
    expect(caches.l1).toBeGreaterThanOrEqual(8 * 1024);
    expect(caches.l2).toBeGreaterThanOrEqual(caches.l1);
    expect(memoryBytes).toBeGreaterThan(2 ** 28);
  });

  test('its fingerprint is stable, one word, and tells cores and caches apart', () => {
    const amd = {
      cpu: 'AMD EPYC family 25 model 17',
      arch: 'x64',
      cores: 2,
      caches: { l1: 32768, l2: 1048576, l3: 16777216 },
      memoryBytes: 1,
    };
    expect(fingerprint(amd)).toBe('amd-epyc-family-25-model-17.2c.l1-32k.l2-1024k.l3-16384k');
    expect(fingerprint({ ...amd, cpu: 'Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz' })).toMatch(
      /^intel-xeon-e5-2680-v4\.2c/,
    );
    expect(fingerprint()).toBe(fingerprint());
    expect(fingerprint()).toMatch(/^\S+$/);
  });

  test('the root of the package is where package.json and native/ are', () => {
    expect(packageRoot()).toBe(process.cwd());
  });
});

describe('what CPUs can do', () => {
  const v3 = ['__AVX2__', '__FMA__', '__F16C__', '__BMI__', '__BMI2__', '__LZCNT__', '__MOVBE__', '__AVX__'];

  test('the x86-64 level is the highest whose instruction sets are all there', () => {
    expect(levelOf(new Set(v3))).toBe('x86-64-v3');
    expect(levelOf(new Set([...v3, '__AVX512F__']))).toBe('x86-64-v3');
    expect(levelOf(new Set(['__SSE4_2__', '__SSSE3__', '__POPCNT__', '__AVX__']))).toBe('x86-64-v2');
    expect(levelOf(new Set())).toBe('x86-64');
  });

  test('AArch64 has 32 registers of 4 lanes', () => {
    const vectors = vectorsOf('generic', 'arm64', new Set(['__aarch64__', '__ARM_NEON']));
    expect(vectors).toMatchObject({ lanes: 4, registers: 32, masks: false });
  });

  test('the name of an Arm CPU is read from what gcc, or clang, says of itself', () => {
    const command = ' "/usr/lib/llvm-16/bin/clang" "-cc1" "-triple" "aarch64" "-target-cpu" "neoverse-n1" "-E"';
    expect(nameFromCommands(command)).toBe('neoverse-n1');
    expect(nameFromHelp('  -mcmodel=   small\n  -mcpu=                      neoverse-n1\n')).toBe('neoverse-n1');
    expect(nameFromHelp('  -march=   x\n')).toBeUndefined();
  });

  test('this machine runs what it was itself named', () => {
    expect(missingHere('native')).toEqual([]);
  });
});

describe('lists and sizes of sysfs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const cache = (index: number, fields: Record<string, string>): void => {
    mkdirSync(join(folder, `index${index}`));
    for (const [name, text] of Object.entries(fields)) writeFileSync(join(folder, `index${index}`, name), text + '\n');
  };

  test('a list of CPUs is read with its ranges', () => {
    expect(parseCpuList('0-2,5')).toEqual([0, 1, 2, 5]);
    expect(parseCpuList('')).toEqual([]);
  });

  test('when a cache is shared then each core counts on its part', () => {
    cache(0, { level: '1', type: 'Data', size: '32K', shared_cpu_list: '0-1' });
    cache(1, { level: '1', type: 'Instruction', size: '64K', shared_cpu_list: '0-1' });
    cache(2, { level: '2', type: 'Unified', size: '1024K', shared_cpu_list: '0-1' });
    cache(3, { level: '3', type: 'Unified', size: '32M', shared_cpu_list: '0-15' });
    expect(readCaches(folder, 2)).toEqual({ l1: 32768, l2: 1 << 20, l3: 4 << 20 });
  });

  test('when sysfs lists no cache then common sizes stand in', () => {
    expect(readCaches(join(folder, 'none'), 1)).toEqual({ l1: 32768, l2: 524288, l3: 524288 });
  });
});
