/** Names of C for what a library holds. */

/** Of some texts, `lib_conv2d_resnet18_c2_x86_64_v4_t1`, unlike those that are taken. */
export function nameOf(texts: readonly string[], taken: ReadonlySet<string>): string {
  const slugs = texts.map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
  );
  const base = slugs.join('_');
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
  return name;
}

/** Words in lines of at most so many characters. */
function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The comment that a source begins with: what it is, and the knobs it was made by. */
export function headComment(title: string, values: Readonly<Record<string, unknown>>): string {
  const knobs = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const lines = [`${title} Written by tune.`, ...wrapped(knobs, 110)];
  return `/*\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}
