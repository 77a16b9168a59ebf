import type { ChalkInstance } from 'chalk';
import { Help } from 'commander';

/** Columns below which a text is left as it is. */
const NARROWEST = 20;

/** Longer lines of sentences are hard to read. */
export const WIDEST = 100;

/** Spaces at which no line ends: between a number and its unit, before a backslash that continues a command. */
const HELD = /(?<=\d) (?=(?:%|[nµm]?s|GFLOPS|G(?:op|B)\/s|[KMG]iB)(?![\p{L}\d]))| (?=\\(?:\p{Cc}\[\d+m)?$)/gmu;

/** Stands for them while lines are broken, which happens at no-break spaces, too: private, and one column wide. */
const HOLDER = '\u{E000}';

/**
 * A text, which may be coloured, in lines of no more than so many columns, none of which ends between a number and its
 * unit; undefined: as it is.
 */
export function wrapped(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const help = new Help();
  help.minWidthToWrap = NARROWEST;
  return help.boxWrap(text.replace(HELD, HOLDER), Math.min(columns, WIDEST)).replaceAll(HOLDER, ' ');
}

/** A text of paragraphs that were wrapped before, for other columns; undefined: as it is. */
export function wrappedAnew(text: string, columns: number | undefined): string {
  return columns === undefined ? text : wrapped(text.replace(/^(\S.*)\n(?=\S)/gm, '$1 '), columns);
}

/** A text that stands behind a label of so many columns, in all of its lines. */
export function labelled(label: string, text: string, indent: number, columns: number | undefined): string {
  const lines = wrapped(text, columns === undefined ? undefined : Math.min(columns, WIDEST) - indent);
  return label + lines.replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** What a text is shown on. */
export interface Page {
  readonly paint: ChalkInstance;
  /** Undefined where lines may be as long as they are. */
  readonly columns?: number | undefined;
}

/** A line of a summary; an empty label continues the line before. */
export type Line = readonly [label: string, text: string];

/** Columns of labels and the gap behind them. */
export const LABEL = 10;

/** Labels with their texts, aligned. */
export function renderLines(lines: readonly Line[], { paint, columns }: Page): string {
  return lines.map(([label, text]) => labelled(paint.dim(label.padEnd(LABEL)), text, LABEL, columns)).join('\n');
}
