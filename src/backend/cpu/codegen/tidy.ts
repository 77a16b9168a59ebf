/** Takes from the lines of a function what compilers warn of: variables that nobody reads, and what fills them. */

/** `v8 acc_0, acc_1;`: registers of a tile, which are declared together. */
const registers = /^( *)(v\w+|float|double|int) (\w+_\d+(?:, \w+_\d+)*);$/;
/** `acc_0 = …;`, which nothing but the value comes of. */
const assignment = /^ *(\w+_\d+) (?:\+?=) ([^;]*);$/;

export function tidied(lines: readonly string[]): readonly string[] {
  const filled = untilStable(lines, (some) => withoutUnusedColumns(withoutUnusedRegisters(some)));
  return untilStable(withoutUnusedBases(filled), withoutEmptyBlocks);
}

function untilStable(
  lines: readonly string[],
  step: (some: readonly string[]) => readonly string[],
): readonly string[] {
  const next = step(lines);
  return next.join('\n') === lines.join('\n') ? next : untilStable(next, step);
}

/** Bases of addresses (`bases.ts`) whose accesses are gone. A stage counts from 0, so that each ends with its block. */
function withoutUnusedBases(lines: readonly string[]): string[] {
  return lines.filter((line, at) => {
    const [, indentation, name] = /^( *)(?:const )?\w+ \*const (\w+_at\d+) =/.exec(line) ?? [];
    if (indentation === undefined || name === undefined) return true;
    const mention = new RegExp(`\\b${name}\\b`);
    return lines.slice(at + 1, endOfBlock(lines, at, indentation.length)).some((other) => mention.test(other));
  });
}

/** Columns of a transposed block (`transpose.ts`) that nobody reads; those that only these read go with them. */
function withoutUnusedColumns(lines: readonly string[]): string[] {
  const read = new Set<string>();
  const kept = lines.toReversed().filter((line) => {
    const declared = /^ *const v\w+ (column\d+) =/.exec(line)?.[1];
    if (declared !== undefined && !read.has(declared)) return false;
    for (const [name] of line.matchAll(/\bcolumn\d+\b/g)) read.add(name);
    return true;
  });
  return kept.reverse();
}

/** Registers that are only ever filled, each in the block that declares it. */
function withoutUnusedRegisters(lines: readonly string[]): string[] {
  const kept: (string | undefined)[] = [...lines];
  for (const [at, line] of lines.entries()) {
    const [, indentation, type, list] = registers.exec(line) ?? [];
    if (indentation === undefined || type === undefined || list === undefined) continue;
    const end = endOfBlock(lines, at, indentation.length);
    const read = namesRead(lines.slice(at + 1, end));
    const names = list.split(', ');
    const unused = new Set(names.filter((name) => !read.has(name)));
    if (unused.size === 0) continue;
    const used = names.filter((name) => read.has(name));
    kept[at] = used.length > 0 ? `${indentation}${type} ${used.join(', ')};` : undefined;
    for (let i = at + 1; i < end; i++) if (unused.has(assignment.exec(lines[i]!)?.[1] ?? '')) kept[i] = undefined;
  }
  return kept.filter((line) => line !== undefined);
}

/** Loops that do nothing, with what the compiler was to do with them. */
function withoutEmptyBlocks(lines: readonly string[]): string[] {
  const isEmpty = (at: number): boolean => /^ *(for \(.*\) )?\{$/.test(lines[at]!) && lines[at + 1]?.trim() === '}';
  const isAbout = (at: number): boolean =>
    lines[at]?.startsWith('#pragma') === true && (isEmpty(at + 1) || isAbout(at + 1));
  return lines.filter((_, at) => !isEmpty(at) && !(at > 0 && isEmpty(at - 1)) && !isAbout(at));
}

/** The line behind a block: the first that is less indented. Lines for the preprocessor are not. */
function endOfBlock(lines: readonly string[], from: number, indentation: number): number {
  const end = lines.findIndex((line, i) => i > from && !line.startsWith('#') && line.search(/\S/) < indentation);
  return end < 0 ? lines.length : end;
}

/** What is read; an assignment reads its right side only. */
function namesRead(lines: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const line of lines) {
    const text = assignment.exec(line)?.[2] ?? line;
    for (const [name] of text.matchAll(/\b\w+_\d+\b/g)) names.add(name);
  }
  return names;
}
