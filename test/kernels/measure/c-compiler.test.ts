import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilerVersion, familyOf, hostCompiler, identify } from '../../../src/measure/c-compiler.js';
import { MissingError } from '../../../src/target/errors.js';
import { isAtLeast, oldestVersions } from '../../../src/target/oldest.js';

const before = process.env['CC'];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
});
afterEach(() => {
  if (before === undefined) delete process.env['CC'];
  else process.env['CC'] = before;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A program of this name, and what it prints when it is asked what it is; CC names it. */
function fake(name: string, says: string): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
  process.env['CC'] = path;
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(MissingError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

describe('the C compiler', () => {
  test.each([
    [undefined, ['gcc'], 'gcc libc6-dev'],
    ['', ['gcc'], 'gcc libc6-dev'],
    ['gcc-14', ['gcc-14'], 'gcc-14 libc6-dev'],
    ['cc', ['cc'], 'gcc libc6-dev'],
    ['  ccache   gcc ', ['ccache', 'gcc'], 'ccache gcc libc6-dev'],
    ['ccache cc', ['ccache', 'cc'], 'ccache gcc libc6-dev'],
    ['/opt/llvm/bin/clang-16 -g', ['/opt/llvm/bin/clang-16', '-g'], 'clang-16 libomp-16-dev libc6-dev'],
    ['clang', ['clang'], 'clang libomp-dev libc6-dev'],
  ])('CC=%p is %j, of the packages %s', (value, command, packages) => {
    if (value === undefined) delete process.env['CC'];
    else process.env['CC'] = value;
    expect(hostCompiler()).toEqual({ command, packages });
  });

  test.each([
    ['gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.', 'gcc', '12'],
    ['cc (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0\nCopyright (C) 2021 Free Software Foundation', 'gcc', '11'],
    ['gcc (GCC) 14.2.1 20240912 (Red Hat 14.2.1-3)\nFree Software Foundation', 'gcc', '14'],
    ['aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0\nFree Software Foundation', 'gcc', '12'],
    ['gcc (Alpine 13.2.1_git20240309) 13.2.1 20240309\nFree Software Foundation', 'gcc', '13'],
    ['Debian clang version 16.0.6 (15~deb12u1)\nTarget: x86_64-pc-linux-gnu', 'clang', '16'],
    ['Apple clang version 17.0.0 (clang-1700.0.13.3)', 'clang', '17'],
  ])('%j is %s %s', (text, family, version) => {
    expect(familyOf(text)).toEqual({ family, version });
  });

  test('when there is none then the error says how to get it', () => {
    process.env['CC'] = '/nowhere/gcc';
    expect(messageOf(identify)).toMatch(/"\/nowhere\/gcc" cannot be run.*apt-get install gcc libc6-dev/);
    process.env['CC'] = '/nowhere/clang-16';
    expect(messageOf(identify)).toMatch(/cannot be run.*apt-get install clang-16 libomp-16-dev libc6-dev/);
  });

  test.each([
    ['gcc', 'gcc (Debian 10.2.1-6) 10.2.1\nFree Software Foundation', /is gcc 10, .*install gcc-12 libc6-dev/],
    ['clang-14', 'Debian clang version 14.0.6', /is clang 14, .*install clang-16 libomp-16-dev libc6-dev/],
    ['tcc', 'tcc version 0.9.27 (x86_64 Linux)', /"tcc version 0.9.27 .*neither gcc nor clang.*install gcc libc6-dev/],
  ])('when it is %s and says %j then the error says what to install', (name, says, message) => {
    fake(name, says);
    expect(messageOf(identify)).toMatch(message);
  });

  test('its words go before all arguments', () => {
    process.env['CC'] = 'env NO_SUCH_VARIABLE=1 gcc';
    expect(identify().family).toBe('gcc');
  });

  test('when Ctrl-C ends it then it is asked again', () => {
    const once = `[ -e ${folder}/asked ] || { touch ${folder}/asked; kill -INT $$; }`;
    writeFileSync(join(folder, 'gcc'), `#!/bin/sh\n${once}\necho gcc 12\n`, { mode: 0o755 });
    expect(compilerVersion({ ...hostCompiler(), command: [join(folder, 'gcc')] })).toBe('gcc 12');
  });
});

test('the oldest versions that will do are those of package.json', () => {
  expect(oldestVersions()).toEqual({ node: '20.19', gcc: '12', clang: '16' });
});

test.each([
  ['v20.19.0', '20.19', true],
  ['20.18.3', '20.19', false],
  ['22.0.0', '20.19', true],
  ['18.20.8', '20.19', false],
  ['12', '12', true],
  ['11.4.0', '12', false],
])('whether %s is at least %s: %s', (version, wanted, expected) => {
  expect(isAtLeast(version, wanted)).toBe(expected);
});
