import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** Spaces between columns. */
const GAP = '  ';

/**
 * Aligned columns without lines. Cells may hold colour. A table with a head that is wider than the reader's columns
 * becomes a block for each row, with a line for each cell.
 */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[], columns = Infinity): string {
  const lines = align([...(head.length > 0 ? [head] : []), ...rows]);
  const isTooWide = lines.some((line) => stripVTControlCharacters(line).length > columns);
  if (head.length === 0 || !isTooWide) return lines.join('\n');
  const blocks = rows.map((row) => align(row.flatMap((cell, at) => (cell === '' ? [] : [[head[at]!, cell]]))));
  return blocks.map((block) => block.join('\n')).join('\n\n');
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
