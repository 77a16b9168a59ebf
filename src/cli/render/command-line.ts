import { typed } from '../invocation.js';
import { LABEL, WIDEST, type Line, type Page } from './wrapped.js';

/** Words of a shell, quoted ones whole. */
const shellWord = /(?:\\.|'[^']*'|[^\s'\\])+/g;

/** A command behind its label, to be pasted as it stands; one of ours begins as it is typed from here. */
export function commandLine(label: string, command: string, { paint, columns }: Page): Line {
  const words = typed(command);
  return [label, paint.cyan(columns === undefined ? words : continued(words, Math.min(columns, WIDEST) - LABEL))];
}

/** In lines of no more than so many columns, which end in a backslash where the next goes on. */
function continued(command: string, columns: number): string {
  const lines: string[] = [];
  for (const word of command.match(shellWord) ?? []) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word} \\`.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(' \\\n');
}
