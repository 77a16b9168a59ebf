import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { must } from './fixtures.js';

const warnings = '-Wall -Wextra -Wpedantic -Wsign-conversion -Werror';

/** Of gcc, and of clang where it is installed: of C++ and of C. */
const clang = spawnSync('clang-16', ['--version']).status === 0 ? ['clang-16'] : [];
const compilers = { cpp: ['g++', ...clang], c: ['gcc', ...clang] };

/** Throws with what a compiler warns of: the headers as C++20, all sources and `programs` as C11. */
export function compileStrictly(library: string, ...programs: readonly string[]): void {
  const headers = readdirSync(join(library, 'include')).map((name) => `include/${name}`);
  const words = ['-x', 'c++', '-std=c++20', ...warnings.split(' '), '-Iinclude', '-fsyntax-only'];
  for (const compiler of compilers.cpp)
    for (const header of headers) must(library, compiler, ...words, '-include', header, '/dev/null');
  for (const compiler of compilers.c) {
    const build = `build-strict-${compiler}`;
    const targets = programs.map((name) => `${build}/${name}`);
    const options = [`BUILD=${build}`, `CC=${compiler}`, `WARNINGS=${warnings}`, 'CFLAGS=-O0'];
    must(library, 'make', '-k', '-j2', '-s', ...options, 'all', ...targets);
  }
}
