/** A table in Markdown: names in the first column, numbers in the others. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows];
  return lines.map(markdownRow).join('\n');
}

/** The same tables without room around their cells, as pages hold what is measured. */
export function compactTables(text: string): string {
  return text.replace(/^\|.*\|$/gm, (row) => row.replace(/ *\| */g, '|'));
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
