import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { LABEL, WIDEST } from '../../src/cli/render/wrapped.js';
import { reproducible, sessions } from '../support/console-blocks.js';

/** Screens that show what a command prints, by its first word; their figures are of recorded runs. */
const screens: Readonly<Record<string, string>> = { conv2d: 'tune', network: 'network', doctor: 'doctor' };

/** The label of a line, '' where it continues the one before, or undefined where it has none of these two. */
function labelOf(line: string): string | undefined {
  const head = line.slice(0, LABEL);
  return / $/.test(head) ? head.trim() : undefined;
}

/** Lines that the command of a screen does not print: of labels that it does not have, or not in these columns. */
function strayLines(lines: readonly string[], screen: string): string[] {
  const labels = new Set(screen.split('\n').map(labelOf));
  return lines.filter((line) => line !== '' && !labels.has(labelOf(line) ?? '?'));
}

const timed = sessions.filter(({ path }) => !reproducible.includes(path));

describe('what pages say that commands print', () => {
  test('there are blocks whose figures differ from run to run, and others', () => {
    expect(timed.length).toBeGreaterThan(2);
    expect(sessions.length).toBeGreaterThan(timed.length);
  });

  test.each(timed)('$path: `$command` has the labels of its screen', ({ command, lines }) => {
    const [, word = ''] = command.split(' ');
    expect(strayLines(lines, readFileSync(`test/cli/screens/${screens[word]!}.txt`, 'utf8'))).toEqual([]);
  });

  test(`no line is longer than ${WIDEST} columns`, () => {
    const long = sessions.flatMap(({ path, lines }) => lines.map((line) => ({ path, line })));
    expect(long.filter(({ line }) => Array.from(line).length > WIDEST)).toEqual([]);
  });

  test('the check sees labels that are gone, and tables', () => {
    const screen = 'total     2 workloads\nlayers    conv 1   ███   41 %\n          conv 2   ██    10 %\n';
    const lines = [
      'total     4 workloads',
      '          and more',
      'in all    4 workloads',
      '',
      'layer  workload  weight',
    ];
    expect(strayLines(lines, screen)).toEqual(['in all    4 workloads', 'layer  workload  weight']);
  });
});
