/** What a log must hold after many kills: all that was acknowledged, once, and nothing that was run in vain. */
import { createHash } from 'node:crypto';
import { readLog } from '../../../src/log/record/log.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { grouped } from '../../../src/target/grouped.js';
import { fakeTask } from '../../tuner/fakes.js';
import { kernelOf, secondsOf } from './simulated.js';
import type { SeenRun, StartedRun } from './witness.js';

/** What is searched while others are killed, and in batches of how many trials. */
export const task = fakeTask('fake.farm', 400);
export const batchSize = 64;

export interface Seen {
  readonly log: string;
  /** Indices of trials that tuners reported. */
  readonly acknowledged: readonly number[];
  /** Trials that devices started. */
  readonly started: readonly StartedRun[];
  /** Trials whose result was stored in Redis. */
  readonly answered: readonly SeenRun[];
}

export interface Toll {
  /** Trials in the log, with a verdict. */
  readonly logged: number;
  /** Acknowledged trials that the log does not hold. */
  readonly lost: number;
  /** Records beyond the first of one config. */
  readonly twice: number;
  /** Records with another time than their kernel's. */
  readonly wrong: number;
  /** Kernels that ran again for a tuner though Redis had their result. */
  readonly again: number;
  /** Most results that Redis had of one tuner, which the log does not hold: of a batch that was cut short. */
  readonly unlogged: number;
}

export async function tollOf({ log, acknowledged, started, answered }: Seen): Promise<Toll> {
  const { records } = await readLog(log);
  const judged = records.filter(({ error }) => error !== ErrorNo.unknown);
  const indices = new Set(judged.map(({ index }) => index));
  const objects = new Set([...indices].map(objectOf));
  const answeredAt = new Map(answered.map(({ job, at }) => [job, at]));
  const tuners = [...grouped(started, ({ job }) => job.split('-')[0]!).values()];
  return {
    logged: judged.length,
    lost: acknowledged.filter((index) => !indices.has(index)).length,
    twice: judged.length - indices.size,
    wrong: judged.filter(({ index, costs: [seconds] }) => seconds !== secondsOf(kernelOf(index).source)).length,
    again: tuners.reduce((sum, runs) => sum + ranAgain(runs, answeredAt), 0),
    unlogged: Math.max(0, ...tuners.map((runs) => unloggedOf(runs, answeredAt, objects))),
  };
}

/** Kernels of a tuner that run again: one on all of its devices, which are compared, and one that shows their state. */
const REPEATED = 2;

/** Kernels beyond these that ran again though there was a result. */
function ranAgain(runs: readonly StartedRun[], answeredAt: ReadonlyMap<string, number>): number {
  const kernels = [...grouped(runs, ({ object }) => object).values()];
  const repeated = kernels.filter((same) => {
    const first = Math.min(...same.map(({ job }) => answeredAt.get(job) ?? Infinity));
    return same.some(({ at }) => at > first);
  });
  return Math.max(0, repeated.length - REPEATED);
}

function unloggedOf(
  runs: readonly StartedRun[],
  answeredAt: ReadonlyMap<string, number>,
  logged: ReadonlySet<string>,
): number {
  return new Set(runs.filter(({ job, object }) => answeredAt.has(job) && !logged.has(object)).map((run) => run.object))
    .size;
}

/** Of a simulated kernel, which is its own object. */
function objectOf(index: number): string {
  return createHash('sha256').update(kernelOf(index).source).digest('hex');
}
