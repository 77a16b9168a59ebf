import { readFileSync, writeFileSync } from 'node:fs';
import type { Driver } from '../../measure/driver.js';
import { interleave } from '../../measure/rounds.js';
import { numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import { speedRatio, spread, type Spread } from '../../measure/statistics.js';
import { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { alignLayers } from './align.js';
import { largestDifference, type CompareOptions, type NetworkToCompare } from './comparison.js';
import { numberOrNull, type CompareRow } from './compare-row.js';
import { bytesOf } from '../../backend/cpu/program/library.js';
import { profileTheirs, startOurs, startTheirs } from './drivers.js';
import { defined } from '../../target/defined.js';
import { sizeOf } from '../graph/operators/attributes.js';

/** Rounds: fewer have no spread, and more say nothing new. */
const [FEWEST, MOST] = [9, 301];
/** Passes over the layers of ours: as many calls as a profile counts. */
const PASSES = 21;
const SECONDS = 10;

/**
 * Times a library of ours and ONNX Runtime on the same inputs: both stay loaded and take turns, every other round
 * backwards. Afterwards, layer by layer: ours within passes over all of them, theirs by a profile of calls of their own
 * (so that sums differ a little from the calls). Throws MissingError without make or a compiler, WorkError where one of
 * both cannot run, and the reason of an abort.
 */
export async function compareNetwork(
  network: NetworkToCompare,
  { seconds = SECONDS, runtime, signal }: CompareOptions,
): Promise<Omit<CompareRow, 'largest_error'>> {
  const scratch = new Scratch();
  const drivers: Driver[] = [];
  const enter = (driver: Driver): Driver => {
    drivers.push(driver);
    return driver;
  };
  try {
    const fixed = Array.from(network.fixed.values());
    const files = { inputs: scratch.path('inputs'), outputs: scratch.path('ours') };
    const theirFiles = { inputs: scratch.path('all-inputs'), outputs: scratch.path('theirs') };
    writeFileSync(files.inputs, bytesOf(network.inputs, network.data));
    const all = [...network.data, ...fixed.map(({ data }) => data)];
    writeFileSync(theirFiles.inputs, bytesOf([...network.inputs, ...fixed], all));
    const theirs = enter(await startTheirs(network, runtime, theirFiles, scratch));
    const ours = enter(await startOurs(network, files, signal));

    const rounds = await roundsWithin(seconds, drivers, signal);
    const [oursTimes, theirTimes] = (await interleave([ours, theirs], { rounds, ...defined({ signal }) })).map(
      (timing) => timing.seconds,
    );
    const [ourStart, theirStart] = [await startOf(ours), await startOf(theirs)];
    const times = await layerTimes(ours, network.calls);
    await Promise.all(drivers.map((driver) => driver.stop()));
    const profile = await profileTheirs(network, { runtime, ...defined({ signal }) }, theirFiles, scratch);
    const ratio = speedRatio(oursTimes!, theirTimes!);
    return {
      network: network.name,
      threads: network.threads,
      rounds,
      ours: { ...timesOf(spread(oursTimes!)), ...ourStart },
      onnxruntime: { ...timesOf(spread(theirTimes!)), ...theirStart, description: theirs.description },
      ratio: ratio.median,
      ratio_low: ratio.low,
      ratio_high: ratio.high,
      largest_difference: numberOrNull(differenceOf(network.outputs, files.outputs, theirFiles.outputs)),
      layers: alignLayers(network, times, profile),
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
    scratch.close();
  }
}

/** Rounds that fit into so many seconds: a turn warms up by a call, and takes at least another. */
async function roundsWithin(seconds: number, drivers: readonly Driver[], signal?: AbortSignal): Promise<number> {
  let round = 0;
  for (const driver of drivers) {
    signal?.throwIfAborted();
    round += 2 * Math.max(TURN, await driver.go(1));
  }
  return Math.min(MOST, Math.max(FEWEST, Math.floor(seconds / round)));
}

/** Seconds that a turn takes at least, about. */
const TURN = 0.008;

type Start = Pick<CompareRow['ours'], 'load_seconds' | 'first_seconds' | 'base_bytes' | 'peak_bytes'>;

/** How long it took until the first call was made, and the memory that all calls up to now took. */
async function startOf(driver: Driver): Promise<Start> {
  const answer = await driver.ask('process');
  const [load = NaN, first = NaN, base = NaN, peak = NaN] = answer.split(' ').map(Number);
  if (![load, first, base, peak].every((number) => number >= 0))
    throw new WorkError(`${driver.name} answered "${answer}" instead of how it started.`);
  return { load_seconds: load, first_seconds: first, base_bytes: base, peak_bytes: peak };
}

async function layerTimes(ours: Driver, calls: readonly string[]): Promise<readonly number[]> {
  const answer = await ours.ask(`layers ${PASSES}`);
  const times = answer === '' ? [] : answer.split(' ').map(Number);
  if (times.length !== calls.length || !times.every((time) => time >= 0))
    throw new WorkError(`The library has other layers than its network: write it again (it answered ${times.length}).`);
  return times;
}

function differenceOf(ports: NetworkToCompare['outputs'], got: string, want: string): number {
  const [ours, theirs] = [readFileSync(got), readFileSync(want)];
  let at = 0;
  const differences = ports.map(({ name, type: typeName, shape }) => {
    const [type, count] = [elementType(typeName), sizeOf(shape)];
    const end = at + count * type.bytes;
    if (end > theirs.length) throw new WorkError(`ONNX Runtime gives output ${name} another shape than ours.`);
    const [own, its] = [ours, theirs].map((bytes) => numbersFromBytes(bytes, at, count, type));
    at = end;
    return largestDifference(own!, its!);
  });
  if (at !== theirs.length) throw new WorkError('ONNX Runtime gives outputs of other shapes than ours.');
  return Math.max(...differences);
}

function timesOf({ median, low, high }: Spread): Omit<CompareRow['ours'], keyof Start> {
  return { seconds: median, seconds_p10: low, seconds_p90: high };
}
