/**
 * `npm run soak:farm -- [PART...] [--kills 500] [--messages 10000] [--seed 1] [--hosts]`: the figures of a farm, on a
 * Redis of its own, with devices that answer from a table after a real delay. Exits with 1 where a bound is not held.
 */
import { randomBytes } from 'node:crypto';
import { sum } from 'simple-statistics';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Device } from '../../src/measure/device.js';
import { JobQueue } from '../../src/measure/farm/job-queue.js';
import type { Envelope } from '../../src/measure/farm/envelope.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { drawFrom, forge } from '../support/farm/forgeries.js';
import { Hosts, needHosts } from '../support/farm/hosts.js';
import { batchSize } from '../support/farm/kill-toll.js';
import { hostNames, surviveKills } from '../support/farm/killing.js';
import { overhear } from '../support/farm/overhear.js';
import { end, startWorker, type WorkerProgram } from '../support/farm/programs.js';
import { durable, TestRedis } from '../support/farm/redis.js';
import { delayOf, kernelOf, secondsOf, SimulatedSession, target } from '../support/farm/simulated.js';
import { SimulatedTuner, startBuilder, startDevice } from '../support/farm/simulated-farm.js';
import { Scratch } from '../../src/measure/scratch.js';
import { readSoakOptions, runOrEnd } from '../support/soak-options.js';

const partNames = ['overhead', 'linear', 'scale', 'memory', 'messages', 'kills'];
const { values, words } = readSoakOptions({
  name: 'soak:farm',
  text: `The figures of a farm, on a Redis of its own. Parts: ${partNames.join(', ')}; all without names.`,
  options: {
    kills: { default: 500, text: 'faults of the part kills' },
    messages: { default: 10_000, text: 'forged messages' },
    seed: { default: 1, text: 'of faults and messages' },
    hosts: { default: false, text: 'kills: each in a network namespace of its own, whose link is cut, too (root)' },
  },
  words: { usage: '[PART...]', least: 0, most: Infinity, known: { kind: 'part', words: partNames } },
});
if (values.hosts) runOrEnd('soak:farm', needHosts);
const rows: { part: string; figure: string; value: string; bound: string; held: boolean }[] = [];
const problem = { reference: kernelOf(-1), target };

function report(part: string, figure: string, value: string, bound: string, held: boolean): void {
  rows.push({ part, figure, value, bound, held });
  console.log(`${part}: ${figure} ${value} (${bound})${held ? '' : '  NOT HELD'}`);
}

const worker = (url: string, kind: WorkerProgram['kind'], milliseconds: number, ...names: string[]) =>
  startWorker(url, { kind, milliseconds, names });

const named = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const entriesOf = (from: number, count: number): { make: () => ReturnType<typeof kernelOf>; tolerance: number }[] =>
  Array.from({ length: count }, (_, i) => ({ make: () => kernelOf(from + i), tolerance: 1e-5 }));

/** Seconds until each of some trials on a device had come; throws where one has another time than its kernel's. */
async function timesOf(device: Device, from: number, count: number): Promise<readonly number[]> {
  const measurer = await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 });
  const start = performance.now();
  const times: number[] = [];
  for await (const { error, message, costs } of measurer.measure(problem, entriesOf(from, count))) {
    if (error !== 0 || costs[0] !== secondsOf(`kernel ${from + times.length}`))
      throw new Error(message ?? 'another time');
    times.push((performance.now() - start) / 1000);
  }
  if (times.length !== count) throw new Error('trials are missing');
  return times;
}

/** Seconds of trials on a device. */
async function measure(device: Device, from: number, count: number): Promise<number> {
  return (await timesOf(device, from, count)).at(-1)!;
}

/** Of this process, without a farm. */
function localDevice(scratch: Scratch): Device {
  const add = (kernel: { readonly source: string }): Promise<{ path: string; seconds: number }> => {
    const path = scratch.path(`${scratch.number()}.so`);
    writeFileSync(path, kernel.source);
    return Promise.resolve({ path, seconds: 0 });
  };
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    builder: {
      compilerOf: () => ({ name: '', flags: [] }),
      batch: () => ({ add, end: () => undefined }),
      trim: nothing,
      cancel: () => undefined,
      close: nothing,
    },
    session: new SimulatedSession({ name: 'local', milliseconds: (source) => delayOf(source, 10) }),
    check: () => undefined,
    call: () => [],
    close: nothing,
  };
}

async function overhead(): Promise<void> {
  const redis = await TestRedis.start();
  const builder = await worker(redis.url, 'builder', 0, 'b');
  const device = await worker(redis.url, 'device', 10, 'd');
  const scratch = new Scratch();
  const local = await measure(localDevice(scratch), 0, 300);
  const tuner = await SimulatedTuner.open(redis.url);
  await measure(tuner.device, 0, 300); // builds
  const farm = await measure(tuner.device, 0, 300);
  const milliseconds = (1000 * (farm - local)) / 300;
  report('overhead', 'of a trial over a local run', `${milliseconds.toFixed(2)} ms`, '<= 5 ms', milliseconds <= 5);
  await tuner.close();
  await Promise.all([end(builder), end(device)]);
  scratch.close();
  await redis.stop();
}

async function linear(): Promise<void> {
  const TRIALS = 1000;
  let alone = 0;
  for (const count of [1, 2, 4, 8]) {
    const redis = await TestRedis.start();
    const builder = await worker(redis.url, 'builder', 1, 'b');
    const devices = await worker(redis.url, 'device', 40, ...named('d', count));
    const tuner = await SimulatedTuner.open(redis.url);
    const seconds = await measure(tuner.device, 0, TRIALS);
    if (count === 1) alone = seconds;
    const share = alone / seconds / count;
    report(
      'linear',
      `${count} devices, ${TRIALS} trials in ${seconds.toFixed(1)} s:`,
      share.toFixed(3),
      '>= 0.9',
      share >= 0.9,
    );
    await tuner.close();
    await Promise.all([end(builder), end(devices)]);
    await redis.stop();
  }
}

async function scale(): Promise<void> {
  const [DEVICES, DELAY, TRIALS] = [200, 1000, 6000];
  const redis = await TestRedis.start();
  const builders = await worker(redis.url, 'builder', 35, ...named('b', 20));
  const devices = await worker(redis.url, 'device', DELAY, ...named('d', DEVICES));
  const tuner = await SimulatedTuner.open(redis.url);
  const times = await timesOf(tuner.device, 0, TRIALS);
  const trials = Array.from({ length: TRIALS }, (_, i) => delayOf(`kernel ${i}`, DELAY) / 1000);
  const busy = (from: number, to: number): number =>
    sum(trials.slice(from, to)) / (DEVICES * (times[to - 1]! - (times[from - 1] ?? 0)));
  const [held, whole] = [busy(TRIALS / 10, (9 * TRIALS) / 10), busy(0, TRIALS)];
  const value = `${(100 * held).toFixed(1)} % once all are at work; ${(100 * whole).toFixed(1)} % with start and end`;
  report('scale', `${DEVICES} devices and 20 builders, busy`, value, '>= 95 %', held >= 0.95);
  await tuner.close();
  await Promise.all([end(builders), end(devices)]);
  await redis.stop();
}

async function memory(): Promise<void> {
  const redis = await TestRedis.start();
  const builder = await worker(redis.url, 'builder', 0, 'b');
  const devices = await worker(redis.url, 'device', 1, ...named('d', 4));
  const tuner = await SimulatedTuner.open(redis.url);
  const used = async (): Promise<readonly [number, number, number]> => {
    globalThis.gc?.();
    const worked = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${devices.pid}/status`, 'utf8'))![1]) / 1024;
    const info = await tuner.farm.redis.info('memory');
    return [process.memoryUsage().rss / 2 ** 20, worked, Number(/used_memory:(\d+)/.exec(info)![1]) / 2 ** 20];
  };
  let early: readonly [number, number, number] | undefined;
  for (let done = 0; done < 10_000; done += 500) {
    await measure(tuner.device, 0, 500);
    if (done === 500) early = await used();
  }
  const late = await used();
  for (const [place, who] of ['the tuner', 'a worker', 'Redis'].entries()) {
    const ratio = late[place]! / early![place]!;
    const value = `${early![place]!.toFixed(0)} MB at 1,000 trials, ${late[place]!.toFixed(0)} MB at 10,000: ${ratio.toFixed(2)}×`;
    report('memory', who, value, '<= 1.2×', ratio <= 1.2);
  }
  await tuner.close();
  await Promise.all([end(builder), end(devices)]);
  await redis.stop();
}

async function forgeries(): Promise<void> {
  const redis = await TestRedis.start();
  const ran: string[] = [];
  const builder = await startBuilder(redis.url, { name: 'b' });
  const device = await startDevice(redis.url, { name: 'd', milliseconds: 0, onTrial: (source) => ran.push(source) });
  const { messages: overheard, stop } = overhear();
  const tuner = await SimulatedTuner.open(redis.url);
  await measure(tuner.device, 0, 20);
  stop();
  const queue = await JobQueue.open(tuner.farm, 'run-d', { kept: { age: 1, count: 1 }, redeliveries: 0 });
  const draw = drawFrom(values.seed);
  let accepted = 0;
  for (let i = 0; i < values.messages; i++) {
    const real = overheard[draw(overheard.length)]!;
    const message = (draw(4) === 0 ? real : forge(real, draw)) as Envelope;
    const outcome = await queue.submit(randomBytes(8).toString('hex').replace(/^/, 'x'), message);
    if (!('failed' in outcome && outcome.failed.startsWith('refused: '))) accepted++;
  }
  const executed = ran.length - 20;
  const value = `${executed} executed, ${accepted} accepted of ${values.messages}`;
  report('messages', 'forged, changed, oversized, replayed:', value, '0', executed + accepted === 0);
  await queue.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
  await redis.stop();
}

async function killing(): Promise<void> {
  const everywhere = values.hosts ? ['--port', '6379', '--bind', '0.0.0.0', '--protected-mode', 'no'] : [];
  let hosts: Hosts | undefined;
  let redis: TestRedis | undefined;
  try {
    hosts = values.hosts ? new Hosts(hostNames) : undefined;
    // By default a Redis that is killed forgets what it had said for up to two seconds, and that runs again.
    redis = await TestRedis.start([...durable, '--appendfsync', 'always', ...everywhere], hosts?.middle);
    const found = await surviveKills({ redis, hosts, kills: values.kills, draw: drawFrom(values.seed) });
    const made = Object.entries(found.made).map(([fault, count]) => `${count} ${fault}`);
    const none = (figure: string, count: number): void => {
      report('kills', figure, String(count), '0', count === 0);
    };
    report('kills', `of ${made.join(', ')}; trials logged`, String(found.logged), '> 0', found.logged > 0);
    none(`acknowledged trials lost, of ${found.acknowledged}`, found.lost);
    none('counted twice', found.twice);
    none('with a wrong time', found.wrong);
    none('kernels run again whose result Redis had', found.again);
    const unlogged = `${found.unlogged} of a tuner`;
    report('kills', 'results that Redis had, and no log', unlogged, '<= a batch', found.unlogged <= batchSize);
    none('programs that ended without being killed', found.ended);
    none('leases left after 30 s', found.leases);
  } finally {
    await redis?.stop();
    hosts?.close();
  }
}

const parts = { overhead, linear, scale, memory, messages: forgeries, kills: killing };
const asked = Object.entries(parts).filter(([name]) => words.includes(name));
for (const [, run] of asked.length > 0 ? asked : Object.entries(parts)) await run();
console.table(rows);
if (rows.some(({ held }) => !held)) process.exitCode = 1;
