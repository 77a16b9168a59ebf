import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { must } from './fixtures.js';

const warnings = '-Wall -Wextra -Wpedantic -Wsign-conversion -Werror';

/** Throws with what a compiler warns of: the headers as C++20, all sources and `programs` as C11. */
export function compileStrictly(library: string, ...programs: readonly string[]): void {
  const headers = readdirSync(join(library, 'include')).map((name) => `include/${name}`);
  const words = ['-x', 'c++', '-std=c++20', ...warnings.split(' '), '-Iinclude', '-fsyntax-only'];
  for (const header of headers) must(library, 'g++', ...words, header);
  const build = 'build-strict';
  const targets = programs.map((name) => `${build}/${name}`);
  const options = [`BUILD=${build}`, 'CC=gcc', `WARNINGS=${warnings}`, 'CFLAGS=-O0'];
  must(library, 'make', '-k', '-j2', '-s', ...options, 'all', ...targets);
}
