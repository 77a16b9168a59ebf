import type { Featurizer } from '../features/featurizer.js';
import type { ViewName } from '../features/registry.js';
import { translator } from '../features/translate.js';
import { timingOf } from '../measure/estimate.js';
import type { KnownTrial } from '../log/record/trials.js';
import type { Row } from '../model/model.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { areOfOneTemplate, nearestKin } from './kinship.js';
import type { Prior } from '../model/prior.js';
import type { TaskHistory } from './task-history.js';
import { viewOf } from './view.js';
import { warmStartsOf } from './warm-starts.js';

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
 * 2021, whose Gaussian processes share one covariance; here the rows of all enter the fit of each). What a member is
 * told is what history would tell it (`prior-of.ts`): rows in its own columns, a group for each sibling, and the
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

  /** What the siblings of a member tell it now. Throws RangeError for a task that is none. */
  priorOf(task: Task): Prior {
    const siblings = this.#siblingsOf(this.#memberOf(task)).filter(({ member }) => member.trials.size > 0);
    return {
      rows: siblings.flatMap(rowsOf),
      warmStarts: warmStartsOf(
        task.space,
        siblings
          .filter(({ isOfTemplate }) => isOfTemplate)
          .map(({ member }) => ({
            ranked: ranked(member).map(({ config }) => config.values),
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
  const best = ranked(member).at(0)?.seconds ?? 0;
  return Array.from(member.trials.values(), (trial) => ({
    features: toFeatures(trial.config),
    score: best / (timingOf(trial)?.seconds ?? Infinity),
    group: member.history.identity,
  }));
}

/** The trials that work, fastest first; those that finals superseded come last. */
function ranked({ trials }: Member): readonly { readonly config: Config; readonly seconds: number }[] {
  const working = [...trials.values()].flatMap(({ superseded = false, ...trial }) => {
    const timing = timingOf(trial);
    return timing ? [{ config: trial.config, seconds: timing.seconds, rank: timing.rankedAt, superseded }] : [];
  });
  return working.sort((a, b) => Number(a.superseded) - Number(b.superseded) || a.rank - b.rank);
}
