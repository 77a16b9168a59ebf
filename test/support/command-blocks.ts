/** What a shell would run of the blocks of a page, ```sh and ```console: their lines, which may end in comments. */
export function shellLines(page: string): readonly string[] {
  const blocks = Array.from(page.matchAll(/^```(sh|console)\n(.*?)^```/gms), ([, language, text = '']) =>
    language === 'sh' ? text : prompted(text),
  );
  return blocks.flatMap(linesOf);
}

/** The words behind `tune` of every command in these. */
export function tuneCommands(page: string): readonly (readonly string[])[] {
  return shellLines(page).flatMap(commandsOf).flatMap(wordsBehindTune);
}

/** Of a session, what was typed. */
function prompted(text: string): string {
  return Array.from(text.matchAll(/^\$ (.*)$/gm), ([, line = '']) => line).join('\n');
}

/** Lines with something on them, those that end in a backslash joined with the next. */
function linesOf(text: string): string[] {
  const lines = text.replace(/\\\n\s*/g, ' ').split('\n');
  return lines.filter((line) => line.trim() !== '');
}

/** The words of a line by commands: what stands between |, && and ;, without comments and redirections. */
function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [word] of line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'|;&])+|[|;&]+/g)) {
    if (word.startsWith('#')) break;
    if (/^[|;&]+$/.test(word)) commands.push([]);
    else commands[commands.length - 1]!.push(word.replace(/["']/g, ''));
  }
  return commands;
}

function wordsBehindTune(words: readonly string[]): readonly (readonly string[])[] {
  const own = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  if (own[0] !== 'tune' && own[0] !== 'bin/tune') return [];
  const end = own.findIndex((word) => /^[<>]/.test(word));
  return [own.slice(1, end < 0 ? undefined : end)];
}
