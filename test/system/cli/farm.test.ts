import { afterAll, beforeAll, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../../src/log/record/record.js';
import { tune } from '../../cli/bin.js';
import { CliFarm } from '../../support/farm/cli-farm.js';
import { hasRedis, redisNeeds } from '../../support/farm/redis.js';
import { secret } from '../../support/farm/simulated.js';
import { testWhere } from '../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);
const env = { TUNE_FARM_SECRET: secret };

let farm: CliFarm;

beforeAll(async () => {
  if (!hasRedis) return;
  farm = await CliFarm.start();
  await farm.serve(['--build', '--name', 'builder-1'], env);
  await farm.serve(['--device', 'device-1', '--tag', 'rack=a'], env);
});
afterAll(async () => {
  if (hasRedis) await farm.stop();
});

testOnRedis('tunes on workers, whose records replay here and there', () => {
  const where = ['--farm', farm.url, '--device', 'cpu,rack=a'];
  const shape = ['-m', '24', '-n', '24', '-k', '24', '--threads', '1'];
  const run = tune(
    farm.folder,
    ['matmul', ...shape, '--trials', '8', '--seed', '1', '--log', 'a.jsonl', ...where],
    env,
  );
  expect(run).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Farm: device-1 \d+ trials; nothing was lost\./),
  });
  expect(run.stdout).toMatch(/^trials {4}8 run, 0 failed/m);
  const records = readFileSync(join(farm.folder, 'a.jsonl'), 'utf8').trim().split('\n').map(decode);
  expect(records.filter((record) => typeof record !== 'string' && record.error === 0).length).toBeGreaterThanOrEqual(8);
  const again = tune(farm.folder, ['replay', 'a.jsonl', ...where], env);
  expect(again.stdout).toMatch(/reproduces|too noisy to judge/);
  const resumed = tune(farm.folder, ['matmul', ...shape, '--trials', '8', '--log', 'a.jsonl', ...where], env);
  expect(resumed.stdout).toMatch(/0 run/);
});

testOnRedis('status lists who is there, drain takes a device out, and a wrong secret is named', () => {
  const queue = ['--queue', farm.url];
  const found = JSON.parse(tune(farm.folder, ['farm', 'status', '--json', ...queue], env).stdout) as unknown;
  expect(found).toMatchObject({
    devices: [{ name: 'device-1', state: 'idle', tags: { rack: 'a' } }],
    builders: [{ name: 'builder-1', state: 'here' }],
  });
  expect(tune(farm.folder, ['farm', 'drain', 'device-2', ...queue], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "device-1"'),
  });
  expect(tune(farm.folder, ['farm', 'drain', 'device-1', ...queue], env).code).toBe(0);
  const run = ['matmul', '-m', '8', '-n', '8', '-k', '8', '--farm', farm.url];
  expect(tune(farm.folder, run, env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no device that is there and not drained (1 device known'),
  });
  expect(tune(farm.folder, ['farm', 'drain', 'device-1', '--undo', ...queue], env).code).toBe(0);
  expect(tune(farm.folder, run, { TUNE_FARM_SECRET: 'of another farm, by mistake' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('signed with another secret'),
  });
  expect(tune(farm.folder, ['worker', ...queue], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A worker needs --device NAME'),
  });
});

testOnRedis('workers that are interrupted say what they did, and leave nothing', async () => {
  const [builder, device] = await farm.end('SIGINT');
  expect(builder!.stdout).toMatch(/^\d+ builds? done, 0 messages refused\.$/m);
  expect(device!.stdout).toMatch(/^\d+ trials done, 0 messages refused\.$/m);
  const left = JSON.parse(tune(farm.folder, ['farm', 'status', '--json', '--queue', farm.url], env).stdout) as unknown;
  expect(left).toEqual({ devices: [], builders: [], other_versions: [] });
});
