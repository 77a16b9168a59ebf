import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { missingHere } from '../../../../src/backend/cpu/march.js';
import { exportKernels } from '../../../../src/index.js';
import { logOf, must, ownFolder, recordOf } from '../../../products/export/fixtures.js';
import { describeWhere, testWhere } from '../../../support/skips.js';

const folder = ownFolder();
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** The target of the kernel that a library finds for the shape of its records. */
const findProgram = `
#include <stdio.h>
#include "levels.h"
int main(void) {
  levels_matmul_shape shape = {9, 21, 10, 0, 0, 0, 0, 0};
  puts(levels_matmul_kernel(&shape)->target);
  return 0;
}
`;

/** A product, tuned for each of some CPUs, as a library with a program that asks for its kernel. */
async function libraryFor(name: string, targets: readonly string[], ...make: readonly string[]): Promise<string> {
  const library = join(folder, name);
  const shape = { m: '9', n: '21', k: '10' };
  const records = targets.map((target) => recordOf({ template: 'matmul.blocked', shape, target }));
  const { kernels } = await exportKernels([logOf(folder, records, `${name}.jsonl`)], { out: library, name: 'levels' });
  expect(kernels.map(({ target }) => target).sort()).toEqual([...targets].sort());
  writeFileSync(join(library, 'test', 'find.c'), findProgram);
  must(library, 'make', '-j2', 'CFLAGS=-O1 -Werror', ...make, 'all', 'build/test');
  const compiler = make.find((word) => word.startsWith('CC='))?.slice(3) ?? 'gcc';
  must(library, compiler, '-Iinclude', 'test/find.c', 'build/liblevels.a', '-o', 'build/find');
  return library;
}

const isX86 = process.arch === 'x64';

describeWhere(isX86, 'an x86')('a library for several kinds of CPUs', () => {
  const levels = ['x86-64', 'x86-64-v3', 'x86-64-v4'];
  let library: string;
  beforeAll(async () => {
    library = await libraryFor(
      'levels',
      levels.map((level) => `llvm -mcpu=${level} -threads=1`),
    );
  });

  test('finds the kernel of the highest level that this machine has, and tests all that it can run', () => {
    const here = levels.filter((level) => missingHere(level).length === 0);
    expect(must(library, 'build/find')).toBe(`llvm -mcpu=${here.at(-1)!} -threads=1\n`);
    expect(must(library, 'build/test')).toMatch(
      new RegExp(`^3 kernels: 0 failed, ${levels.length - here.length} skipped$`, 'm'),
    );
  });

  // Skipped where qemu is missing: apt-get install qemu-user. It has no AVX-512, and AVX2 since 7.2.
  testWhere(has('qemu-x86_64'), 'apt-get install qemu-user')('calls nothing that an older CPU would not run', () => {
    for (const [cpu, level, skipped] of [
      ['Nehalem', 'x86-64', 2],
      ['Haswell', 'x86-64-v3', 1],
    ] as const) {
      expect(must(library, 'qemu-x86_64', '-cpu', cpu, 'build/find')).toContain(`-mcpu=${level} `);
      expect(must(library, 'qemu-x86_64', '-cpu', cpu, 'build/test')).toContain(`0 failed, ${skipped} skipped`);
    }
  });
});

const cross = 'aarch64-linux-gnu-gcc';
const emulator = process.arch === 'arm64' ? [] : ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'];
const hasCross = has(cross) && emulator.slice(0, 1).every(has);

// Skipped where they are missing: apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user.
describeWhere(hasCross, 'apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user')(
  'a library for AArch64',
  () => {
    const cpus = ['generic', 'cortex-a72', 'neoverse-n1'];
    const targetOf = (cpu: string): string => `llvm -mtriple=aarch64-linux-gnu -mcpu=${cpu} -threads=1`;

    test('is built by a cross compiler, right, and finds the kernel of the CPU that it runs on', async () => {
      const library = await libraryFor('arm', cpus.map(targetOf), `CC=${cross}`, 'AR=aarch64-linux-gnu-ar');
      const said = must(library, 'make', `CC=${cross}`, 'CFLAGS=-O1 -Werror', `RUN=${emulator.join(' ')}`, 'test');
      expect(said).toMatch(/^3 kernels: 0 failed, 0 skipped$/m);
      if (emulator.length === 0) return;
      const [qemu, ...words] = emulator as [string, ...string[]];
      expect(must(library, qemu, ...words, '-cpu', 'max', 'build/find')).toBe(`${targetOf('neoverse-n1')}\n`);
      const old = must(library, qemu, ...words, '-cpu', 'cortex-a53', 'build/find');
      expect(cpus.slice(0, 2).map((cpu) => `${targetOf(cpu)}\n`)).toContain(old);
      expect(must(library, qemu, ...words, '-cpu', 'cortex-a53', 'build/test')).toContain('0 failed, 1 skipped');
    });
  },
);
