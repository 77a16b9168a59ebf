import { Help } from 'commander';

/** Columns below which a text is left as it is. */
const NARROWEST = 20;

/** A text, which may be coloured, in lines of no more than so many columns; undefined: as it is. */
export function wrapped(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const help = new Help();
  help.minWidthToWrap = NARROWEST;
  return help.boxWrap(text, columns);
}

/** A text that stands behind a label of so many columns, in all of its lines. */
export function labelled(label: string, text: string, indent: number, columns: number | undefined): string {
  const lines = wrapped(text, columns === undefined ? undefined : columns - indent);
  return label + lines.replaceAll('\n', `\n${' '.repeat(indent)}`);
}
