/**
 * `npm run bench:network -- --out FOLDER [--network resnet18] [--trials 24] [--seeds 2] [--minutes M]
 * [--scheduler NAME] [--alone]`
 *
 * A network tuned on one budget against each of its layers tuned by itself with an equal part (`--trials`) of it: after
 * how many trials the network has the weighted latency that the separate runs end with, by the times of the search in
 * both; then the best kernels of both take turns, layer by layer. A call that ends after `--minutes` resumes where it
 * stopped when it is started again with the same folder.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { network } from '../src/api/network.js';
import type { PlannedLayer } from '../src/network/session/network-layer.js';
import { planNetwork } from '../src/network/session/plan.js';
import { tune } from '../src/api/tune.js';
import { backendNamed } from '../src/backend/registry.js';
import { compilerVersion } from '../src/measure/c-compiler.js';
import type { SchedulerName } from '../src/network/schedule/schedulers/registry.js';
import { selectBest } from '../src/log/record/best.js';
import { readLog, type LoggedRecord } from '../src/log/record/log.js';
import { timeOf } from '../src/log/record/time.js';
import { inTurns } from './in-turns.js';
import { markdownTable } from './markdown-table.js';

const TARGET = 'llvm -threads=1';
const STARTS = 3;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    network: { type: 'string', default: 'resnet18' },
    trials: { type: 'string', default: '24' },
    seeds: { type: 'string', default: '2' },
    minutes: { type: 'string' },
    scheduler: { type: 'string' },
    alone: { type: 'boolean', default: false },
  },
});
if (values.out === undefined) {
  process.stderr.write('Name a folder: npm run bench:network -- --out FOLDER\n');
  process.exit(2);
}
const out = values.out;
const trials = Number(values.trials);
const began = performance.now();
const stop = values.minutes === undefined ? undefined : AbortSignal.timeout(60_000 * Number(values.minutes));

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** A run of the network, and the separate ones, from one seed. */
interface Compared {
  /** Trials of the network until it has the latency of the separate runs, Infinity where it never has. */
  readonly reached: number;
  /** Weighted seconds at the end, by the times of the search. */
  readonly together: number;
  readonly separate: number;
  /** How many times as fast the kernels of the network are, timed in turns and weighted. */
  readonly speed: number;
}

async function main(): Promise<void> {
  const { layers } = await planNetwork({ network: values.network, target: TARGET });
  const rows: Compared[] = [];
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    for (const layer of layers) await tuneAlone(layer, seed);
    await tuneTogether(layers.length, seed);
    if (stop?.aborted) {
      say(`Stopped after ${values.minutes} minutes: the same command goes on.`);
      return;
    }
    rows.push(await compared(layers, seed));
  }
  const total = trials * layers.length;
  const table = rows.map(({ reached, together, separate, speed }, place) => [
    String(place + 1),
    ...[separate, together].map((seconds) => `${(seconds * 1e3).toFixed(3)} ms`),
    reached === Infinity ? 'never' : `${reached} of ${total} (${((100 * reached) / total).toFixed(0)} %)`,
    speed.toFixed(3),
  ]);
  const head = ['seed', 'separate runs', 'network', 'trials of the network to the separate latency', 'times as fast'];
  say(`\n${markdownTable(head, table)}\n`);
  const share = median(rows.map(({ reached }) => reached / total));
  say(`median share of the trials ${share.toFixed(2)}, ${layers.length} layers x ${trials} trials`);
  say(
    `${backendNamed(TARGET).fingerprint()}, ${compilerVersion()}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}

function aloneLog({ name }: PlannedLayer, seed: number): string {
  return join(out, `alone-${trials}-${seed}`, `${name}.jsonl`);
}

function networkLog(seed: number): string {
  const variant = `${values.scheduler ?? 'default'}${values.alone ? '-alone' : ''}`;
  return join(out, `network-${trials}-${variant}-${seed}.jsonl`);
}

async function tuneAlone(layer: PlannedLayer, seed: number): Promise<void> {
  if (stop?.aborted) return;
  const { operator, workload } = layer;
  const log = aloneLog(layer, seed);
  const options = { trials, earlyStop: trials, seed, log, ...(stop && { signal: stop }) };
  for await (const event of tune({ operator: operator.name, workload: workload.name, target: TARGET, ...options }))
    if (event.event === 'finish') say(`alone, seed ${seed}: ${layer.name}, ${event.trials} trials, ${event.reason}`);
}

async function tuneTogether(layers: number, seed: number): Promise<void> {
  if (stop?.aborted) return;
  const total = trials * layers;
  const scheduler = values.scheduler as SchedulerName | undefined;
  const options = {
    network: values.network,
    target: TARGET,
    trials: total,
    earlyStop: total,
    seed,
    alone: values.alone,
    log: networkLog(seed),
    ...(scheduler && { scheduler }),
    ...(stop && { signal: stop }),
  };
  for await (const event of network(options))
    if (event.event === 'finish') say(`network, seed ${seed}: ${event.trials} trials, ${event.reason}`);
}

async function compared(layers: readonly PlannedLayer[], seed: number): Promise<Compared> {
  const together = await searched(networkLog(seed));
  let [separate, own, other] = [0, 0, 0];
  for (const layer of layers) {
    const alone = await searched(aloneLog(layer, seed));
    separate += layer.weight * bestOf(alone);
    const [ours, theirs] = [await bestRecord(networkLog(seed), layer), await bestRecord(aloneLog(layer, seed), layer)];
    const ratio = median([...(await inTurns(ours.record, theirs.record, STARTS))]);
    own += layer.weight * ours.seconds;
    other += layer.weight * ours.seconds * ratio;
    say(`seed ${seed}: ${layer.name}, network ${ratio.toFixed(3)} times as fast`);
  }
  const course = latencies(layers, together);
  const place = course.findIndex((latency) => latency <= separate);
  return {
    reached: place < 0 ? Infinity : place + 1,
    together: course.at(-1)!,
    separate,
    speed: other / own,
  };
}

/** Weighted seconds after each trial, Infinity while a layer has none. */
function latencies(layers: readonly PlannedLayer[], records: readonly LoggedRecord[]): readonly number[] {
  const best = new Map(layers.map((layer) => [keyOf(layer), Infinity]));
  return records.map((record) => {
    const key = keyOfRecord(record);
    best.set(key, Math.min(best.get(key) ?? Infinity, timeOf(record)?.rankedAt ?? Infinity));
    return layers.reduce((sum, layer) => sum + layer.weight * best.get(keyOf(layer))!, 0);
  });
}

async function searched(log: string): Promise<readonly LoggedRecord[]> {
  if (!existsSync(log)) throw new Error(`There is no ${log}.`);
  return (await readLog(log)).records.filter(({ tune: key }) => key?.phase === 'search');
}

function bestOf(records: readonly LoggedRecord[]): number {
  return records.reduce((least, record) => Math.min(least, timeOf(record)?.rankedAt ?? Infinity), Infinity);
}

async function bestRecord(log: string, layer: PlannedLayer): Promise<{ record: LoggedRecord; seconds: number }> {
  const { records } = await readLog(log);
  const [best] = selectBest(records.filter((record) => keyOfRecord(record) === keyOf(layer)));
  if (!best) throw new Error(`${log} has nothing of ${layer.name} that works.`);
  return best;
}

function keyOf({ operator, workload }: PlannedLayer): string {
  return JSON.stringify([operator.name, operator.encode(workload)]);
}

function keyOfRecord({ tune: key, args }: LoggedRecord): string {
  return JSON.stringify([key?.operator, args]);
}

await main();
