import type { ViewName } from '../features/registry.js';
import { translator } from '../features/translate.js';
import { rank } from '../record/best.js';
import { timeOf } from '../record/time.js';
import { keyOf } from '../space/knob.js';
import { hardwareDistance } from '../record/hardware.js';
import { areOfOneTemplate, nearestKin, shapeDistance } from './kinship.js';
import { nothingKnown, type KnownTask, type Prior } from './prior.js';
import { warmStartsOf } from './warm-starts.js';
import { placeOf, type KnownTrial, type Source } from './source.js';
import { viewOf } from './view.js';

/**
 * What other sources tell a search of the task of `own`, as far as `views` shows them: rows to learn from, each source
 * a group of its own, with throughputs relative to its best, and the configs that were best there. Those of the same
 * template are seen in all views and have warm starts to offer; of other templates the loops and relations can be
 * compared, but not the knobs. Columns are matched by name. A trial that is the very measurement that `own` holds of
 * that config is left out, so that a log can be the history of its own tasks.
 */
export function priorOf(own: Source, sources: readonly Source[], views: readonly ViewName[]): Prior {
  const kin = nearestKin(own, sources, views)
    .map(({ source, shared }) => ({ source, shared, trials: unknownTo(own, source) }))
    .filter(({ trials }) => trials.length > 0);
  if (kin.length === 0) return nothingKnown;
  const to = viewOf(own.task, views);
  const ofTemplate = kin.filter(({ source }) => areOfOneTemplate(own, source));
  return {
    rows: kin.flatMap(({ source, shared, trials }, place) => {
      const toFeatures = translator(viewOf(source.task, shared), to);
      const scoreOf = scoring(source);
      return trials.map((trial) => ({
        features: toFeatures(trial.config),
        score: scoreOf(trial),
        group: `${place} ${source.identity}`,
      }));
    }),
    warmStarts: warmStartsOf(
      own.task.space,
      ofTemplate.map(({ source, trials }) => ({
        ranked: ranked(trials).map(({ config }) => config.values),
        sameWorkload: source.work === own.work,
      })),
    ),
    known: knownTasks(own, sources, ofTemplate),
  };
}

/** Kin of the same template as a search that goes by their configs sees them, the nearest first. */
function knownTasks(
  own: Source,
  sources: readonly Source[],
  kin: readonly { readonly source: Source; readonly trials: readonly KnownTrial[] }[],
): readonly KnownTask[] {
  const fastest = fastestByPlace(sources);
  return kin
    .map(({ source, trials }): KnownTask => {
      const place = placeOf(source);
      const best = fastest.get(place) ?? 0;
      return {
        workload: source.task.workload.name,
        fingerprint: source.hardware.fingerprint,
        place,
        distance: shapeDistance(source.args, own.args) + hardwareDistance(own.hardware, source.hardware),
        trials: [
          ...ranked(trials).map((trial) => ({ values: trial.config.values, share: best / timeOf(trial)!.seconds })),
          ...trials.flatMap((trial) => (timeOf(trial) ? [] : [{ values: trial.config.values, share: 0 }])),
        ],
      };
    })
    .toSorted((a, b) => a.distance - b.distance);
}

/** Seconds of the fastest trial of each workload and machine, of whatever template. */
function fastestByPlace(sources: readonly Source[]): ReadonlyMap<string, number> {
  const fastest = new Map<string, number>();
  for (const source of sources) {
    const place = placeOf(source);
    const seconds = source.trials.map((trial) => timeOf(trial)?.seconds ?? Infinity);
    fastest.set(
      place,
      seconds.reduce((least, other) => Math.min(least, other), fastest.get(place) ?? Infinity),
    );
  }
  return fastest;
}

/** The trials that work, best first, as `selectBest` sees it: what finals superseded comes after what stands. */
function ranked(trials: readonly KnownTrial[]): readonly KnownTrial[] {
  const ofThose = (superseded: boolean): readonly KnownTrial[] =>
    rank(trials.filter((trial) => trial.superseded === superseded)).map(({ record }) => record);
  return [...ofThose(false), ...ofThose(true)];
}

/** Throughput relative to the best of the source; 0 for a failure. */
function scoring({ trials }: Source): (trial: KnownTrial) => number {
  const fastest = trials.reduce((least, trial) => Math.min(least, timeOf(trial)?.seconds ?? Infinity), Infinity);
  return (trial) => {
    const seconds = timeOf(trial)?.seconds;
    return seconds === undefined ? 0 : fastest / seconds;
  };
}

/** The trials of a source that are not trials of `own`. */
function unknownTo(own: Source, { identity, trials }: Source): readonly KnownTrial[] {
  if (identity !== own.identity) return trials;
  const known = new Set(own.trials.map(measurementKey));
  return trials.filter((trial) => !known.has(measurementKey(trial)));
}

/**
 * A text that two trials share exactly when they are the same measurement of the same config, however each log counts
 * its configs.
 */
function measurementKey({ config, costs, error }: KnownTrial): string {
  const knobs = Object.entries(config.values).map(([name, value]) => `${name}=${keyOf(value)}`);
  return JSON.stringify([knobs.sort(), costs, error]);
}
