import type { Config, KnobValue } from '../space/config.js';
import { operatorOf } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import type { Prior } from '../model/prior.js';
import { nearestConfigs } from '../explorer/nearest-config.js';
import { distanceTo, fastestByPlace, ranked, placeOf, historyOfTask, type TaskHistory } from './known-tasks.js';
import { weightAt } from '../explorer/short-list.js';
import { nearestValue } from '../space/entity.js';
import type { Space, Values } from '../space/space.js';

export function withSuggestions(prior: Prior, task: Task): Prior {
  const { template, workload, target, space } = task;
  const suggestions = template.suggestions?.(workload, target) ?? [];
  const configs = suggestions.flatMap((values): Config | [] => counterpart(space, values) ?? []);
  const suggested = firstSuggested(task);
  const all = [...prior.warmStarts, ...configs, ...(suggested ? [suggested] : [])];
  const starts = new Map(all.map((config) => [config.index, config]));
  return { ...prior, warmStarts: [...starts.values()], suggested };
}

/** Combinations that are looked at for a config near one that is listed. */
const LOOKS = 256;

/** The configs nearest to those of a template's short list, or else to what it suggests, each once, in its order. */
export function shortListed({ template, workload, target, space }: Task): readonly Config[] {
  const listed = template.shortList?.(workload, target) ?? template.suggestions?.(workload, target) ?? [];
  const found = listed.flatMap((values): Config | [] => {
    const near = nearestConfigs(space, values, LOOKS).next();
    return near.done === true ? [] : near.value;
  });
  return [...new Map(found.map((config) => [config.index, config])).values()];
}

/** The config nearest to the first suggestion of a task's template; undefined where it suggests none. */
export function firstSuggested({ template, workload, target, space }: Task): Config | undefined {
  const [first] = template.suggestions?.(workload, target) ?? [];
  if (!first) return undefined;
  const found = nearestConfigs(space, first).next();
  return found.done ? undefined : found.value;
}

interface TriedSuggestion {
  readonly history: TaskHistory;
  /** Of the best speed there. */
  readonly share: number;
  readonly excess: number;
}

/**
 * The share of the best speed that a suggestion of a task's template is expected to reach, the first where none is
 * named: what the first reached on other workloads, the nearest counting most (`weightAt`), by how much more or less
 * work than the operator it has here than there. Undefined where it was tried nowhere. `fingerprint`: of the machine
 * that is asked for.
 */
export function suggestionShare(
  task: Task,
  histories: readonly TaskHistory[],
  fingerprint: string | undefined,
  suggestion?: Values,
): number | undefined {
  const own = historyOfTask(task, '', [], fingerprint);
  const tried = triedIn(histories)
    .filter(({ history }) => history.task.template === task.template && history.work !== own.work)
    .map((one) => ({ ...one, distance: distanceTo(one.history, own.args, own.hardware) }));
  if (tried.length === 0) return undefined;
  const nearest = Math.min(...tried.map(({ distance }) => distance));
  const weights = tried.map(({ distance }) => weightAt(distance, nearest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const here = excessOf(task, suggestion);
  const shares = tried.map(({ share, excess }) => Math.min(1, (share * excess) / here));
  return shares.reduce((sum, share, i) => sum + (weights[i]! / total) * share, 0);
}

/** The work of a suggestion by that of its operator, 2 where half of the lanes of a vector are empty. */
function excessOf(task: Task, suggestion?: Values): number {
  const work = task.template.work?.(task.workload, task.target, suggestion);
  return work === undefined ? 1 : work / operatorOf(task).flops(task.workload);
}

const known = new WeakMap<readonly TaskHistory[], readonly TriedSuggestion[]>();

function triedIn(histories: readonly TaskHistory[]): readonly TriedSuggestion[] {
  const before = known.get(histories);
  if (before) return before;
  const fastest = fastestByPlace(histories);
  const found = histories.flatMap((history): TriedSuggestion | [] => {
    const seconds = secondsOfSuggestion(history);
    if (seconds === undefined) return [];
    return { history, share: fastest.get(placeOf(history))! / seconds, excess: excessOf(history.task) };
  });
  known.set(histories, found);
  return found;
}

function secondsOfSuggestion({ task, trials }: TaskHistory): number | undefined {
  const config = firstSuggested(task);
  return config && ranked(trials).find(({ trial }) => trial.config.index === config.index)?.seconds;
}

/** Configs of one task elsewhere, fastest first, and whether that task is the same workload on another machine. */
interface Elsewhere {
  readonly ranked: readonly Values[];
  readonly group: string;
  readonly sameWorkload: boolean;
}

/**
 * Configs that are taken of the same workload elsewhere. Looking among so many costs a search little: they are tried a
 * few at a time.
 */
const OF_SAME = 16;

/** Configs that were best elsewhere, best first, and the groups of the rows of where that was, by index. */
interface WarmStarts {
  readonly warmStarts: readonly Config[];
  readonly origins: ReadonlyMap<number, readonly string[]>;
}

/**
 * What was best elsewhere, as configs of a space: first those of the same workload, by rank; then the best of each
 * other task.
 */
export function warmStartsOf(space: Space, tasks: readonly Elsewhere[]): WarmStarts {
  const ofKind = (same: boolean): readonly Elsewhere[] => tasks.filter(({ sameWorkload }) => sameWorkload === same);
  const starts = new Map<number, Config>();
  const origins = new Map<number, readonly string[]>();
  for (const { values, group } of [...byRank(ofKind(true), OF_SAME), ...byRank(ofKind(false), 1)]) {
    const config = counterpart(space, values);
    if (!config) continue;
    starts.set(config.index, starts.get(config.index) ?? config);
    origins.set(config.index, [...(origins.get(config.index) ?? []), group]);
  }
  return { warmStarts: [...starts.values()], origins };
}

function byRank(tasks: readonly Elsewhere[], k: number): { readonly values: Values; readonly group: string }[] {
  const ranks = Array.from({ length: k }, (_, rank) =>
    tasks.flatMap(({ ranked, group }) => {
      const values = ranked.at(rank);
      return values === undefined ? [] : [{ values, group }];
    }),
  );
  return ranks.flat();
}

/** The config with these values, or the nearest that the space has of each, if it allows them together. */
export function counterpart(space: Space, values: Values): Config | undefined {
  const known = new Map(Object.entries(values));
  const near: [name: string, value: KnobValue][] = [];
  for (const { name, values: choices, unsaid } of space.knobs) {
    const value = known.get(name) ?? unsaid;
    if (value === undefined) return undefined;
    near.push([name, nearestValue(value, choices)]);
  }
  const index = space.indexOf(Object.fromEntries(near));
  return space.isValid(index) ? space.get(index) : undefined;
}
