import type { ViewName } from '../features/registry.js';
import { translator } from '../features/translate.js';
import { timeOf } from '../log/record/time.js';
import { keyOf } from '../space/knob.js';
import { areOfOneTemplate, nearestKin } from './kinship.js';
import { knownTasks, ranked } from './known-tasks.js';
import { nothingKnown, type Prior } from '../model/prior.js';
import { warmStartsOf } from './warm-starts.js';
import type { KnownTrial } from '../log/record/trials.js';
import type { TaskHistory } from './task-history.js';
import { viewOf } from './view.js';

/**
 * What other histories tell a search of the task of `own`, as far as `views` shows them: rows to learn from, each
 * history a group of its own, with throughputs relative to its best, and the configs that were best there. Those of the
 * same template are seen in all views and have warm starts to offer; of other templates the loops and relations can be
 * compared, but not the knobs. Columns are matched by name. A trial that is the very measurement that `own` holds of
 * that config is left out, so that a log can be the history of its own tasks.
 */
export function priorOf(own: TaskHistory, histories: readonly TaskHistory[], views: readonly ViewName[]): Prior {
  const kin = nearestKin(own, histories, views)
    .map(({ history, shared }) => ({ history, shared, trials: unknownTo(own, history) }))
    .filter(({ trials }) => trials.length > 0);
  if (kin.length === 0) return nothingKnown;
  const to = viewOf(own.task, views);
  const named = kin.map((one, place) => ({ ...one, group: `${place} ${one.history.identity}` }));
  const ofTemplate = named.filter(({ history }) => areOfOneTemplate(own, history));
  return {
    rows: named.flatMap(({ history, shared, trials, group }) => {
      const toFeatures = translator(viewOf(history.task, shared), to);
      const scoreOf = scoring(history);
      return trials.map((trial) => ({ features: toFeatures(trial.config), score: scoreOf(trial), group }));
    }),
    ...warmStartsOf(
      own.task.space,
      ofTemplate.map(({ history, trials, group }) => ({
        ranked: ranked(trials).map(({ trial }) => trial.config.values),
        sameWorkload: history.work === own.work,
        group,
      })),
    ),
    known: knownTasks(own, histories, ofTemplate),
  };
}

/** Throughput relative to the best of the history; 0 for a failure. */
function scoring({ trials }: TaskHistory): (trial: KnownTrial) => number {
  const fastest = trials.reduce((least, trial) => Math.min(least, timeOf(trial)?.seconds ?? Infinity), Infinity);
  return (trial) => {
    const seconds = timeOf(trial)?.seconds;
    return seconds === undefined ? 0 : fastest / seconds;
  };
}

function unknownTo(own: TaskHistory, { identity, trials }: TaskHistory): readonly KnownTrial[] {
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
