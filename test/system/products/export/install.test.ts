import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { exportKernels } from '../../../../src/index.js';
import { few, logOf, must, ownFolder, recordOf } from '../../../products/export/fixtures.js';
import { describeWhere, testWhere } from '../../../support/skips.js';

const folder = ownFolder();
const library = join(folder, 'lib');
const example = /```c\n([^]*?)```/.exec(readFileSync('docs/guide/export.md', 'utf8'))![1]!;
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** All files below a folder. */
const filesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name).slice(root.length)] : []))
    .sort();

beforeAll(async () => {
  await exportKernels([logOf(folder, few.map(recordOf))], { out: library, name: 'gemm' });
});

// All by gcc, whatever CC says: clang has no OpenMP for programs that are linked statically.
testWhere(has('pkg-config'), 'apt-get install pkg-config')('make installs below DESTDIR what pkg-config finds', () => {
  const root = join(folder, 'root');
  must(library, 'make', '-j2', 'CC=gcc', 'CFLAGS=-O1', `DESTDIR=${root}`, 'PREFIX=/opt/gemm', 'install');
  expect(filesOf(root)).toEqual([
    '/opt/gemm/include/gemm.h',
    '/opt/gemm/include/gemm_elements.h',
    '/opt/gemm/include/gemm_kernels.h',
    '/opt/gemm/lib/libgemm.a',
    '/opt/gemm/lib/libgemm.so',
    '/opt/gemm/lib/pkgconfig/gemm.pc',
  ]);
  const lib = `${root}/opt/gemm/lib`;
  writeFileSync(join(root, 'ten.c'), example);
  const ask = `PKG_CONFIG_SYSROOT_DIR=${root} PKG_CONFIG_PATH=${lib}/pkgconfig pkg-config --cflags --libs gemm`;
  must(root, 'sh', '-c', `gcc ten.c $(${ask}) -o shared && gcc ten.c $(${ask} --static) -static -o static`);
  expect(must(root, 'env', `LD_LIBRARY_PATH=${lib}`, './shared') + must(root, './static')).toBe('6\n6\n');
});

describeWhere(has('cmake'), 'apt-get install cmake')('CMake', () => {
  const [built, prefix, user] = ['built', 'prefix', 'user'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];

  test('builds the library, runs its self-test, and installs what find_package and pkg-config find', () => {
    const definitions = ['-DCMAKE_C_COMPILER=gcc', '-DCMAKE_C_FLAGS=-Werror', `-DCMAKE_INSTALL_PREFIX=${prefix}`];
    must(folder, 'cmake', '-S', library, '-B', built, ...definitions);
    must(folder, 'cmake', '--build', built, '-j2');
    expect(must(built, 'ctest')).toContain('100% tests passed');
    must(folder, 'cmake', '--install', built);
    mkdirSync(user);
    writeFileSync(join(user, 'ten.c'), example);
    writeFileSync(join(user, 'CMakeLists.txt'), consumer);
    must(user, 'cmake', '-S', '.', '-B', '.', `-DCMAKE_PREFIX_PATH=${prefix}`, '-DCMAKE_C_COMPILER=gcc');
    must(user, 'cmake', '--build', '.');
    expect(must(user, './ten')).toBe('6\n');
    const pc = join(
      prefix,
      filesOf(prefix).find((path) => path.endsWith('gemm.pc'))!,
    );
    const libdir = join(dirname(pc), '..');
    expect(readFileSync(pc, 'utf8')).toContain(`prefix=${prefix}\n`);
    expect(existsSync(join(libdir, 'libgemm.a'))).toBe(true);
  });

  test('makes of each kernel the machine code that make does', () => {
    must(library, 'make', '-j2', 'CC=gcc', 'BUILD=usual', 'usual/libgemm.a');
    const code = (object: string): string => must(folder, 'objdump', '-d', object).replace(/^.*file format.*$/m, '');
    const names = readdirSync(join(library, 'src', 'kernels'));
    const others = names.filter((name) => {
      const made = code(join(library, 'usual', 'kernels', name.replace(/c$/, 'o')));
      return made !== code(join(built, 'CMakeFiles', 'gemm.dir', 'src', 'kernels', `${name}.o`));
    });
    expect([names.length, others]).toEqual([few.length, []]);
  });
});

const consumer = `cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(gemm 1.0 REQUIRED)
add_executable(ten ten.c)
target_link_libraries(ten gemm::gemm)
`;

const nodePrefix = resolve(process.execPath, '..', '..');
const gyp = join(nodePrefix, 'lib', 'node_modules', 'npm', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
const hasGyp = existsSync(gyp) && existsSync(join(nodePrefix, 'include', 'node', 'common.gypi')) && has('python3');

// Skipped where Node came without npm's node-gyp or its headers, and where there is no python3.
testWhere(hasGyp, 'the headers of Node, its node-gyp and python3')(
  'node-gyp builds the addon, which multiplies typed arrays',
  () => {
    must(library, 'make', '-j2', 'build/libgemm.a');
    const node = join(library, 'node');
    must(node, process.execPath, gyp, 'rebuild', `--nodedir=${nodePrefix}`);
    const use = `const { plan } = require('.');
    const product = plan('matmul', { m: 2, n: 2, k: 2 }).run([Float32Array.of(1, 2, 3, 4), Float32Array.of(5, 6, 7, 8)]);
    const tuned = plan('conv2d', { inChannels: 5, height: 7, width: 6, outChannels: 6, kernel: [3, 3], pad: [1, 1, 1, 1] });
    const ones = tuned.elements.slice(0, 2).map((count) => new Float32Array(count).fill(1));
    console.log([...product].join(), tuned.name.includes('plain'), tuned.run(ones)[7].toFixed(3));`;
    expect(must(node, process.execPath, '-e', use)).toBe('19,22,43,50 false 45.000\n');
  },
);
