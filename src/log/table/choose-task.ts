import { UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import { shortened } from '../../target/visible.js';

/**
 * Those of some tasks that a word means: a number from 1 on, a name, or a part of names. Throws UsageError where there
 * is none.
 */
export function tasksNamed<T>(all: readonly T[], nameOf: (task: T) => string, word: string): readonly T[] {
  if (/^\d+$/.test(word)) {
    const task = all[Number(word) - 1];
    if (task) return [task];
    throw new UsageError(`There is no task ${shortened(word)} among the ${all.length} of them; they count from 1.`);
  }
  const exact = all.filter((task) => nameOf(task) === word);
  const found = exact.length > 0 ? exact : all.filter((task) => word !== '' && nameOf(task).includes(word));
  if (found.length > 0) return found;
  const names = all.map(nameOf);
  throw new UsageError(`There is no task "${shortened(word)}"${didYouMean(word, names)} Tasks: ${listed(names)}.`);
}

/** Names that a sentence has room for. */
const SHOWN = 12;

/** Names with their numbers, as far as there is room. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name, place) => `${place + 1} ${shortened(name)}`);
  return [...shown, ...(names.length > SHOWN ? [`${names.length - SHOWN} more`] : [])].join(', ');
}
