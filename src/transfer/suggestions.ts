import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Prior } from '../model/prior.js';
import { counterpart } from './warm-starts.js';
import { nearestConfigs } from '../explorer/nearest-config.js';
import { distanceTo, fastestByPlace, ranked } from './known-tasks.js';
import { weightAt } from '../explorer/short-list.js';
import { placeOf, historyOfTask, type TaskHistory } from './task-history.js';

/** What is known from other tasks, and then what the task's template suggests to begin with. */
export function withSuggestions(prior: Prior, { template, workload, target, space }: Task): Prior {
  const suggested = template.suggestions?.(workload, target) ?? [];
  const configs = suggested.flatMap((values): Config | [] => counterpart(space, values) ?? []);
  const starts = new Map([...prior.warmStarts, ...configs].map((config) => [config.index, config]));
  return { ...prior, warmStarts: [...starts.values()] };
}

/** The config nearest to the first suggestion of a task's template; undefined where it suggests none. */
export function firstSuggested({ template, workload, target, space }: Task): Config | undefined {
  const [first] = template.suggestions?.(workload, target) ?? [];
  if (!first) return undefined;
  const found = nearestConfigs(space, first).next();
  return found.done ? undefined : found.value;
}

/** A history where the first suggestion of its template was measured, as a share of the best of any template. */
interface TriedSuggestion {
  readonly history: TaskHistory;
  readonly share: number;
}

/**
 * The share of the best speed that the first suggestion of a task's template reached on other workloads, the nearest
 * counting most (`weightAt`); undefined where it was tried nowhere. `fingerprint`: of the machine that is asked for.
 */
export function suggestionShare(
  task: Task,
  histories: readonly TaskHistory[],
  fingerprint: string | undefined,
): number | undefined {
  const own = historyOfTask(task, '', [], fingerprint);
  const tried = triedIn(histories)
    .filter(({ history }) => history.task.template === task.template && history.work !== own.work)
    .map(({ history, share }) => ({ share, distance: distanceTo(history, own.args, own.hardware) }));
  if (tried.length === 0) return undefined;
  const nearest = Math.min(...tried.map(({ distance }) => distance));
  const weights = tried.map(({ distance }) => weightAt(distance, nearest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return tried.reduce((sum, { share }, i) => sum + (weights[i]! / total) * share, 0);
}

const known = new WeakMap<readonly TaskHistory[], readonly TriedSuggestion[]>();

function triedIn(histories: readonly TaskHistory[]): readonly TriedSuggestion[] {
  const before = known.get(histories);
  if (before) return before;
  const fastest = fastestByPlace(histories);
  const found = histories.flatMap((history): TriedSuggestion | [] => {
    const seconds = secondsOfSuggestion(history);
    return seconds === undefined ? [] : { history, share: fastest.get(placeOf(history))! / seconds };
  });
  known.set(histories, found);
  return found;
}

function secondsOfSuggestion({ task, trials }: TaskHistory): number | undefined {
  const config = firstSuggested(task);
  return config && ranked(trials).find(({ trial }) => trial.config.index === config.index)?.seconds;
}
