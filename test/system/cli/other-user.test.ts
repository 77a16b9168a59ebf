/** A first run of somebody who owns neither the package nor a home. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { buildOnce, type Ended } from '../../cli/bin.js';
import { testWhere } from '../../support/skips.js';

/** Modes bind nobody who is root, and only root can become somebody else: the user of a number that no entry has. */
const isRoot = process.getuid?.() === 0;
const stranger = isRoot ? ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'] : [];
const canBecome = !isRoot || spawnSync(stranger[0]!, [...stranger.slice(1), 'test', '-x', 'bin/tune']).status === 0;
const here = testWhere(canBecome, 'a folder that other users may enter, as root');

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-stranger-'));
  for (const name of ['', 'home', 'gcc']) {
    mkdirSync(join(folder, name), { recursive: true });
    chmodSync(join(folder, name), 0o777);
  }
  mkdirSync(join(folder, 'locked'), { mode: 0o555 });
  // How fast the runner is, and the machine, does not matter here.
  writeFileSync(join(folder, 'gcc', 'gcc'), '#!/bin/sh\nexec /usr/bin/gcc -DROUNDS=1 "$@" -O0\n', { mode: 0o755 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs bin/tune with these variables of the environment and no others, in a package that is not the user's. */
function tune(env: Readonly<Record<string, string>>, ...args: readonly string[]): Ended {
  const words = Object.entries({ PATH: `${folder}/gcc:/usr/bin:/bin`, ...env }).map((pair) => pair.join('='));
  const command = [...stranger, 'env', '-i', ...words, process.execPath, resolve('bin/tune'), ...args];
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), { cwd: folder, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

const few = 'matmul -m 8 -n 16 -k 8 --threads 1 --trials 1 --seed 1 --template matmul.blocked --explorer random'.split(
  ' ',
);

here('without a home, what is built lives as long as the run', () => {
  const { code, stdout, stderr } = tune({}, ...few, '--log', 'homeless.jsonl');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('log homeless.jsonl') });
  expect(stdout).toContain('1 run, 0 failed');
});

here('an empty XDG_CACHE_HOME is none: what is built is kept at home', () => {
  const { code } = tune({ HOME: join(folder, 'home'), XDG_CACHE_HOME: '' }, ...few, '--log', 'home.jsonl');
  expect(code).toBe(0);
  const kept = readdirSync(join(folder, 'home', '.cache', 'tune')).sort();
  const programs = ['peak', 'runner'].map((name): unknown => expect.stringMatching(`^tune-${name}-`));
  expect(kept).toEqual(['objects', ...programs]);
});

// No library has that operator, so that none is looked for.
const bench = ['bench', 'conv1d', '--template', resolve('examples/conv1d.js'), '--threads', '1', '--rounds', '1'];

here.each<[what: string, variable: string, args: readonly string[], said: RegExp, exit: number]>([
  ['a cache', 'XDG_CACHE_HOME', bench, /^tune: There is no cache folder to keep drivers in: set XDG_CACHE_HOME to/m, 3],
  ['a temporary folder', 'TMPDIR', few, /^tune: No temporary folder can be made in .*: set TMPDIR to a folder/m, 1],
])('without %s one sentence says what to do', (_, variable, args, says, exit) => {
  const { code, stderr } = tune({ [variable]: join(folder, 'locked') }, ...args);
  expect(stderr).toMatch(says);
  expect(code).toBe(exit);
});
