/**
 * `npm run soak:farm [PART... [KILLS=500] [MESSAGES=10000]]`: the figures of a farm, on a Redis of its own, with
 * devices that answer from a table after a real delay. Parts: overhead, linear, scale, memory, messages, kills; all
 * without names. Exits with 1 where a bound is not held.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Device } from '../../src/measure/device.js';
import { JobQueue } from '../../src/measure/farm/job-queue.js';
import type { Envelope } from '../../src/measure/farm/envelope.js';
import { KernelMeasurer } from '../../src/measure/kernels.js';
import { drawFrom, forge } from '../support/farm/forgeries.js';
import { overhear } from '../support/farm/overhear.js';
import { TestRedis } from '../support/farm/redis.js';
import { kernelOf, secondsOf, SimulatedSession, target } from '../support/farm/simulated.js';
import { connect, SimulatedTuner, startBuilder, startDevice } from '../support/farm/simulated-farm.js';
import { Scratch } from '../../src/measure/scratch.js';

const settings = new Map(
  process.argv.slice(2).map((word): [string, string] => [word.split('=')[0]!, word.split('=')[1] ?? '']),
);
const kills = Number(settings.get('KILLS') || 500);
const messages = Number(settings.get('MESSAGES') || 10_000);
const rows: { part: string; figure: string; value: string; bound: string; held: boolean }[] = [];
const problem = { reference: kernelOf(-1), target };

function report(part: string, figure: string, value: string, bound: string, held: boolean): void {
  rows.push({ part, figure, value, bound, held });
  console.log(`${part}: ${figure} ${value} (${bound})${held ? '' : '  NOT HELD'}`);
}

function script(name: string, ...args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function worker(url: string, kind: string, delay: number, ...names: readonly string[]): Promise<ChildProcess> {
  const child = script('farm-worker.js', url, kind, String(delay), ...names);
  await once(child.stdout!, 'data');
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const named = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const entriesOf = (from: number, count: number): { make: () => ReturnType<typeof kernelOf>; tolerance: number }[] =>
  Array.from({ length: count }, (_, i) => ({ make: () => kernelOf(from + i), tolerance: 1e-5 }));

/** Seconds of trials on a device; throws where one has another time than its kernel's. */
async function measure(device: Device, from: number, count: number): Promise<number> {
  const measurer = await KernelMeasurer.create(() => Promise.resolve(device), { seed: 1 });
  const start = performance.now();
  let number = from;
  for await (const { error, message, costs } of measurer.measure(problem, entriesOf(from, count)))
    if (error !== 0 || costs[0] !== secondsOf(`kernel ${number++}`)) throw new Error(message ?? 'another time');
  if (number !== from + count) throw new Error('trials are missing');
  return (performance.now() - start) / 1000;
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
    session: new SimulatedSession({ name: 'local', milliseconds: 10 }),
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
  const seconds = await measure(tuner.device, 0, TRIALS);
  const busy = (TRIALS * DELAY) / 1000 / (DEVICES * seconds);
  report('scale', `${DEVICES} devices and 20 builders, busy`, `${(100 * busy).toFixed(1)} %`, '>= 95 %', busy >= 0.95);
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
  const draw = drawFrom(1);
  let accepted = 0;
  for (let i = 0; i < messages; i++) {
    const real = overheard[draw(overheard.length)]!;
    const message = (draw(4) === 0 ? real : forge(real, draw)) as Envelope;
    const outcome = await queue.submit(randomBytes(8).toString('hex').replace(/^/, 'x'), message);
    if (!('failed' in outcome && outcome.failed.startsWith('refused: '))) accepted++;
  }
  const executed = ran.length - 20;
  const value = `${executed} executed, ${accepted} accepted of ${messages}`;
  report('messages', 'forged, changed, oversized, replayed:', value, '0', executed + accepted === 0);
  await queue.close();
  await tuner.close();
  await device.stop();
  await builder.stop();
  await redis.stop();
}

async function killing(): Promise<void> {
  const redis = await TestRedis.start();
  const file = join(redis.folder, 'acknowledged');
  const draw = drawFrom(Date.now());
  const builders = new Map<string, ChildProcess>();
  const devices = new Map<string, ChildProcess>();
  for (const name of named('b', 2)) builders.set(name, await worker(redis.url, 'builder', 10, name));
  for (const name of named('d', 6)) devices.set(name, await worker(redis.url, 'device', 50, name));
  const TOTAL = 100_000;
  let tuner = script('farm-tuner.js', redis.url, file, String(TOTAL));
  const toll = { worker: 0, builder: 0, redis: 0, tuner: 0 };
  for (let round = 0; round < kills; round++) {
    await setTimeout(200 + draw(1200));
    const what = draw(10);
    if (what < 6) {
      const name = `d${draw(6)}`;
      await end(devices.get(name)!);
      devices.set(name, await worker(redis.url, 'device', 50, name));
      toll.worker++;
    } else if (what < 8) {
      const name = `b${draw(2)}`;
      await end(builders.get(name)!);
      builders.set(name, await worker(redis.url, 'builder', 10, name));
      toll.builder++;
    } else if (what < 9) {
      await redis.crash();
      toll.redis++;
    } else {
      await end(tuner);
      tuner = script('farm-tuner.js', redis.url, file, String(TOTAL));
      toll.tuner++;
    }
  }
  await setTimeout(20_000);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const numbers = lines.map((line) => Number(line.split(' ')[0]));
  const wrong = lines.filter((line) => Number(line.split(' ')[1]) !== secondsOf(`kernel ${line.split(' ')[0]}`));
  const twice = numbers.length - new Set(numbers).size;
  // Who was killed holds nothing for longer than 30 s.
  await end(tuner);
  await setTimeout(30_000);
  const farm = await connect(redis.url);
  let left = 0;
  for (const name of devices.keys()) {
    const queue = new farm.bullmq.Queue(`run-${name}`, farm.queueOptions());
    left += await queue.getActiveCount();
    await queue.close();
  }
  await farm.close();
  const made = Object.entries(toll)
    .map(([who, count]) => `${count} ${who}`)
    .join(', ');
  report('kills', `of ${made}; trials acknowledged`, String(lines.length), '> 0', lines.length > 0);
  report('kills', 'counted twice', String(twice), '0', twice === 0);
  report('kills', 'with a wrong time', String(wrong.length), '0', wrong.length === 0);
  report('kills', 'leases left after 30 s', String(left), '0', left === 0);
  await Promise.all([...devices.values(), ...builders.values()].map((child) => end(child)));
  if (existsSync(file)) rmSync(file);
  await redis.stop();
}

const parts = { overhead, linear, scale, memory, messages: forgeries, kills: killing };
const asked = Object.entries(parts).filter(([name]) => settings.has(name));
for (const [, run] of asked.length > 0 ? asked : Object.entries(parts)) await run();
console.table(rows);
if (rows.some(({ held }) => !held)) process.exitCode = 1;
