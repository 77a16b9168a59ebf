import { UsageError } from '../target/errors.js';
import { isSame } from './guarded.js';

/**
 * Lists of things of one kind as one, what is in several of them once. Throws UsageError where two of them have the
 * same name: which one a run, a log or a command means by it would depend on their order.
 */
export function joined<T extends { readonly name: string }>(
  kind: string,
  lists: readonly (readonly T[])[],
): readonly T[] {
  const found = new Map<string, T>();
  for (const one of lists.flat()) {
    const known = found.get(one.name);
    if (known && !isSame(known, one))
      throw new UsageError(`There are two ${kind}s called "${one.name}": give one of them another name.`);
    if (!known) found.set(one.name, one);
  }
  return [...found.values()];
}
