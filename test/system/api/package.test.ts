import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildOnce, jsonLines } from '../../cli/bin.js';
import { quickGcc, withQuickGcc } from '../../support/quick-gcc.js';

/** Bytes of the installed package, without what it depends on; logs that ship are three million of them. */
const LARGEST = 7.5e6;

let folder = '';
let size = 0;

/** Runs a program in the folder where the package is installed, with a cache that is empty at first. */
function run(program: string, args: readonly string[]): string {
  // How fast what is built runs is no matter here.
  const { PATH } = withQuickGcc();
  const env = {
    ...process.env,
    PATH: `${join(folder, 'gcc')}:${PATH}`,
    NODE_OPTIONS: '',
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Compiles a folder as strictly as tsc does, the declarations that it uses, too, and where no types of Node are. */
function compile(name: string, options: object): void {
  const compilerOptions = { strict: true, module: 'NodeNext', target: 'ES2023', rootDir: '.', types: [], ...options };
  writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', name]);
}

beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune package '));
  mkdirSync(join(folder, 'gcc'));
  const script = `case "$*" in *native/runner/*) exec /usr/bin/gcc "$@" -O0 ;; esac\nexec "${quickGcc}" "$@"`;
  writeFileSync(join(folder, 'gcc', 'gcc'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // What prepack does was done by buildOnce; test/fresh packs a tree that was never built.
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder, ...quiet], {
    encoding: 'utf8',
  });
  const [{ filename, unpackedSize }] = JSON.parse(packed) as [{ filename: string; unpackedSize: number }];
  size = unpackedSize;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }));
  run('npm', ['install', '--prefer-offline', ...quiet, `./${filename}`]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the package, installed in an empty folder elsewhere', () => {
  test('has one file of types, which imports nothing but what the package depends on', () => {
    const root = join(folder, 'node_modules', 'tune');
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.d.ts') && !/^(node_modules|native)\//.test(name))).toEqual([
      'dist/index.d.ts',
    ]);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const types = readFileSync(join(root, 'dist', 'index.d.ts'), 'utf8');
    const imports = Array.from(types.matchAll(/^(?:import|export) .*from '([^']+)'/gm), ([, name]) => name);
    expect(imports.length).toBeGreaterThan(0);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imports));
    expect(types).not.toMatch(/<reference /);
  });

  test('is small, and has what it says that it has', () => {
    expect(size).toBeLessThan(LARGEST);
    const { bin, types } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { tune: string }; types: string };
    for (const file of [bin.tune, types, 'native/runner/main.c', 'logs/shipped'])
      expect(existsSync(join(folder, 'node_modules', 'tune', file))).toBe(true);
  });

  test('gives `npx tune`, which builds its native parts at first use in the cache of the user', () => {
    const shape = ['-m', '16', '-n', '16', '-k', '16', '--threads', '1', '--explorer', 'random'];
    const stdout = run('npx', ['tune', 'matmul', ...shape, '--trials', '2', '--json']);
    expect(jsonLines(stdout).at(-1)).toMatchObject({ event: 'finish', trials: 2, failed: 0 });
    expect(readdirSync(join(folder, 'cache', 'tune')).length).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'logs', 'matmul.16x16x16.jsonl'))).toBe(true);
  });

  test('compiles and runs the program that docs/reference/library.md begins with, its types without those of Node', () => {
    const program = /```ts\n([^]*?)```/.exec(readFileSync('docs/reference/library.md', 'utf8'))![1]!;
    // The same program with less to do.
    const smaller = program
      .replace(
        'inChannels: 64, height: 56, width: 56, outChannels: 64',
        'inChannels: 4, height: 9, width: 9, outChannels: 8',
      )
      .replace('trials: 64', 'trials: 2');
    expect(smaller).not.toBe(program);
    mkdirSync(join(folder, 'program'));
    writeFileSync(join(folder, 'program', 'program.ts'), smaller);
    compile('program', { outDir: '../out' });
    expect(run(process.execPath, ['out/program.js'])).toMatch(/GFLOPS with conv2d\.\w+\n[^]*\{/);
    expect(readFileSync(join(folder, 'conv.jsonl'), 'utf8').trim().split('\n').length).toBeGreaterThan(1);
  });

  test('type-checks the examples, as modules of a user', () => {
    const examples = join(folder, 'node_modules', 'tune', 'examples');
    cpSync(examples, join(folder, 'modules'), { recursive: true });
    // The declarations were checked with the program.
    compile('modules', { allowJs: true, checkJs: true, noImplicitAny: false, noEmit: true, skipLibCheck: true });
  });
});
