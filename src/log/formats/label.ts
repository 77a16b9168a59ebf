/**
 * For every task the shortest of its candidate names, which go from short to long, that no other task has; of
 * tasks with all names in common the longest, with a number.
 */
export function uniqueLabels(candidates: readonly (readonly string[])[]): readonly string[] {
  const levels = candidates.reduce((most, names) => Math.max(most, names.length), 0);
  const counts = Array.from({ length: levels }, (_, level) => countsOf(candidates.map((names) => names[level])));
  const taken = new Map<string, number>();
  return candidates.map((names) => {
    const unique = names.find((name, level) => counts[level]?.get(name) === 1);
    if (unique !== undefined) return unique;
    const longest = names.at(-1) ?? '';
    const count = (taken.get(longest) ?? 0) + 1;
    taken.set(longest, count);
    return `${longest} #${count}`;
  });
}

function countsOf(names: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
