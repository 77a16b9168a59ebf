/** Commands that messages of `src/` name can be typed: their command, its options and their values are there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from '@jest/globals';
import { createProgram } from '../../src/cli/program.js';
import { packageRoot } from '../../src/target/root.js';
import { screenFiles } from './screens/shots.js';

const program = createProgram({ stdout: () => undefined, stderr: () => undefined } as never);

/** Every `tune …` between backticks, and every template that is a command, with a word in the place of each value. */
function commandsIn(text: string): readonly string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const quoted = [...code.matchAll(/\\`(tune [^`]*?)\\`|['"“][^'"`\n]*`(tune [^`'"\n]*)`/g)].map(([, a, b]) => a ?? b!);
  const whole = [...code.matchAll(/(?<!\\)([`'])(tune .*?)\1/g)].map(([, , command]) => command!);
  // Others are sentences that begin so.
  const typed = whole.filter((command) => / --|\.jsonl|\$\{/.test(command));
  return [...quoted, ...typed].map(plain);
}

/** A word in the place of what is filled in, and of what is quoted. */
function plain(command: string): string {
  const filled = command.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'VALUE').replace(/\\$/, '');
  return filled.replace(/"[^"]*"/g, 'VALUE');
}

/** The first thing about a command that no command line has. */
function wrongIn(text: string): string | undefined {
  const [name = '', ...words] = text.split(/\s+/).slice(1);
  if (/^[<V]|:$/.test(name)) return undefined;
  let command: Command | undefined = program.commands.find((one) => one.name() === name);
  if (!command) return `no command ${name}`;
  const [group] = words;
  if (command.commands.length > 0 && group !== undefined && group !== 'VALUE') {
    command = command.commands.find((one) => one.name() === group);
    if (!command) return `${name} has no command ${group}`;
  }
  const flags = words.flatMap((word) => /^--?[a-z][\w-]*/.exec(word) ?? []);
  const unknown = flags.find((flag) => !command.options.some(({ long, short }) => flag === long || flag === short));
  return unknown === undefined ? undefined : `${command.name()} has no option ${unknown}`;
}

/** Commands that a recorded screen shows behind labels, at each width; a backslash goes on in the next line. */
function commandsShown(screen: string): readonly string[] {
  const lines = screen.replaceAll(/ \\\n +/g, ' ').split('\n');
  return lines.flatMap((line) => /^(?:replay|show|export|next|try it) +npx (tune .*)$/.exec(line)?.[1] ?? []);
}

const files = readdirSync(join(packageRoot(), 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const found = files.flatMap((path) =>
  commandsIn(readFileSync(join(packageRoot(), 'src', path), 'utf8')).map((command) => ({ path, command })),
);

test('they are found', () => {
  const commands = found.map(({ command }) => command);
  expect(commands.length).toBeGreaterThan(40);
  expect(commands).toEqual(expect.arrayContaining(['tune list workloads', 'tune replay VALUEVALUE']));
});

test('each has a command and options that there are', () => {
  expect(
    found.flatMap(({ path, command }) => {
      const wrong = wrongIn(command);
      return wrong === undefined ? [] : [`${path}: ${command}: ${wrong}`];
    }),
  ).toEqual([]);
});

test('those of summaries are whole at every width of a terminal', () => {
  const shown = screenFiles().flatMap(([, text]) => {
    const widths = text.split(/^─+ \d+ columns$/m).slice(1);
    const commands = widths.map(commandsShown);
    for (const others of commands) expect(others).toEqual(commands[0]);
    return commands[0] ?? [];
  });
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.some((command) => command.startsWith('tune network --trials'))).toBe(true);
  expect(shown.flatMap((command) => wrongIn(command.replace(/'[^']*'/g, 'VALUE')) ?? [])).toEqual([]);
});
