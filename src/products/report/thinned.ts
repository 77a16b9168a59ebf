/**
 * At most `most` of a list, in its order: the first `kept` of them by rank (lower is better) whatever their place, and
 * of the others every so many. All where they are few enough.
 */
export function thinned<T>(items: readonly T[], most: number, kept: number, rankOf: (item: T) => number): T[] {
  if (items.length <= most) return [...items];
  const byRank = items.map((item, place) => ({ rank: rankOf(item), place })).sort((a, b) => a.rank - b.rank);
  const chosen = new Set(byRank.slice(0, kept).map(({ place }) => place));
  const step = items.length / (most - chosen.size);
  for (let at = 0; at < items.length && chosen.size < most; at += step) chosen.add(Math.floor(at));
  return items.filter((_, place) => chosen.has(place));
}
