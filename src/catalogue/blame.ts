/** Where in a file of the user's an error comes from. */
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

/**
 * The line of a file at which an error was thrown, or at which what threw it was called; undefined where its stack does
 * not lead through the file. `url` is what the file was loaded by.
 */
export function lineOf(error: unknown, url: string): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const names = [url, fileURLToPath(url)];
  const frame = stack.split('\n').find((line) => names.some((name) => line.includes(`${name}:`)));
  const line = frame && /:(\d+)(:\d+)?\)?$/.exec(frame)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** The first line of a module, from `start` on, at which a member of an object is written: a value or a method. */
export function lineOfMember(text: string, name: string, start = 1): number | undefined {
  const says = new RegExp(`^\\s*(async\\s+)?${name}\\s*[:(,=]`);
  const place = text.split('\n').findIndex((line, index) => index + 1 >= start && says.test(line));
  return place < 0 ? undefined : place + 1;
}

/**
 * The line of a module at which its syntax is wrong, which `import()` does not tell, but Node's own check does;
 * undefined where that finds nothing, as when it is another file that is wrong.
 */
export function syntaxLineOf(text: string): number | undefined {
  const args = ['--check', '--input-type=module', '-'];
  const { stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8', timeout: 10_000 });
  const line = /^\[stdin\]:(\d+)/.exec(stderr)?.[1];
  return line === undefined ? undefined : Number(line);
}
