import { Help } from 'commander';

/** Columns below which a text is left as it is. */
const NARROWEST = 20;

/**
 * A text, which may be coloured, in lines of no more than so many columns; undefined: as it is. What goes on stands
 * behind an indent.
 */
export function wrapped(text: string, columns: number | undefined, indent = 0): string {
  if (columns === undefined) return text;
  const help = new Help();
  help.minWidthToWrap = NARROWEST;
  return help.boxWrap(text, columns - indent).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
