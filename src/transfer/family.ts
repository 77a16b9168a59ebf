import type { Featurizer } from '../features/featurizer.js';
import type { ViewName } from '../features/registry.js';
import { translator } from '../features/translate.js';
import { timingOf } from '../measure/estimate.js';
import type { KnownTrial } from '../log/record/trials.js';
import type { Row } from '../model/model.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { areOfOneTemplate, nearestKin, viewOf, type TaskHistory, knownTasks, ranked } from './known-tasks.js';
import { type Prior, nothingKnown } from '../model/prior.js';
import { warmStartsOf } from './suggestions.js';
import { timeOf } from '../log/record/time.js';
import { keyOf } from '../space/knob.js';

interface Member {
  readonly history: TaskHistory;
  /** By index in its space. */
  readonly trials: Map<number, KnownTrial>;
}

interface Sibling {
  readonly member: Member;
  readonly isOfTemplate: boolean;
  readonly toFeatures: (config: Config) => Float32Array;
}

/**
 * Tasks that are tuned at the same time and learn from each other as they go (the idea of GPTune, Liu et al., PPoPP
 * 2021, whose Gaussian processes share one covariance; here the rows of all enter the fit of each). What a member
 * receives is what it would learn from history (`priorOf`): rows in its own columns, a group for each sibling, and the
 * configs that did best there, the nearest sibling's first. It never meets trials of its own work.
 */
export class Family {
  readonly #members: ReadonlyMap<Task, Member>;
  readonly #siblings = new Map<Member, readonly Sibling[]>();

  /** Sources of the tasks; trials that they hold, of a log, are known from the start. */
  constructor(
    histories: readonly TaskHistory[],
    private readonly views: readonly ViewName[],
  ) {
    this.#members = new Map(
      histories.map((history) => [
        history.task,
        { history, trials: new Map(history.trials.map((trial) => [trial.config.index, trial])) },
      ]),
    );
  }

  /** Enters trials of a member; the last of a config counts. Throws RangeError for a task that is none. */
  observe(task: Task, trials: readonly KnownTrial[]): void {
    const member = this.#memberOf(task);
    for (const trial of trials) member.trials.set(trial.config.index, trial);
  }

  /** What a member learns from its siblings now. Throws RangeError for a task that is none. */
  priorOf(task: Task): Prior {
    const siblings = this.#siblingsOf(this.#memberOf(task)).filter(({ member }) => member.trials.size > 0);
    return {
      rows: siblings.flatMap(rowsOf),
      warmStarts: warmStartsOf(
        task.space,
        siblings
          .filter(({ isOfTemplate }) => isOfTemplate)
          .map(({ member }) => ({
            ranked: rankedIn(member).map(({ config }) => config.values),
            sameWorkload: false,
            group: member.history.identity,
          })),
      ).warmStarts,
    };
  }

  #siblingsOf(own: Member): readonly Sibling[] {
    const known = this.#siblings.get(own);
    if (known) return known;
    const to = viewOf(own.history.task, this.views);
    const others = [...this.#members.values()].filter(({ history }) => history.work !== own.history.work);
    const byHistory = new Map(others.map((member) => [member.history, member]));
    const found = nearestKin(own.history, [...byHistory.keys()], this.views).map(({ history, shared }) => ({
      member: byHistory.get(history)!,
      isOfTemplate: areOfOneTemplate(own.history, history),
      toFeatures: remembered(viewOf(history.task, shared), to),
    }));
    this.#siblings.set(own, found);
    return found;
  }

  #memberOf(task: Task): Member {
    const member = this.#members.get(task);
    if (!member) throw new RangeError(`${task.template.name} of ${task.workload.name} is not of this family.`);
    return member;
  }
}

/** A config is seen in other columns once, however often it is asked for. */
function remembered(from: Featurizer, to: Featurizer): (config: Config) => Float32Array {
  const translate = translator(from, to);
  const known = new Map<number, Float32Array>();
  return (config) => {
    const features = known.get(config.index) ?? translate(config);
    known.set(config.index, features);
    return features;
  };
}

/** In the order of the trials; throughputs are relative to the sibling's best, 0 for a failure. */
function rowsOf({ member, toFeatures }: Sibling): readonly Row[] {
  const best = rankedIn(member).at(0)?.seconds ?? 0;
  return Array.from(member.trials.values(), (trial) => ({
    features: toFeatures(trial.config),
    score: best / (timingOf(trial)?.seconds ?? Infinity),
    group: member.history.identity,
  }));
}

/** The trials that work, fastest first; those that finals superseded come last. */
function rankedIn({ trials }: Member): readonly { readonly config: Config; readonly seconds: number }[] {
  const working = [...trials.values()].flatMap(({ superseded = false, ...trial }) => {
    const timing = timingOf(trial);
    return timing ? [{ config: trial.config, seconds: timing.seconds, rank: timing.rankedAt, superseded }] : [];
  });
  return working.sort((a, b) => Number(a.superseded) - Number(b.superseded) || a.rank - b.rank);
}

/**
 * What a search of the task of `own` learns from other histories, as far as `views` shows them: rows for its fits, each
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
      const hardware = JSON.stringify(history.hardware);
      const elsewhere = hardware === JSON.stringify(own.hardware) ? {} : { hardware };
      const toFeatures = translator(viewOf(history.task, shared), to);
      const scoreOf = scoring(history);
      return trials.map((trial) => ({
        features: toFeatures(trial.config),
        score: scoreOf(trial),
        group,
        ...elsewhere,
      }));
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
