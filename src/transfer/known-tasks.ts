import type { KnownTrial } from '../log/record/trials.js';
import { rank } from '../log/record/best.js';
import { hardwareDistance, type Hardware } from '../log/record/hardware.js';
import { areOfOneTemplate, nearestKin, shapeDistance } from './kinship.js';
import type { KnownTask } from '../model/prior.js';
import { placeOf, type TaskHistory } from './task-history.js';

/** A history, and those of its trials that may be told. */
export interface Told {
  readonly history: TaskHistory;
  readonly trials: readonly KnownTrial[];
}

/** What a task that was not tried itself is told by the nearest histories of its template. */
export function knownOf(own: TaskHistory, histories: readonly TaskHistory[]): readonly KnownTask[] {
  const kin = nearestKin(own, histories, ['knobs']).filter(({ history }) => areOfOneTemplate(own, history));
  return knownTasks(
    own,
    histories,
    kin.map(({ history }) => ({ history, trials: history.trials })),
  );
}

/** Some of the histories as a search that goes by their configs sees them, the nearest first. */
export function knownTasks(
  own: TaskHistory,
  histories: readonly TaskHistory[],
  told: readonly Told[],
): readonly KnownTask[] {
  const fastest = fastestByPlace(histories);
  return told
    .map(({ history, trials }): KnownTask => {
      const place = placeOf(history);
      const best = fastest.get(place) ?? 0;
      return {
        workload: history.task.workload.name,
        ...history.hardware,
        place,
        distance: distanceTo(history, own.args, own.hardware),
        trials: [
          ...ranked(trials).map(({ trial, seconds }) => ({ values: trial.config.values, share: best / seconds })),
          ...trials.filter(({ error }) => error !== 0).map(({ config }) => ({ values: config.values, share: 0 })),
        ],
      };
    })
    .toSorted((a, b) => a.distance - b.distance);
}

/** What was ranked before: a rule that is tried on many workloads asks for the same histories again and again. */
const rankings = new WeakMap<readonly KnownTrial[], readonly TimedTrial[]>();

interface TimedTrial {
  readonly trial: KnownTrial;
  readonly seconds: number;
}

/** The trials that work, best first, as `selectBest` sees it: what finals superseded comes after what stands. */
export function ranked(trials: readonly KnownTrial[]): readonly TimedTrial[] {
  const before = rankings.get(trials);
  if (before) return before;
  const ofThose = (superseded: boolean): readonly TimedTrial[] =>
    rank(trials.filter((trial) => (trial.superseded ?? false) === superseded)).map(({ record: trial, seconds }) => ({
      trial,
      seconds,
    }));
  const found = [...ofThose(false), ...ofThose(true)];
  rankings.set(trials, found);
  return found;
}

/** Doublings of a size between a history and a shape, as its operator encodes it, on a machine. */
export function distanceTo(history: TaskHistory, args: TaskHistory['args'], hardware: Hardware): number {
  return shapeDistance(history.args, args) + hardwareDistance(hardware, history.hardware);
}

/** Seconds of the fastest trial of each workload and machine, of whatever template. */
export function fastestByPlace(histories: readonly TaskHistory[]): ReadonlyMap<string, number> {
  const fastest = new Map<string, number>();
  for (const history of histories) {
    const place = placeOf(history);
    const seconds = ranked(history.trials).reduce((least, trial) => Math.min(least, trial.seconds), Infinity);
    fastest.set(place, Math.min(seconds, fastest.get(place) ?? Infinity));
  }
  return fastest;
}
