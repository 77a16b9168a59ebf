/**
 * A page in which the rows of some systems are those of a part that was generated for them alone: a row about each, and
 * its searches, at the places that they had; and of what systems stand beside those rows that the part has. All else
 * stays.
 */
export function replaceRows(page: string, part: string, systems: readonly string[]): string {
  const beside = part.split('\n').flatMap((line) => /^\|\|[^|]+\|/.exec(line)?.[0] ?? []);
  const own = systems.flatMap((name) => [`|**${name}** (`, `|${name}|`]);
  return [...own, ...beside].reduce((text, start) => replaced(text, part, start), page);
}

/** All lines of the part that begin so, in the place of those of the page, or below all that stands beside. */
function replaced(page: string, part: string, start: string): string {
  const begins = (line: string): boolean => line.startsWith(start);
  const own = part.split('\n').filter(begins);
  const lines = page.split('\n');
  const found = lines.findIndex(begins);
  const place = found < 0 && start.startsWith('||') ? 1 + lines.findLastIndex((line) => line.startsWith('||')) : found;
  if (own.length === 0 || place < 0) return page;
  return [...lines.slice(0, place), ...own, ...lines.slice(place).filter((line) => !begins(line))].join('\n');
}
