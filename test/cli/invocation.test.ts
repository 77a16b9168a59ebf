import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { invocation, typedWith } from '../../src/cli/invocation.js';

const folder = mkdtempSync(join(tmpdir(), 'invocation '));
const script = join(folder, 'bin', 'tune');
mkdirSync(join(folder, 'bin'));
mkdirSync(join(folder, 'path'));
writeFileSync(script, '');
symlinkSync(script, join(folder, 'path', 'tune'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['npx', script, { npm_command: 'exec' }, folder, 'npx tune'],
  ['its name, where that is found', script, { PATH: `/nowhere:${join(folder, 'path')}` }, folder, 'tune'],
  ['a path below here', script, {}, folder, 'bin/tune'],
  ['a path elsewhere, quoted', script, { PATH: '/nowhere' }, '/usr', `'${script}'`],
])('a command that is printed begins with %s', (_, started, env, cwd, words) => {
  expect(invocation(started, env, cwd)).toBe(words);
});

test('a command line with another value of an option keeps all other words, quoted', () => {
  const words = ['network', 'a b.onnx', '--trials', '0', '--threads', '1', '--trials=5', '--shape', 'x=1x3'];
  expect(typedWith(words, '--trials', '64')).toBe("tune network --trials 64 'a b.onnx' --threads 1 --shape x=1x3");
});
