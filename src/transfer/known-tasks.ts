import type { KnownTrial } from '../log/record/trials.js';
import { rank } from '../log/record/best.js';
import { hardwareDistance, type Hardware } from '../log/record/hardware.js';
import { areOfOneTemplate, nearestKin, shapeDistance } from './kinship.js';
import type { KnownTask } from '../model/prior.js';
import { placeOf, type Source } from './source.js';

/** A source, and those of its trials that may be told. */
export interface Told {
  readonly source: Source;
  readonly trials: readonly KnownTrial[];
}

/** What a task that was not tried itself is told by the nearest sources of its template. */
export function knownOf(own: Source, sources: readonly Source[]): readonly KnownTask[] {
  const kin = nearestKin(own, sources, ['knobs']).filter(({ source }) => areOfOneTemplate(own, source));
  return knownTasks(
    own,
    sources,
    kin.map(({ source }) => ({ source, trials: source.trials })),
  );
}

/** Some of the sources as a search that goes by their configs sees them, the nearest first. */
export function knownTasks(own: Source, sources: readonly Source[], told: readonly Told[]): readonly KnownTask[] {
  const fastest = fastestByPlace(sources);
  return told
    .map(({ source, trials }): KnownTask => {
      const place = placeOf(source);
      const best = fastest.get(place) ?? 0;
      return {
        workload: source.task.workload.name,
        ...source.hardware,
        place,
        distance: distanceTo(source, own.args, own.hardware),
        trials: [
          ...ranked(trials).map(({ trial, seconds }) => ({ values: trial.config.values, share: best / seconds })),
          ...trials.filter(({ error }) => error !== 0).map(({ config }) => ({ values: config.values, share: 0 })),
        ],
      };
    })
    .toSorted((a, b) => a.distance - b.distance);
}

/** What was ranked before: a rule that is tried on many workloads asks for the same sources again and again. */
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

/** Doublings of a size between a source and a shape, as its operator encodes it, on a machine. */
export function distanceTo(source: Source, args: Source['args'], hardware: Hardware): number {
  return shapeDistance(source.args, args) + hardwareDistance(hardware, source.hardware);
}

/** Seconds of the fastest trial of each workload and machine, of whatever template. */
export function fastestByPlace(sources: readonly Source[]): ReadonlyMap<string, number> {
  const fastest = new Map<string, number>();
  for (const source of sources) {
    const place = placeOf(source);
    const seconds = ranked(source.trials).reduce((least, trial) => Math.min(least, trial.seconds), Infinity);
    fastest.set(place, Math.min(seconds, fastest.get(place) ?? Infinity));
  }
  return fastest;
}
