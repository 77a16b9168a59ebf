import { afterEach, beforeEach, expect } from '@jest/globals';
import { Registry } from '../../../../src/measure/farm/registry.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import type { Measurement } from '../../../../src/measure/measurement.js';
import type { Problem } from '../../../../src/measure/session.js';
import { durable, hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { kernelOf, secondsOf, target } from '../../../support/farm/simulated.js';
import { SimulatedTuner, startBuilder, startDevice, type Serving } from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);
const problem: Problem = { reference: kernelOf(-1), target };

let redis: TestRedis;
let serving: Serving[];
let tuners: SimulatedTuner[];

beforeEach(async () => {
  if (!hasRedis) return;
  redis = await TestRedis.start([...durable, '--appendfsync', 'always']);
  serving = [];
  tuners = [];
});
afterEach(async () => {
  if (!hasRedis) return;
  for (const tuner of tuners) await tuner.close();
  await Promise.all(serving.map((one) => one.stop()));
  await redis.stop();
});

async function tuner(): Promise<SimulatedTuner> {
  const opened = await SimulatedTuner.open(redis.url);
  tuners.push(opened);
  return opened;
}

async function measure({ device }: SimulatedTuner, numbers: readonly number[]): Promise<readonly Measurement[]> {
  const measurer = await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 });
  const entries = numbers.map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  const found: Measurement[] = [];
  for await (const one of measurer.measure(problem, entries)) found.push(one);
  await measurer.close();
  return found;
}

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
const timesOf = (numbers: readonly number[]): number[] => numbers.map((number) => secondsOf(`kernel ${number}`));

testOnRedis('trials come in order with the times of the devices, each built once and run once', async () => {
  const [built, ran]: [string[], string[]] = [[], []];
  serving.push(await startBuilder(redis.url, { name: 'b', onBuild: (source) => built.push(source) }));
  for (const name of ['d1', 'd2', 'd3'])
    serving.push(await startDevice(redis.url, { name, onTrial: (source) => ran.push(source) }));
  const one = await tuner();
  const numbers = numbersTo(40);
  const found = await measure(one, numbers);
  expect(found.map(({ costs }) => costs[0])).toEqual(timesOf(numbers));
  expect(built.toSorted()).toEqual([...numbers, -1].map((number) => `kernel ${number}`).toSorted());
  // One kernel ran on the other two as well, to see whether they are equal.
  expect(ran).toHaveLength(40 + 2);
  expect(new Set(ran).size).toBe(40);
  expect(one.happenings.summary()).toMatch(
    /^Farm: d\d \d+ trials?, d\d \d+ trials?, d\d \d+ trials?; nothing was lost\.$/,
  );
});

testOnRedis('equal devices have equal shares of the trials', async () => {
  serving.push(await startBuilder(redis.url, { name: 'b', milliseconds: 0 }));
  const shares = new Map<string, number>();
  for (const name of ['d1', 'd2', 'd3', 'd4']) {
    const onTrial = (): void => void shares.set(name, (shares.get(name) ?? 0) + 1);
    serving.push(await startDevice(redis.url, { name, milliseconds: 50, onTrial }));
  }
  await measure(await tuner(), numbersTo(80));
  expect([...shares.values()].filter((share) => share < 15 || share > 27)).toEqual([]);
});

testOnRedis('two tuners share builds, and neither gets the trials of the other', async () => {
  const built: string[] = [];
  serving.push(await startBuilder(redis.url, { name: 'b', onBuild: (source) => built.push(source) }));
  serving.push(await startDevice(redis.url, { name: 'd' }));
  const [numbers, others] = [numbersTo(20), numbersTo(30).slice(10)];
  const [a, b] = [await tuner(), await tuner()];
  const found = await Promise.all([measure(a, numbers), measure(b, others)]);
  expect(found.map((of) => of.map(({ costs }) => costs[0]))).toEqual([timesOf(numbers), timesOf(others)]);
  expect(built).toHaveLength(31);
});

testOnRedis('objects that Redis has dropped meanwhile are built again, the reference among them', async () => {
  const built: string[] = [];
  serving.push(await startBuilder(redis.url, { name: 'b', onBuild: (source) => built.push(source) }));
  serving.push(await startDevice(redis.url, { name: 'd' }));
  const { device, farm } = await tuner();
  const measurer = await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 });
  const entries = numbersTo(5).map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  const timesFound = async (): Promise<(number | undefined)[]> =>
    (await measurer.remeasure(problem, entries, { rounds: 1 })).map(({ costs }) => costs[0]);
  expect(await timesFound()).toEqual(timesOf(numbersTo(5)));
  const objects = await farm.redis.keys(farm.key('object', '*'));
  expect(objects).toHaveLength(6);
  await farm.redis.del(objects);
  expect(await timesFound()).toEqual(timesOf(numbersTo(5)));
  expect(await farm.redis.keys(farm.key('object', '*'))).toHaveLength(6);
  expect(built).toHaveLength(12);
  await measurer.close();
});

testOnRedis.each([0, 5])('a device that lasts %i trials is set aside, and its others go elsewhere', async (lasts) => {
  serving.push(await startBuilder(redis.url, { name: 'b' }));
  serving.push(await startDevice(redis.url, { name: 'd1' }));
  serving.push(await startDevice(redis.url, { name: 'd2', lasts }));
  const one = await tuner();
  const numbers = numbersTo(20);
  expect((await measure(one, numbers)).map(({ costs }) => costs[0])).toEqual(timesOf(numbers));
  expect(one.happenings.takeNotes()).toContain('d2 is set aside: the GPU does not answer.');
});

testOnRedis('a device that is slower than its equals is set aside, and that is said', async () => {
  const ran: string[] = [];
  serving.push(await startBuilder(redis.url, { name: 'b' }));
  for (const name of ['d1', 'd2']) serving.push(await startDevice(redis.url, { name }));
  const slow = { name: 'd3', slowness: 1.3, onTrial: (source: string) => ran.push(source) };
  serving.push(await startDevice(redis.url, slow));
  const one = await tuner();
  const numbers = numbersTo(30);
  const found = await measure(one, numbers);
  expect(found.map(({ costs }) => costs[0])).toEqual(timesOf(numbers));
  // What it had when it was found out, and the kernel by which it was.
  expect(ran.length).toBeLessThanOrEqual(3);
  expect(one.happenings.takeNotes().join()).toMatch(
    /d3 is set aside: one kernel takes 30 % longer there than on its equals/,
  );
});

testOnRedis('of two devices that differ the faster one stays', async () => {
  serving.push(await startBuilder(redis.url, { name: 'b' }));
  serving.push(await startDevice(redis.url, { name: 'd1', slowness: 1.5 }));
  serving.push(await startDevice(redis.url, { name: 'd2' }));
  const one = await tuner();
  const numbers = numbersTo(20);
  expect((await measure(one, numbers)).map(({ costs }) => costs[0])).toEqual(timesOf(numbers));
  expect(one.happenings.takeNotes()).toEqual([expect.stringMatching(/^d1 is set aside: one kernel takes 50 % longer/)]);
});

testOnRedis('Redis that crashes with its append-only file loses no trial, and none runs twice', async () => {
  const ran: string[] = [];
  serving.push(await startBuilder(redis.url, { name: 'b' }));
  const device = { name: 'd', milliseconds: 20, onTrial: (source: string) => ran.push(source) };
  serving.push(await startDevice(redis.url, device));
  const one = await tuner();
  const numbers = numbersTo(60);
  const measuring = measure(one, numbers);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await redis.crash();
  const found = await measuring;
  expect(found.map(({ costs }) => costs[0])).toEqual(timesOf(numbers));
  // The job of the moment may have run without its end being kept.
  expect(ran.length).toBeLessThanOrEqual(61);
});

testOnRedis('a device that is drained gets nothing new, and that is told', async () => {
  serving.push(await startBuilder(redis.url, { name: 'b' }));
  for (const name of ['d1', 'd2']) serving.push(await startDevice(redis.url, { name }));
  const one = await tuner();
  const registry = new Registry(one.farm);
  await registry.drain('d2', true);
  const found = await registry.devices();
  expect(found.map(({ card, alive, drained }) => [card.name, alive, drained])).toEqual([
    ['d1', true, false],
    ['d2', true, true],
  ]);
  await registry.drain('d2', false);
  expect((await registry.devices()).some(({ drained }) => drained)).toBe(false);
});

testOnRedis('a run that is aborted withdraws what nobody works on', async () => {
  serving.push(await startBuilder(redis.url, { name: 'b' }));
  serving.push(await startDevice(redis.url, { name: 'd', milliseconds: 30 }));
  const { device, farm } = await tuner();
  const measurer = await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 });
  const entries = numbersTo(40).map((number) => ({ make: () => kernelOf(number), tolerance: 1e-5 }));
  const stop = new AbortController();
  const found: Measurement[] = [];
  for await (const one of measurer.measure(problem, entries, { signal: stop.signal })) {
    found.push(one);
    if (found.length === 5) stop.abort();
  }
  expect(found.every(({ error }) => error === 0)).toBe(true);
  expect(found.length).toBeLessThanOrEqual(6);
  const queue = new farm.bullmq.Queue('run-d', farm.queueOptions());
  expect(await queue.getJobCounts('waiting', 'active')).toEqual({ waiting: 0, active: 0 });
  await queue.close();
  await measurer.close();
});
