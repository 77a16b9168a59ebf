/** The comments with which the files of a library begin. */

/** Characters of a line, but for what is one word or meant for pasting. */
const WIDTH = 116;

/** What a source begins with: what it is, facts on it in lines of their own, and the knobs it was made by. */
export function headComment(
  title: string,
  facts: readonly string[],
  values: Readonly<Record<string, unknown>> = {},
): string {
  const knobs = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return commentText([`${title} Written by tune.`, ...facts, ...wrapped(knobs)]);
}

/** Lines as a comment of C, which no text of theirs ends: a log may say anything. */
export function commentText(lines: readonly string[]): string {
  return `/*\n${lines.map((line) => ` * ${contained(line)}`.trimEnd()).join('\n')}\n */\n`;
}

function contained(line: string): string {
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\*(?=\/)|\/(?=\*)/g, '$& ');
}

/** A label and words behind it, in lines that begin below the first word. */
export function labelled(label: string, words: readonly string[]): string[] {
  const indent = ' '.repeat(label.length + 1);
  return wrapped(words, WIDTH - indent.length).map((line, i) => `${i === 0 ? `${label} ` : indent}${line}`);
}

function wrapped(words: readonly string[], width = WIDTH): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
