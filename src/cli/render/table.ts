import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { wrapped } from './wrapped.js';

/** Spaces between columns. */
const GAP = '  ';

/** Columns that the last cell of a row needs to be wrapped in. */
const LEAST_LAST = 24;

/**
 * Aligned columns without lines. Cells may hold colour. Where a table is wider than the reader's columns, what all rows
 * have in common is said once above it, then its last cells are wrapped, and at last a table with a head becomes a
 * block for each row.
 */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[], columns = Infinity): string {
  const whole = linesOf(head, rows);
  if (fits(whole, columns)) return whole.join('\n');
  const shared = head.map(
    (_, at) => rows.length > 1 && isName(rows[0]![at]!) && rows.every((row) => row[at] === rows[0]![at]),
  );
  const common = align(head.flatMap((title, at) => (shared[at] ? [[title, rows[0]![at]!]] : [])));
  const own = (row: readonly string[]): readonly string[] => row.filter((_, at) => shared[at] !== true);
  const above = common.length > 0 ? `${common.join('\n')}\n\n` : '';
  const [rest, restRows] = [own(head), rows.map(own)];
  const narrow = linesOf(rest, restRows);
  if (fits(narrow, columns)) return above + narrow.join('\n');
  const lastWrapped = wrapLast(rest, restRows, columns);
  if (lastWrapped !== undefined) return above + lastWrapped.join('\n');
  if (head.length === 0) return whole.join('\n');
  const blocks = restRows.map((row) => align(row.flatMap((cell, at) => (cell === '' ? [] : [[rest[at]!, cell]]))));
  return above + blocks.map((block) => block.join('\n')).join('\n\n');
}

function linesOf(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return align([...(head.length > 0 ? [head] : []), ...rows]);
}

/** Numbers are compared down a column, however equal they are. */
function isName(cell: string): boolean {
  return /^\p{Letter}/u.test(stripVTControlCharacters(cell));
}

function fits(lines: readonly string[], columns: number): boolean {
  return lines.every((line) => widthOf(line) <= columns);
}

function widthOf(text: string): number {
  return stringWidth(stripVTControlCharacters(text));
}

/** Undefined where the other columns leave too little room, or one of the words is longer than that. */
function wrapLast(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): readonly string[] | undefined {
  const last = (rows[0]?.length ?? 1) - 1;
  const firsts = align([head, ...rows].map((row) => row.slice(0, last)));
  const room = columns - Math.max(...firsts.map(widthOf)) - GAP.length;
  if (room < LEAST_LAST) return undefined;
  const lines = linesOf(
    head,
    rows.flatMap((row) => {
      const [first = '', ...others] = wrapped(row[last]!, room).split('\n');
      return [[...row.slice(0, last), first], ...others.map((line) => [...Array<string>(last).fill(''), line])];
    }),
  );
  return fits(lines, columns) ? lines : undefined;
}

function align(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.map((row) => row.map((cell) => stringWidth(cell)));
  const columns: number[] = [];
  for (const row of widths)
    for (const [column, width] of row.entries()) columns[column] = Math.max(columns[column] ?? 0, width);
  return rows.map((row, line) =>
    row
      .map((cell, column) => cell + ' '.repeat(columns[column]! - widths[line]![column]!))
      .join(GAP)
      .trimEnd(),
  );
}
