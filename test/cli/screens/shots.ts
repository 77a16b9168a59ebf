/** Whole screens, at three widths of a terminal, compared with files of this folder. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { Screen } from './terminal.js';

const folder = dirname(fileURLToPath(import.meta.url));
const widths = [100, 80, 60];

/** One thing that is shown, below the command that shows it. */
export interface Shot {
  readonly command: string;
  readonly show: (screen: Screen) => void | Promise<void>;
}

/** What a command line of this process shows. */
export function ran(command: string): Shot {
  return {
    command,
    show: (screen) => screen.run(wordsOf(command)),
  };
}

export function wordsOf(command: string): readonly string[] {
  return command.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
}

export async function textOf(shots: readonly Shot[]): Promise<string> {
  // Commands that a screen prints begin as the program was started.
  const before = process.env['npm_command'];
  process.env['npm_command'] = 'exec';
  try {
    return await shown(shots);
  } finally {
    if (before === undefined) delete process.env['npm_command'];
    else process.env['npm_command'] = before;
  }
}

async function shown(shots: readonly Shot[]): Promise<string> {
  const sections: string[] = [];
  for (const columns of widths) {
    sections.push(`${'─'.repeat(columns - 12)} ${columns} columns`);
    for (const { command, show } of shots) {
      const screen = new Screen(columns);
      await show(screen);
      sections.push(`$ tune ${command}\n${screen.text}`);
    }
  }
  return `${sections.join('\n\n')}\n`;
}

export function compare(name: string, text: string): void {
  const path = join(folder, `${name}.txt`);
  if (process.env['GOLDEN'] === 'write') writeFileSync(path, text);
  expect(existsSync(path)).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

/** Each with its name. */
export function screenFiles(): readonly (readonly [name: string, text: string])[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

/** Lines of what commands print that are wider than their terminal, and more than one word behind a label. */
export function tooWideIn(text: string): readonly string[] {
  const [, ...parts] = text.split(/^─+ (\d+) columns$/m);
  return widths.flatMap((columns) => {
    const lines = parts[parts.indexOf(`${columns}`) + 1]!.split('\n');
    const wide = lines.filter((line) => line.length > columns && !line.startsWith('$ '));
    return wide.filter((line) => /\S \S/.test(line.replace(/ \\$/, '')));
  });
}
