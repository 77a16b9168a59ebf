import Table from 'cli-table3';

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

/** Aligned columns without lines. Cells may hold colour. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({ chars: plain, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } });
  table.push(...[...(head.length > 0 ? [head] : []), ...rows].map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
