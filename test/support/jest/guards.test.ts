import { exec, execFileSync, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';

interface Realm {
  readonly stateOfRealm: () => unknown;
  readonly leftInRealm: (before: unknown, after: unknown) => readonly string[];
  readonly restoreRealm: (before: unknown) => void;
}
const load = createRequire(import.meta.url);
const { leftInRealm, restoreRealm, stateOfRealm } = load('./realm.cjs') as Realm;
const { checkTier } = load('./tiers.cjs') as { readonly checkTier: (suite: string, program: string) => void };

test('a suite of units that starts a program fails, however it does', () => {
  const starts = [() => spawn('true'), () => exec('true'), () => execFileSync('true')];
  for (const start of starts)
    expect(start).toThrow(/guards\.test\.ts starts ".*": suites that do are in test\/kernels/);
});

test.each([
  ['/x/test/ir/a.test.ts', '/usr/bin/gcc', 'test/ir/a.test.ts starts "gcc"'],
  ['/x/test/kernels/ir/a.test.ts', '/usr/bin/node', 'suites that do are in test/system/.'],
  ['/x/test/kernels/ir/a.test.ts', '/usr/bin/gcc', undefined],
  ['/x/test/system/cli/a.test.ts', '/usr/bin/node', undefined],
])('%s that starts %s is in the wrong tier or is not', (suite, program, says) => {
  const check = (): void => {
    checkTier(suite, program);
  };
  if (says === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(says);
});

test('what a suite leaves behind is named, and what it changes of the process is put back', () => {
  const before = stateOfRealm();
  const [now, folder] = [Date.now, process.cwd()];
  const timer = setTimeout(() => undefined, 60_000);
  const listener = (): void => undefined;
  process.on('SIGUSR2', listener);
  process.env['LEFT_BEHIND'] = 'yes';
  process.chdir('/');
  Object.assign(globalThis, { leftBehind: true });
  Date.now = () => 0;
  try {
    restoreRealm(before);
    expect([process.env['LEFT_BEHIND'], process.cwd()]).toEqual([undefined, folder]);
    expect(leftInRealm(before, stateOfRealm()).toSorted()).toEqual([
      'a Timeout that is active',
      `a listener for the process's "SIGUSR2"`,
      'another Date.now',
      'the global leftBehind',
    ]);
  } finally {
    Date.now = now;
    Reflect.deleteProperty(globalThis, 'leftBehind');
    process.off('SIGUSR2', listener);
    clearTimeout(timer);
  }
  expect(leftInRealm(before, stateOfRealm())).toEqual([]);
});
