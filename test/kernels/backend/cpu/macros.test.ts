import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseTarget } from '../../../../src/backend/registry.js';
import { UsageError } from '../../../../src/target/errors.js';

const { CC } = process.env;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-macros-'));
  const compiler = join(folder, 'counting-gcc');
  writeFileSync(compiler, `#!/bin/sh\necho >> ${folder}/calls\nexec ${CC ?? 'gcc'} "$@"\n`, { mode: 0o755 });
  process.env['CC'] = compiler;
});
afterAll(() => {
  if (CC === undefined) delete process.env['CC'];
  else process.env['CC'] = CC;
  rmSync(folder, { recursive: true });
});

test('a log that names ever new CPUs starts a few compilers, and those that exist are still known', () => {
  for (let version = 0; version < 60; version++)
    for (const name of [`zen-${version}x`, `x86-64-v4+zz${version}`])
      expect(() => parseTarget(`llvm -mcpu=${name} -threads=1`)).toThrow(UsageError);
  expect(readFileSync(join(folder, 'calls'), 'utf8').length).toBeLessThan(40);
  expect(parseTarget('llvm -mcpu=native -threads=1')).toMatchObject({ kind: 'llvm', threads: 1 });
});
