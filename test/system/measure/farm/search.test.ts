import { afterEach, beforeEach, expect } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Device } from '../../../../src/measure/device.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import type { Problem } from '../../../../src/measure/session.js';
import type { FinalsMeasurer } from '../../../../src/tuner/finals.js';
import { hasRedis, redisNeeds, TestRedis } from '../../../support/farm/redis.js';
import { kernelOf, SimulatedSession, target } from '../../../support/farm/simulated.js';
import { SimulatedTuner, startBuilder, startDevice } from '../../../support/farm/simulated-farm.js';
import { testWhere } from '../../../support/skips.js';
import { collect, only, settings } from '../../../tuner/fakes.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);
const problem: Problem = { reference: kernelOf(-1), target };

let redis: TestRedis;
beforeEach(async () => {
  if (hasRedis) redis = await TestRedis.start();
});
afterEach(async () => {
  if (hasRedis) await redis.stop();
});

/** Configs as kernels of their number. */
function measurerOn(kernels: KernelMeasurer): FinalsMeasurer {
  const entryOf = ({
    index,
  }: {
    readonly index: number;
  }): { make: () => ReturnType<typeof kernelOf>; tolerance: number } => ({
    make: () => kernelOf(index),
    tolerance: 1e-5,
  });
  return {
    async *measure(_, configs, options) {
      let place = 0;
      for await (const one of kernels.measure(problem, configs.map(entryOf), options ?? {}))
        yield { config: configs[place++]!, ...one };
    },
    remeasure: async (contenders, options) => {
      const found = await kernels.remeasure(
        problem,
        contenders.map(({ config }) => entryOf(config)),
        options,
      );
      return found.map((one, place) => ({ config: contenders[place]!.config, ...one }));
    },
    close: () => kernels.close(),
  };
}

/** Of this process, with the times of the farm's devices. */
function localDevice(scratch: Scratch): Device {
  const nothing = (): Promise<void> => Promise.resolve();
  const add = ({ source }: { readonly source: string }): Promise<{ path: string; seconds: number }> => {
    const path = scratch.path(`${scratch.number()}.so`);
    writeFileSync(path, source);
    return Promise.resolve({ path, seconds: 0 });
  };
  const batch = () => ({ add, end: () => undefined });
  const compilerOf = () => ({ name: '', flags: [] });
  return {
    builder: { compilerOf, batch, trim: nothing, cancel: () => undefined, close: nothing },
    session: new SimulatedSession({ name: 'local', milliseconds: 0 }),
    check: () => undefined,
    call: () => [],
    close: nothing,
  };
}

/** Index and time of each trial, finals included. */
async function trialsOn(device: Device): Promise<unknown[]> {
  const measurer = measurerOn(await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 }));
  const search = { ...settings, explorer: 'genetic', trials: 60, seed: 3 };
  const events = await collect({ measurer, settings: search });
  await measurer.close();
  return only(events, 'trial').map(({ index, seconds, phase }) => [index, seconds, phase]);
}

testOnRedis('with one device a farm’s run is the run of its machine, trial by trial', async () => {
  const builder = await startBuilder(redis.url, { name: 'b', milliseconds: 0 });
  const device = await startDevice(redis.url, { name: 'd', milliseconds: 0 });
  const tuner = await SimulatedTuner.open(redis.url);
  const scratch = new Scratch();
  const [onFarm, here] = [await trialsOn(tuner.device), await trialsOn(localDevice(scratch))];
  expect(here.length).toBeGreaterThanOrEqual(60);
  expect(onFarm).toEqual(here);
  scratch.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
});

testOnRedis('a user of Redis who reaches the farm’s keys alone is enough', async () => {
  const example = readFileSync('examples/farm/redis.conf', 'utf8');
  const rights = /^user farm on >\S+ (.*)$/m.exec(example)![1]!;
  const farmer = ['farm', 'on', '>of-a-test', ...rights.split(' ')];
  const guarded = await TestRedis.start(['--appendonly', 'yes', '--user', 'default', 'off', '--user', ...farmer]);
  const url = `unix://farm:of-a-test@localhost${guarded.socket}`;
  const builder = await startBuilder(url, { name: 'b', milliseconds: 0 });
  const device = await startDevice(url, { name: 'd', milliseconds: 0 });
  const tuner = await SimulatedTuner.open(url);
  expect((await trialsOn(tuner.device)).length).toBeGreaterThanOrEqual(60);
  await expect(tuner.farm.redis.flushall()).rejects.toThrow('NOPERM');
  await expect(tuner.farm.redis.set('other', '1')).rejects.toThrow('NOPERM');
  await tuner.close();
  await device.stop();
  await builder.stop();
  await guarded.stop();
});

testOnRedis('the job of a worker that is lost goes to another device, and counts once', async () => {
  const builder = await startBuilder(redis.url, { name: 'b', milliseconds: 0 });
  const device = await startDevice(redis.url, { name: 'd', milliseconds: 5 });
  const tuner = await SimulatedTuner.open(redis.url);
  // It takes the device's next job, and is gone.
  const lost = new tuner.farm.bullmq.Worker('run-d', () => new Promise(() => undefined), {
    ...tuner.farm.blockingOptions(),
    lockDuration: 1000,
    name: 'serve',
  });
  lost.on('active', () => void lost.close(true));
  await lost.waitUntilReady();
  const found = await trialsOn(tuner.device);
  expect(found.length).toBeGreaterThanOrEqual(60);
  expect(tuner.happenings.summary()).toMatch(/1 × job of d sent again \(its worker was lost\)/);
  await tuner.close();
  await device.stop();
  await builder.stop();
});
