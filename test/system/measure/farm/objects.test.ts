/** A farm whose builders and devices share a folder. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Artifacts } from '../../../../src/measure/farm/artifacts.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { kernelOf, target } from '../../../support/farm/simulated.js';
import { connect, SimulatedTuner, startBuilder, startDevice } from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);

let redis: TestRedis;
let folder: string;
const farm = (): string => `${redis.url}?objects=${folder}`;
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await TestRedis.start();
  folder = mkdtempSync(join(tmpdir(), 'tune-objects-'));
});
afterAll(async () => {
  if (!hasRedis) return;
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

testOnRedis('objects go through the folder, equal ones once, and none through Redis', async () => {
  const builder = await startBuilder(farm(), { name: 'b' });
  const device = await startDevice(farm(), { name: 'd', milliseconds: 1 });
  const tuner = await SimulatedTuner.open(farm());
  const measurer = await KernelMeasurer.create(() => Promise.resolve(tuner.device), { seed: 1 });
  const entries = [0, 1, 0, 2].map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  const errors: number[] = [];
  for await (const { error } of measurer.measure({ reference: kernelOf(-1), target }, entries)) errors.push(error);
  expect(errors).toEqual([0, 0, 0, 0]);
  // Three kernels and their reference.
  expect(readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name))).toHaveLength(4);
  expect(readdirSync(folder)).toHaveLength(4);
  expect(await tuner.farm.redis.keys('tune:farm:object:*')).toEqual([]);
  await measurer.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
});

testOnRedis('what lies there with other content is refused, and what is old goes', async () => {
  const connection = await connect(farm());
  const scratch = new Scratch();
  const old = join(folder, '0'.repeat(64));
  const strange = join(folder, 'notes.txt');
  const dayAgo = new Date(Date.now() - 25 * 3600 * 1000);
  for (const path of [old, strange]) {
    writeFileSync(path, 'x');
    utimesSync(path, dayAgo, dayAgo);
  }
  const artifacts = new Artifacts(connection);
  const { object, bytes } = await artifacts.put(strange);
  expect(bytes).toBe(1);
  expect(readdirSync(folder)).toContain('notes.txt');
  expect(await artifacts.has('0'.repeat(64))).toBe(false);
  expect(await artifacts.has(object)).toBe(true);
  expect(readFileSync(await artifacts.fetch(object, scratch), 'utf8')).toBe('x');
  const other = new Scratch();
  writeFileSync(join(folder, object), 'y');
  await expect(artifacts.fetch(object, other)).rejects.toThrow('stored with other content');
  rmSync(join(folder, object));
  await expect(artifacts.fetch(object, other)).rejects.toThrow('is not stored any more');
  rmSync(folder, { recursive: true });
  await expect(artifacts.put('package.json')).rejects.toThrow('cannot be written to');
  [scratch, other].forEach((one) => {
    one.close();
  });
  await connection.close();
});
