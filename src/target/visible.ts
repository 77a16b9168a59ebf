/**
 * Characters that a terminal acts upon, or that make it show a text as another one: controls but tabs and ends of
 * lines, what changes the direction, what has no width.
 */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A text that shows what is in it: `\u001b` for an escape. Inside of JSON that is the same text, since nothing else
 * than its strings has such characters.
 */
export function visible(text: string): string {
  return text.replace(invisible, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}

/** The same on one line: what reads a program's lines for commands, as CI does, finds none that a text made up. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\s*[\n\t]\s*/g, ' ');
}

/**
 * A text in which GitHub's runner finds no command (`::name::`, `##[name]`), wherever it stands. Inside of JSON that is
 * the same text.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll('::', ':\\u003a').replaceAll('##[', '##\\u005b');
}

/** The same for data that something else may read, too: of `::` only what begins a line is a command to a runner. */
export function withoutCommandLines(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a').replaceAll('##[', '##\\u005b');
}

/** A colour or its end, as chalk writes them. */
const colour = /(\u001b\[[\d;]*m)/;

/** The same for a text of which some parts are coloured. */
export function visibleInColour(text: string): string {
  return text
    .split(colour)
    .map((part, place) => (place % 2 === 1 ? part : visible(part)))
    .join('');
}

/** Characters of a name that a table has room for. */
const WIDEST = 100;

/** A name that some file gives, for a table or a sentence: visible, and no longer than these have room for. */
export function shortened(name: string): string {
  const text = visible(name).replace(/[\n\t]+/g, ' ');
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`;
}
