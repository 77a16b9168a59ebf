/**
 * For every task the shortest of its candidate names, which go from short to long, that tells it from all others; of
 * tasks with all names in common the longest, with a number.
 */
export function uniqueLabels(candidates: readonly (readonly string[])[]): readonly string[] {
  const taken = new Map<string, number>();
  return candidates.map((names, task) => {
    const others = candidates.filter((_, other) => other !== task);
    const unique = names.find((name, level) => others.every((other) => other[level] !== name));
    if (unique !== undefined) return unique;
    const longest = names.at(-1) ?? '';
    const count = (taken.get(longest) ?? 0) + 1;
    taken.set(longest, count);
    return `${longest} #${count}`;
  });
}
