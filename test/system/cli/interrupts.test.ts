import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../../src/space/random.js';
import { buildOnce } from '../../cli/bin.js';
import { interruptPhase, phases, prepare } from '../../support/interrupts.js';
import { withQuickGcc } from '../../support/quick-gcc.js';
import { testWhere } from '../../support/skips.js';

const env = { ...process.env, ...withQuickGcc(), NODE_OPTIONS: '' };
const random = new Random(7);
let folder = '';
beforeAll(async () => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-interrupts-'));
  await prepare(folder, env);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// A slice of `npm run soak:interrupts`.
test.each(phases)('an interrupt ends "$name" in order', async (phase) => {
  const found = await interruptPhase(phase, folder, {
    rounds: 1,
    from: phases.indexOf(phase),
    env,
    random: () => random.float(),
  });
  expect(found).toMatchObject({ wrong: 0, lost: 0, untold: 0, said: '' });
});

const endless = 'matmul -m 24 -n 24 -k 24 --threads 1 --explorer random --trials 100000 --early-stop 100000 --log';

test('nohup is honoured, and what ends a run besides still does', async () => {
  const args = [resolve('bin/tune'), ...endless.split(' '), 'nohup.jsonl', '--json'];
  const child = spawn('nohup', args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  let [stdout, isHungUp] = ['', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (isHungUp || !stdout.includes('"trial"')) return;
    isHungUp = true;
    process.kill(-child.pid!, 'SIGHUP');
    const before = stdout.length;
    void setTimeout(700).then(() => {
      expect(stdout.length).toBeGreaterThan(before);
      process.kill(-child.pid!, 'SIGINT');
    });
  });
  expect(await new Promise((done) => child.on('close', done))).toBe(130);
  expect(stdout).toMatch(/"event":"finish"/);
});

/** Runs a command on a terminal of its own, which it closes a while after its first words; writes how it ended. */
const onTerminal = `
import os, pty, select, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    os.execv(sys.argv[2], sys.argv[2:])
end = None
while end is None or time.time() < end:
    if end is None and os.path.exists("said") and os.path.getsize("said") > 0: end = time.time() + float(sys.argv[1])
    if select.select([terminal], [], [], 0.05)[0]: os.read(terminal, 65536)
os.close(terminal)
_, status = os.waitpid(pid, 0)
print(os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;
testWhere(hasPython, 'apt-get install python3')('a terminal that is closed ends a run without an assertion', () => {
  writeFileSync(join(folder, 'terminal.py'), onTerminal);
  const args = ['terminal.py', '1', resolve('bin/tune'), ...endless.split(' '), 'terminal.jsonl'];
  const { stdout } = spawnSync('python3', args, { cwd: folder, env, encoding: 'utf8' });
  const said = readFileSync(join(folder, 'said'), 'utf8');
  expect(said).not.toMatch(/Assertion|bug in tune/);
  expect({ stdout, said }).toEqual({ stdout: '130\n', said: expect.stringContaining('Stopping after') });
});
