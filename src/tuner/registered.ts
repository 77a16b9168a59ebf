/**
 * What a registry has under a name. Throws RangeError for a name that it does not have; those of the command line were
 * looked at before.
 */
export function registered<T>(registry: Readonly<Record<string, T>>, name: string): T {
  const found = new Map(Object.entries(registry)).get(name);
  if (found === undefined) throw new RangeError(`There is nothing registered as "${name}".`);
  return found;
}
