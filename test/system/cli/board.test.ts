import { expect } from '@jest/globals';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, ended, start, tune } from '../../cli/bin.js';
import { hasRedis, redisNeeds, TestRedis } from '../../support/farm/redis.js';
import { secret } from '../../support/farm/simulated.js';
import { untilReady } from '../../support/farm/until-ready.js';
import { testWhere } from '../../support/skips.js';

const cross = 'aarch64-linux-gnu';
const hasCross = [`${cross}-gcc`, 'qemu-aarch64'].every(
  (command) => spawnSync(command, ['--version'], { stdio: 'ignore', env: process.env }).status === 0,
);

interface Board {
  /** Options of `npm run farm:board`. */
  readonly made: readonly string[];
  /** That it serves. */
  readonly target: string;
  /** Beside the secret; its PATH has no compiler. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a run on a board says whose two files were made here, and the board at its end. */
async function tunedOn({ made, target, env }: Board, run: readonly string[]) {
  buildOnce();
  const folder = mkdtempSync(join(tmpdir(), 'tune-board-'));
  const redis = await TestRedis.start();
  const workers: ChildProcess[] = [];
  try {
    const files = spawnSync(process.execPath, ['bin/board.mjs', ...made, '--out', folder], {
      encoding: 'utf8',
      env: process.env,
    });
    expect(files).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/tune\.mjs {2}\d+ kB, starts in \d+ ms\n.*runner {2}\d+ kB, starts in \d+ ms\n$/),
    });
    const shared = { TUNE_FARM_SECRET: secret };
    const builder = start(folder, ['worker', '--queue', redis.url, '--build'], shared);
    const served = ['worker', '--queue', redis.url, '--device', 'board', '--target', target];
    const board = spawn(process.execPath, ['tune.mjs', ...served, '--runner', join(folder, 'runner')], {
      cwd: folder,
      env: { ...shared, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    workers.push(builder, board);
    const ends = workers.map(ended);
    await Promise.all(workers.map(untilReady));
    const where = ['--trials', '3', '--seed', '1', '--farm', redis.url, '--device', 'board'];
    const said = tune(folder, [...run, ...where], shared);
    workers.forEach((worker) => worker.kill('SIGINT'));
    const [, last] = await Promise.all(ends);
    return { said, last: last!.stdout };
  } finally {
    workers.forEach((worker) => worker.kill('SIGKILL'));
    await redis.stop();
    rmSync(folder, { recursive: true });
  }
}

const done = { code: 0, stdout: expect.stringMatching(/^trials {4}3 run, 0 failed/m) };

testWhere(hasRedis, redisNeeds)('a board without a compiler or a package serves with two files', async () => {
  const target = `llvm -mcpu=${process.arch === 'x64' ? 'x86-64-v2' : 'generic'} -threads=1`;
  const board = { made: [], target, env: { PATH: '/nowhere' } };
  const { said, last } = await tunedOn(board, ['matmul', '-m', '16', '-n', '16', '-k', '16']);
  expect(said).toMatchObject(done);
  expect(last).toMatch(/^\d+ trials done, 0 messages refused\.$/m);
});

testWhere(hasRedis && hasCross && process.arch === 'x64', `${redisNeeds}; ${cross}-gcc, qemu-user`)(
  'so does one of another architecture, which qemu emulates here, and its times are said to be no times',
  async () => {
    const path = mkdtempSync(join(tmpdir(), 'tune-qemu-'));
    symlinkSync(execFileSync('which', ['qemu-aarch64'], { encoding: 'utf8' }).trim(), join(path, 'qemu-aarch64'));
    const env = { PATH: path, QEMU_LD_PREFIX: `/usr/${cross}` };
    const target = `llvm -mtriple=${cross} -mcpu=cortex-a76 -threads=1`;
    const shape = ['--in-channels', '8', '--out-channels', '8', '--height', '7', '--width', '7'];
    const { said } = await tunedOn({ made: ['--triple', cross], target, env }, ['conv2d', ...shape]);
    rmSync(path, { recursive: true });
    expect(said).toMatchObject(done);
    expect(said.stdout).toContain(target);
    expect(said.stderr).toMatch(/emulated: answers are checked, times mean nothing[^]*Times are an emulator’s/);
  },
);
