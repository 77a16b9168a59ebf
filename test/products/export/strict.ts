import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { noteSkipped } from '../../support/skips.js';
import { must } from './fixtures.js';

const usual = ['-Wall', '-Wextra', '-Werror'];
const warnings = [...usual, '-Wpedantic', '-Wsign-conversion'];

/** Of gcc, and of clang where it is installed: of C++ and of C. */
const clang = spawnSync('clang-16', ['--version']).status === 0 ? ['clang-16'] : [];
const compilers = { cpp: ['g++', ...clang], c: ['gcc', ...clang] };

/** Throws with what a compiler warns of: headers and all sources as C++20, these and `programs` as C11. */
export function compileStrictly(library: string, ...programs: readonly string[]): void {
  compileHeaders(library, 'include');
  compileAsCpp(library);
  compileSources(library, ...programs);
}

/** The same of sources and `programs` as C11, as make compiles them. */
export function compileSources(library: string, ...programs: readonly string[]): void {
  for (const compiler of compilers.c) {
    const build = `build-strict-${compiler}`;
    const targets = programs.map((name) => `${build}/${name}`);
    const options = [`BUILD=${build}`, `CC=${compiler}`, `WARNINGS=${warnings.join(' ')}`, 'CFLAGS=-O0'];
    must(library, 'make', '-k', '-j2', '-s', ...options, 'all', ...targets);
  }
}

/** The same of each header in a folder of the library, alone and as C++20. */
export function compileHeaders(library: string, folder: string): void {
  const headers = readdirSync(join(library, folder)).flatMap((name) => (name.endsWith('.h') ? [name] : []));
  const words = ['-x', 'c++', '-std=c++20', ...warnings, `-I${folder}`, '-fsyntax-only'];
  for (const compiler of compilers.cpp)
    for (const header of headers) must(library, compiler, ...words, '-include', header, '/dev/null');
}

/** The same of all sources, which are for this CPU: as C++20, and less strictly as C++14, which lacks initializers. */
export function compileAsCpp(library: string): void {
  if (clang.length === 0) noteSkipped('apt-get install clang-16');
  const sources = ['src', 'src/kernels', 'test'].flatMap((room) => sourcesOf(library, room));
  const words = ['-march=native', '-DWEIGHTS="weights"', '-Iinclude', '-Isrc', '-fopenmp', '-fsyntax-only'];
  for (const compiler of compilers.cpp) {
    must(library, compiler, '-x', 'c++', '-std=c++20', ...warnings, ...words, ...sources);
    must(library, compiler, '-x', 'c++', '-std=c++14', ...usual, ...words, ...sources);
  }
}

function sourcesOf(library: string, room: string): readonly string[] {
  if (!existsSync(join(library, room))) return [];
  return readdirSync(join(library, room)).flatMap((name) => (name.endsWith('.c') ? [join(room, name)] : []));
}
