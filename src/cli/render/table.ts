import Table from 'cli-table3';
import { stripVTControlCharacters } from 'node:util';

const nothing = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '' };
const plain = {
  ...nothing,
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

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
  const table = new Table({ chars: plain, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
