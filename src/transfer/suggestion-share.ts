/** What the suggestions of a template came to where they were tried. */
import type { Task } from '../templates/template.js';
import { firstSuggested } from './first-suggested.js';
import { distanceTo, fastestByPlace, ranked } from './known-tasks.js';
import { weightAt } from '../explorer/short-list.js';
import { placeOf, historyOfTask, type TaskHistory } from './task-history.js';

/** A source where the first suggestion of its template was measured, as a share of the best of any template. */
interface TriedSuggestion {
  readonly source: TaskHistory;
  readonly share: number;
}

/**
 * The share of the best speed that the first suggestion of a task's template reached on other workloads, the nearest
 * counting most (`weightAt`); undefined where it was tried nowhere. `fingerprint`: of the machine that is asked for.
 */
export function suggestionShare(
  task: Task,
  sources: readonly TaskHistory[],
  fingerprint: string | undefined,
): number | undefined {
  const own = historyOfTask(task, '', [], fingerprint);
  const tried = triedIn(sources)
    .filter(({ source }) => source.task.template === task.template && source.work !== own.work)
    .map(({ source, share }) => ({ share, distance: distanceTo(source, own.args, own.hardware) }));
  if (tried.length === 0) return undefined;
  const nearest = Math.min(...tried.map(({ distance }) => distance));
  const weights = tried.map(({ distance }) => weightAt(distance, nearest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return tried.reduce((sum, { share }, i) => sum + (weights[i]! / total) * share, 0);
}

const known = new WeakMap<readonly TaskHistory[], readonly TriedSuggestion[]>();

function triedIn(sources: readonly TaskHistory[]): readonly TriedSuggestion[] {
  const before = known.get(sources);
  if (before) return before;
  const fastest = fastestByPlace(sources);
  const found = sources.flatMap((source): TriedSuggestion | [] => {
    const seconds = secondsOfSuggestion(source);
    return seconds === undefined ? [] : { source, share: fastest.get(placeOf(source))! / seconds };
  });
  known.set(sources, found);
  return found;
}

function secondsOfSuggestion({ task, trials }: TaskHistory): number | undefined {
  const config = firstSuggested(task);
  return config && ranked(trials).find(({ trial }) => trial.config.index === config.index)?.seconds;
}
