import { afterEach, beforeEach, expect } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { seal, type Envelope } from '../../../../src/measure/farm/envelope.js';
import { JobQueue, type Outcome } from '../../../../src/measure/farm/job-queue.js';
import { FarmConnection } from '../../../../src/measure/farm/connection.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { Registry } from '../../../../src/measure/farm/registry.js';
import { Secret } from '../../../../src/measure/farm/secret.js';
import { farmStatus } from '../../../../src/measure/farm/status.js';
import { devicesFor } from '../../../../src/backend/farm/chosen-devices.js';
import { drawFrom, forge } from '../../../support/farm/forgeries.js';
import { overhear } from '../../../support/farm/overhear.js';
import { hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { kernelOf, secret, simulatedDevice, target } from '../../../support/farm/simulated.js';
import {
  connect,
  withSecret,
  SimulatedTuner,
  startBuilder,
  startDevice,
} from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);

let redis: TestRedis;
beforeEach(async () => {
  if (hasRedis) redis = await TestRedis.start();
});
afterEach(async () => {
  if (hasRedis) await redis.stop();
});

testOnRedis('forged, changed, replayed and oversized messages run nothing', async () => {
  const ran: string[] = [];
  const builder = await startBuilder(redis.url, { name: 'b' });
  const device = await startDevice(redis.url, { name: 'd', milliseconds: 1, onTrial: (source) => ran.push(source) });
  const overheard = overhear();
  const tuner = await SimulatedTuner.open(redis.url);
  const measurer = await KernelMeasurer.create(() => Promise.resolve(tuner.device), { seed: 1 });
  const entries = [0, 1, 2].map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  for await (const trial of measurer.measure({ reference: kernelOf(-1), target }, entries)) expect(trial.error).toBe(0);
  expect(ran).toHaveLength(3);
  expect(overheard.messages.length).toBeGreaterThanOrEqual(4);
  overheard.stop();

  const queue = await JobQueue.open(tuner.farm, 'run-d', { kept: { age: 1, count: 1 }, redeliveries: 0 });
  const draw = drawFrom(7);
  const outcomes: Outcome[] = [];
  for (let i = 0; i < 150; i++) {
    const real = overheard.messages[draw(overheard.messages.length)]!;
    // Every third is a replay, exactly as it was.
    const message = i % 3 === 0 ? real : forge(real, draw);
    outcomes.push(await queue.submit(`x${randomBytes(6).toString('hex')}`, message as Envelope));
  }
  expect(outcomes.filter((one) => !('failed' in one && one.failed.startsWith('refused: ')))).toEqual([]);
  expect(ran).toHaveLength(3);
  expect(device.heard.refusals).toHaveLength(150);
  await queue.close();
  await measurer.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
});

testOnRedis(
  'an answer that its device did not sign is not a time, and a card that nobody signed no device',
  async () => {
    const builder = await startBuilder(redis.url, { name: 'b' });
    const farm = await connect(redis.url);
    const { card } = simulatedDevice({ name: 'd' });
    await new Registry(farm).announceDevice(card);
    // Somebody without the secret takes its jobs.
    const forged = seal(new Secret('another secret of somebody'), 'ran', { of: 'x' });
    const thief = new farm.bullmq.Worker('run-d', () => Promise.resolve(forged), {
      ...farm.blockingOptions(),
      name: 'serve',
    });
    await thief.waitUntilReady();
    const tuner = await SimulatedTuner.open(redis.url);
    const stop = new AbortController();
    const measurer = await KernelMeasurer.create(() => Promise.resolve(tuner.device), { seed: 1 });
    const measuring = measurer.measure(
      { reference: kernelOf(-1), target },
      [{ make: () => kernelOf(1), tolerance: 1e-5 }],
      { signal: stop.signal },
    );
    setTimeout(() => {
      stop.abort();
    }, 500);
    const found = [];
    for await (const trial of measuring) found.push(trial);
    expect(found).toEqual([]);
    expect(tuner.happenings.summary()).toMatch(/forged or damaged answer in the name of d refused/);
    const stranger = seal(new Secret('another secret of somebody'), 'device', { ...card, name: 'e' });
    await farm.redis.hset(farm.key('devices'), 'e', JSON.stringify(stranger));
    expect((await new Registry(farm).devices()).map((one) => one.card.name)).toEqual(['d']);
    await measurer.close();
    await tuner.close();
    await thief.close(true);
    await farm.close();
    await builder.stop();
  },
);

testOnRedis('workers of another version are not used, and are named', async () => {
  const farm = await connect(redis.url);
  const card = { ...simulatedDevice({ name: 'd' }).card, version: '0.0.1', fieldOfThatVersion: true };
  await farm.redis.hset(farm.key('devices'), 'd', JSON.stringify(seal(farm.secret, 'device', card)));
  const served = new farm.bullmq.Worker('run-d', null, { ...farm.blockingOptions(), name: 'serve' });
  await served.waitUntilReady();
  const builder = { name: 'b', version: '0.0.2' };
  await farm.redis.hset(farm.key('builders'), 'b', JSON.stringify(seal(farm.secret, 'builder', builder)));
  await expect(withSecret(() => devicesFor({ farm: redis.url }))).rejects.toThrow(
    /^The farm's 1 device is of another version of tune than this [\d.]+: d \(0\.0\.1\); install one version on all\.$/,
  );
  const device = await startDevice(redis.url, { name: 'e' });
  const chosen = await withSecret(() => devicesFor({ farm: redis.url }));
  expect(chosen?.notes.join(' ')).toMatch(/\(e\).*Not used, of another version of tune: d \(0\.0\.1\)\./);
  const others = [
    { name: 'd', version: '0.0.1' },
    { name: 'b', version: '0.0.2' },
  ];
  expect(await farmStatus(farm)).toMatchObject({ devices: [{ name: 'e' }], builders: [], other_versions: others });
  await served.close(true);
  expect(await farmStatus(farm)).toMatchObject({ other_versions: [others[1]] });
  await device.stop();
  await farm.close();
});

testOnRedis('a Redis that would lose jobs is refused with the lines to set', async () => {
  const careless = await TestRedis.start(['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru']);
  await expect(connect(careless.url)).rejects.toThrow(
    /cannot serve a farm \(redis appendonly no: .*\): set "appendonly yes" and "maxmemory-policy noeviction" in its redis\.conf/,
  );
  await careless.stop();
});

testOnRedis('a wrong password ends in one sentence within seconds', async () => {
  const locked = await TestRedis.start(['--requirepass', 'right', '--appendonly', 'yes']);
  process.env['TUNE_FARM_SECRET'] = secret;
  process.env['TUNE_FARM_PASSWORD'] = 'wrong';
  const start = performance.now();
  await expect(FarmConnection.open(locked.url)).rejects.toThrow(
    /^The Redis at unix:\S+ refuses the default user: correct/,
  );
  expect(performance.now() - start).toBeLessThan(10_000);
  process.env['TUNE_FARM_PASSWORD'] = 'right';
  await (await FarmConnection.open(locked.url)).close();
  delete process.env['TUNE_FARM_PASSWORD'];
  delete process.env['TUNE_FARM_SECRET'];
  await locked.stop();
});
