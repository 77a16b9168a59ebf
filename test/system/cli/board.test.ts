import { expect } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, ended, start, tune } from '../../cli/bin.js';
import { hasRedis, redisNeeds, TestRedis } from '../../support/farm/redis.js';
import { secret } from '../../support/farm/simulated.js';
import { untilReady } from '../../support/farm/until-ready.js';
import { testWhere } from '../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);

testOnRedis('a board without a compiler or a package serves with two files', async () => {
  buildOnce();
  const folder = mkdtempSync(join(tmpdir(), 'tune-board-'));
  const redis = await TestRedis.start();
  const workers: ChildProcess[] = [];
  try {
    const made = spawnSync(process.execPath, ['bin/board.mjs', '--out', folder], { encoding: 'utf8' });
    expect(made).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/tune\.mjs {2}\d+ kB, starts in \d+ ms\n.*runner {2}\d+ kB, starts in \d+ ms\n$/),
    });
    const env = { TUNE_FARM_SECRET: secret };
    const builder = start(folder, ['worker', '--queue', redis.url, '--build'], env);
    const target = `llvm -mcpu=${process.arch === 'x64' ? 'x86-64-v2' : 'generic'} -threads=1`;
    const served = ['worker', '--queue', redis.url, '--device', 'board', '--target', target];
    const board = spawn(process.execPath, ['tune.mjs', ...served, '--runner', join(folder, 'runner')], {
      cwd: folder,
      env: { ...env, PATH: '/nowhere', HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    workers.push(builder, board);
    const ends = workers.map(ended);
    await Promise.all(workers.map(untilReady));
    const shape = ['-m', '16', '-n', '16', '-k', '16'];
    const where = ['--farm', redis.url, '--device', 'board'];
    const run = tune(folder, ['matmul', ...shape, '--trials', '3', '--seed', '1', ...where], env);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^trials {4}3 run, 0 failed/m) });
    workers.forEach((worker) => worker.kill('SIGINT'));
    const [, last] = await Promise.all(ends);
    expect(last!.stdout).toMatch(/^\d+ trials done, 0 messages refused\.$/m);
  } finally {
    workers.forEach((worker) => worker.kill('SIGKILL'));
    await redis.stop();
    rmSync(folder, { recursive: true });
  }
});
