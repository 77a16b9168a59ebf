/** What the suggestions of a template came to where they were tried. */
import type { Task } from '../templates/template.js';
import { firstSuggested } from './first-suggested.js';
import { distanceTo, fastestByPlace, ranked } from './known-tasks.js';
import { weightAt } from '../explorer/short-list.js';
import { placeOf, historyOfTask, type TaskHistory } from './task-history.js';

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
