import type { Proto } from './schema.js';

/**
 * A name of each node that no other has: its own; `Conv_3` of an operator and place in the file where it has none; with
 * a number behind it where another was first.
 */
export function nodeNames(nodes: readonly Pick<Proto<'NodeProto'>, 'name' | 'opType'>[]): readonly string[] {
  const own = new Set(nodes.map(({ name }) => name));
  const taken = new Set<string>();
  return nodes.map(({ name, opType }, index) => {
    const wanted = name === '' ? `${opType}_${index}` : name;
    const isFree = !taken.has(wanted) && (name !== '' || !own.has(wanted));
    const found = isFree ? wanted : numbered(wanted, index, (candidate) => taken.has(candidate) || own.has(candidate));
    taken.add(found);
    return found;
  });
}

/** The node's place makes it free at once but for names that are made to collide. */
function numbered(name: string, index: number, isTaken: (candidate: string) => boolean): string {
  let candidate = `${name}_${index}`;
  while (isTaken(candidate)) candidate += '_';
  return candidate;
}
