import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { NotReady, type Driver } from '../../measure/driver.js';
import { interleave } from '../../measure/rounds.js';
import { speedRatio, spread, type Spread } from '../../measure/statistics.js';
import { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { alignLayers } from './align.js';
import { ownAnswers, theirAnswers } from './answers.js';
import { largestDifference, type CompareOptions, type NetworkToCompare } from './comparison.js';
import { numberOrNull, type CompareRow } from './compare-row.js';
import { bytesOf } from '../../backend/cpu/program/library.js';
import { type Files, profileTheirs, startOurs, startTheirs } from './drivers.js';
import { layerTimes } from './layer-times.js';
import type { ProfiledNode, Runtime } from './runtime.js';
import { defined } from '../../target/defined.js';

/** Rounds: fewer have no spread, and more say nothing new. */
const [FEWEST, MOST] = [9, 301];
const SECONDS = 10;

/**
 * Times a library of ours and runtimes on the same inputs: all stay loaded and take turns, every other round backwards.
 * Afterwards, layer by layer: ours within passes over all of them, theirs by a profile of calls of their own (so that
 * sums differ a little from the calls). Throws MissingError without make or a compiler, WorkError where one of them
 * cannot run, and the reason of an abort.
 */
export async function compareNetwork(
  network: NetworkToCompare,
  { seconds = SECONDS, runtimes, signal }: CompareOptions,
): Promise<Omit<CompareRow, 'largest_error'>> {
  const scratch = new Scratch();
  const drivers: Driver[] = [];
  const enter = (driver: Driver): Driver => {
    drivers.push(driver);
    return driver;
  };
  try {
    const files = writeInputs(network, runtimes, scratch);
    const { running, refusals } = await startAll(network, runtimes, files, scratch, enter);
    const ours = enter(await startOurs(network, files.ours, signal));

    const rounds = await roundsWithin(seconds, drivers, signal);
    const timings = (await interleave(drivers, { rounds, ...defined({ signal }) })).map((timing) => timing.seconds);
    const [own, starts] = [timings.at(-1)!, await startsOf(drivers)];
    const times = await layerTimes(ours, network.calls.length);
    await Promise.all(drivers.map((driver) => driver.stop()));
    const profiles = new Map<Runtime['key'], readonly ProfiledNode[]>();
    for (const runtime of running)
      profiles.set(runtime.key, await profileTheirs(network, runtime, files.of(runtime), scratch, signal));
    const sides = new Map(
      running.map((runtime, i) => [
        runtime.key,
        {
          times: { ...timesOf(spread(timings[i]!)), ...starts[i]!, description: drivers[i]!.description },
          beside: {
            ...ratiosOf(own, timings[i]!),
            largest_difference: numberOrNull(differenceOf(network.outputs, files, runtime)),
          },
        },
      ]),
    );
    const [first, second] = [sides.get('onnxruntime')!, sides.get('openvino')];
    return {
      network: network.name,
      threads: network.threads,
      rounds,
      ours: { ...timesOf(spread(own)), ...starts.at(-1)! },
      onnxruntime: first.times,
      ...first.beside,
      openvino: second ? { ...second.times, ...second.beside } : null,
      openvino_refusal: refusals.get('openvino') ?? null,
      layers: alignLayers(network, times, profiles),
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
    scratch.close();
  }
}

/**
 * Starts the runtimes, one after the other. ONNX Runtime has to be there; another may not know the model, or make other
 * outputs of it, which is no reason to keep back the rest.
 */
async function startAll(
  network: NetworkToCompare,
  runtimes: readonly Runtime[],
  files: AllFiles,
  scratch: Scratch,
  enter: (driver: Driver) => Driver,
): Promise<{ readonly running: readonly Runtime[]; readonly refusals: ReadonlyMap<Runtime['key'], string> }> {
  const running: Runtime[] = [];
  const refusals = new Map<Runtime['key'], string>();
  for (const runtime of runtimes) {
    try {
      const driver = await startTheirs(network, runtime, files.of(runtime), scratch);
      if (running[0] && !wroteAsMuch(files.of(running[0]), files.of(runtime))) {
        await driver.stop();
        refusals.set(runtime.key, `${runtime.label} gives outputs of other shapes than ours.`);
        continue;
      }
      enter(driver);
      running.push(runtime);
    } catch (error) {
      if (!(error instanceof NotReady) || runtime.key === 'onnxruntime') throw error;
      refusals.set(runtime.key, error.message);
    }
  }
  return { running, refusals };
}

/** Whether two runtimes wrote as much: extents may depend on values, and only runs say which there are. */
function wroteAsMuch(one: Files, other: Files): boolean {
  return statSync(one.outputs).size === statSync(other.outputs).size;
}

interface AllFiles {
  readonly ours: Files;
  of(runtime: Runtime): Files;
}

/** Runtimes are given as inputs what is a constant of the library, too. */
function writeInputs(network: NetworkToCompare, runtimes: readonly Runtime[], scratch: Scratch): AllFiles {
  const fixed = Array.from(network.fixed.values());
  const [own, all] = [scratch.path('inputs'), scratch.path('all-inputs')];
  writeFileSync(own, bytesOf(network.inputs, network.data));
  writeFileSync(all, bytesOf([...network.inputs, ...fixed], [...network.data, ...fixed.map(({ data }) => data)]));
  const theirs = new Map(runtimes.map(({ key }) => [key, { inputs: all, outputs: scratch.path(key) }] as const));
  return { ours: { inputs: own, outputs: scratch.path('ours') }, of: ({ key }) => theirs.get(key)! };
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

/** One driver after the other. */
async function startsOf(drivers: readonly Driver[]): Promise<readonly Start[]> {
  const starts: Start[] = [];
  for (const driver of drivers) starts.push(await startOf(driver));
  return starts;
}

/** How long it took until the first call was made, and the memory that all calls up to now took. */
async function startOf(driver: Driver): Promise<Start> {
  const answer = await driver.ask('process');
  const [load = NaN, first = NaN, base = NaN, peak = NaN] = answer.split(' ').map(Number);
  if (![load, first, base, peak].every((number) => number >= 0))
    throw new WorkError(`${driver.name} answered "${answer}" instead of how it started.`);
  return { load_seconds: load, first_seconds: first, base_bytes: base, peak_bytes: peak };
}

function differenceOf(outputs: NetworkToCompare['outputs'], files: AllFiles, runtime: Runtime): number {
  const own = ownAnswers(outputs, readFileSync(files.ours.outputs));
  const theirs = theirAnswers(outputs, own, readFileSync(files.of(runtime).outputs));
  if (!theirs) throw new WorkError(`${runtime.label} gives outputs of other shapes than ours.`);
  return Math.max(...own.map((answer, i) => largestDifference(answer, theirs[i]!)));
}

function timesOf({ median, low, high }: Spread): Omit<CompareRow['ours'], keyof Start> {
  return { seconds: median, seconds_p10: low, seconds_p90: high };
}

function ratiosOf(
  ours: readonly number[],
  theirs: readonly number[],
): Pick<CompareRow, 'ratio' | 'ratio_low' | 'ratio_high'> {
  const { median, low, high } = speedRatio(ours, theirs);
  return { ratio: median, ratio_low: low, ratio_high: high };
}
