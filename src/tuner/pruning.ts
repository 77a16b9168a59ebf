import { pruned } from '../explorer/pruned.js';
import { meanCost } from '../log/record/best.js';
import { toTask } from '../log/table/task.js';
import type { Table } from '../log/table/table.js';
import type { Space } from '../space/space.js';
import { UsageError } from '../target/errors.js';
import { formatPercent } from '../target/format.js';
import type { Task } from '../templates/template.js';
import { draftFor } from '../transfer/known-tasks.js';
import type { Settings } from './settings.js';

/** The part of a table's configs that counts as the fastest. */
const FASTEST = 0.05;

/** The space that is searched: all of it, or what static analysis leaves. Throws UsageError without loop nests. */
export function searchedSpace(task: Task, { prune }: Pick<Settings, 'prune'>): Space {
  if (prune === 0) return task.space;
  const draft = draftFor(task);
  if (!draft)
    throw new UsageError(
      `--prune goes by loop nests, which configs of ${task.template.name} have not here: leave it out.`,
    );
  return pruned(task.space, draft, prune);
}

/** What is left of a table's configs, and of the fastest of them, in a sentence. */
export function recallNote(table: Table, settings: Pick<Settings, 'prune'>): string {
  const space = searchedSpace(toTask(table), settings);
  const timed = Array.from(table.rows, ([index, row]) => ({ index, seconds: meanCost(row) ?? Infinity }));
  const fastest = timed.sort((a, b) => a.seconds - b.seconds).slice(0, Math.ceil(FASTEST * timed.length));
  const kept = fastest.filter(({ index }) => space.isValid(index));
  const left = kept[0] ? formatPercent(fastest[0]!.seconds / kept[0].seconds) : formatPercent(0);
  return (
    `${table.task}: --prune ${settings.prune} leaves ${space.size} of ${timed.length} configs, ${kept.length} of the ` +
    `${fastest.length} fastest 5 % (recall ${formatPercent(kept.length / fastest.length)}), the best at ${left} of the optimum`
  );
}
