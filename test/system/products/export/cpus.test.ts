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
  levels_matmul_shape shape = {9, 21, 10, 0, 0, 0, 0, 0, DTYPE};
  puts(levels_matmul_kernel(&shape)->target);
  return 0;
}
`;

/** Of what type a product is for which CPU. */
type Typed = readonly [target: string, dtype: string];
const ofFloats = (targets: readonly string[]): Typed[] => targets.map((target) => [target, 'float32']);

/** A product, tuned for each of some CPUs, as a library with a program that asks for its kernel of the first type. */
async function libraryFor(name: string, tuned: readonly Typed[], ...make: readonly string[]): Promise<string> {
  const library = join(folder, name);
  const shape = { m: '9', n: '21', k: '10' };
  const records = tuned.map(([target, dtype]) =>
    recordOf({ template: 'matmul.blocked', shape: { ...shape, dtype }, target }),
  );
  const { kernels } = await exportKernels([logOf(folder, records, `${name}.jsonl`)], { out: library, name: 'levels' });
  expect(kernels.map(({ target }) => target).sort()).toEqual(tuned.map(([target]) => target).sort());
  writeFileSync(join(library, 'test', 'find.c'), findProgram);
  must(library, 'make', '-j2', 'CFLAGS=-O1 -Werror', ...make, 'all', 'build/test');
  const compiler = make.find((word) => word.startsWith('CC='))?.slice(3) ?? 'gcc';
  const dtype = `-DDTYPE=LEVELS_${tuned[0]![1].toUpperCase()}`;
  must(library, compiler, '-Iinclude', dtype, 'test/find.c', 'build/liblevels.a', '-o', 'build/find');
  return library;
}

const isX86 = process.arch === 'x64';

describeWhere(isX86, 'an x86')('a library for several kinds of CPUs', () => {
  const levels = ['x86-64', 'x86-64-v3', 'x86-64-v4'];
  let library: string;
  beforeAll(async () => {
    library = await libraryFor('levels', ofFloats(levels.map((level) => `llvm -mcpu=${level} -threads=1`)));
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

describeWhere(isX86, 'an x86')('a library of bytes for several kinds of CPUs', () => {
  const [vnni, avx2] = ['x86-64-v4+avx512vnni', 'x86-64-v3'].map((cpu) => `llvm -mcpu=${cpu} -threads=1`);
  let library: string;
  beforeAll(async () => {
    library = await libraryFor('bytes', [
      [vnni!, 'uint8'],
      [avx2!, 'uint8'],
    ]);
  });

  test('asks for the instructions of a kernel, and finds the one without them where they are missing', () => {
    const here = missingHere('x86-64-v4+avx512vnni').length === 0;
    expect(must(library, 'build/find')).toBe(`${here ? vnni! : avx2!}\n`);
    expect(must(library, 'build/test')).toContain(`2 kernels: 0 failed, ${here ? 0 : 1} skipped`);
  });

  testWhere(has('qemu-x86_64'), 'apt-get install qemu-user')('calls nothing that an older CPU would not run', () => {
    expect(must(library, 'qemu-x86_64', '-cpu', 'Haswell', 'build/find')).toContain(`${avx2!}\n`);
    expect(must(library, 'qemu-x86_64', '-cpu', 'Haswell', 'build/test')).toContain('0 failed, 1 skipped');
    expect(must(library, 'qemu-x86_64', '-cpu', 'Nehalem', 'build/find')).toMatch(/^plain$/m);
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
      const library = await libraryFor('arm', ofFloats(cpus.map(targetOf)), `CC=${cross}`, 'AR=aarch64-linux-gnu-ar');
      const said = must(library, 'make', `CC=${cross}`, 'CFLAGS=-O1 -Werror', `RUN=${emulator.join(' ')}`, 'test');
      expect(said).toMatch(/^3 kernels: 0 failed, 0 skipped$/m);
      if (emulator.length === 0) return;
      const [qemu, ...words] = emulator as [string, ...string[]];
      expect(must(library, qemu, ...words, '-cpu', 'max', 'build/find')).toBe(`${targetOf('neoverse-n1')}\n`);
      const old = must(library, qemu, ...words, '-cpu', 'cortex-a53', 'build/find');
      expect(cpus.slice(0, 2).map((cpu) => `${targetOf(cpu)}\n`)).toContain(old);
      expect(must(library, qemu, ...words, '-cpu', 'cortex-a53', 'build/test')).toContain('0 failed, 1 skipped');
    });

    test('has kernels of bytes and of bfloat16 by the instructions of the CPU', async () => {
      const ofTypes: readonly Typed[] = [
        [targetOf('generic+dotprod'), 'int8'],
        [targetOf('generic+i8mm'), 'uint8'],
        [targetOf('generic+bf16'), 'bfloat16'],
        [targetOf('generic'), 'int8'],
      ];
      const library = await libraryFor('armtypes', ofTypes, `CC=${cross}`, 'AR=aarch64-linux-gnu-ar');
      const said = must(library, 'make', `CC=${cross}`, 'CFLAGS=-O1 -Werror', `RUN=${emulator.join(' ')}`, 'test');
      expect(said).toContain('4 kernels: 0 failed');
      if (emulator.length === 0) return;
      expect(said).toContain('0 skipped');
      const old = [...emulator.slice(1), '-cpu', 'cortex-a53'];
      expect(must(library, emulator[0]!, ...old, 'build/find')).toBe(`${targetOf('generic')}\n`);
      expect(must(library, emulator[0]!, ...old, 'build/test')).toContain('0 failed, 3 skipped');
    });
  },
);
