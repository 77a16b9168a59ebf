/**
 * A page in which the rows of some systems are those of a part that was generated for them alone: a row about each, and
 * its searches, at the places that they had. All else stays.
 */
export function replaceRows(page: string, part: string, systems: readonly string[]): string {
  return systems.reduce(
    (text, name) => [`|**${name}** (`, `|${name}|`].reduce((now, start) => replaced(now, part, start), text),
    page,
  );
}

/** All lines of the part that begin so, in the place of those of the page. */
function replaced(page: string, part: string, start: string): string {
  const own = part.split('\n').filter((line) => line.startsWith(start));
  const lines = page.split('\n');
  const place = lines.findIndex((line) => line.startsWith(start));
  if (own.length === 0 || place < 0) return page;
  const before = lines.slice(0, place);
  return [...before, ...own, ...lines.slice(place).filter((line) => !line.startsWith(start))].join('\n');
}
