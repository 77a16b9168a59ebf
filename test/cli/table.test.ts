import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import { columnsOf } from '../../src/cli/output.js';
import { commandLine } from '../../src/cli/render/command-line.js';
import { renderTable } from '../../src/cli/render/table.js';
import { labelled, renderLines, wrapped } from '../../src/cli/render/wrapped.js';

const head = ['operator', 'time', 'record'];
const rows = [
  ['matmul', '1.97 ms', 'logs/a.jsonl:7'],
  ['conv2d', '', 'logs/b.jsonl:12'],
];

describe('a table', () => {
  test('that fits has a line for each row', () => {
    expect(renderTable(head, rows, 40)).toBe(
      ['operator  time     record', 'matmul    1.97 ms  logs/a.jsonl:7', 'conv2d             logs/b.jsonl:12'].join(
        '\n',
      ),
    );
  });

  test('that is too wide has a block for each row, without empty cells, whatever its colours', () => {
    const { red } = new Chalk({ level: 1 });
    const blocks = [
      ['operator  matmul', 'time      1.97 ms', 'record    logs/a.jsonl:7'],
      ['operator  conv2d', 'record    logs/b.jsonl:12'],
    ];
    expect(renderTable(head, rows, 30)).toBe(blocks.map((block) => block.join('\n')).join('\n\n'));
    expect(renderTable(['operator'], [[red('x'.repeat(30))]], 30)).toContain('\n');
  });

  test('aligns wide letters', () => {
    expect(renderTable(['a', 'b'], [['行列', '1']])).toBe('a     b\n行列  1');
  });

  test('of a log with thousands of workloads takes no time that grows with their square', () => {
    const many = (count: number): string[][] => Array.from({ length: count }, (_, i) => [`operator${i}`, '1 ms', 'a']);
    renderTable(head, many(500)); // compiles it
    const start = performance.now();
    expect(renderTable(head, many(20_000)).split('\n')).toHaveLength(20_001);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

test('a long line goes on behind its indent', () => {
  expect(labelled('best      ', 'one two three four five six seven', 10, 30)).toBe(
    ['best      one two three four', '          five six seven'].join('\n'),
  );
  const machine = 'a-name-of-a-machine-without-a-break';
  expect(labelled('machine   ', machine, 10, 30)).toBe(`machine   ${machine}`);
  expect(wrapped('one two three', undefined)).toBe('one two three');
});

test.each(['1.0 %', '782 µs', '2.50 s', '98.4 GFLOPS', '14.7 GB/s', '440 Gop/s', '32 KiB'])(
  'no line ends within %s',
  (quantity) => {
    const columns = 'a fraction of about '.length + quantity.indexOf(' ') + 1;
    expect(wrapped(`a fraction of about ${quantity}, or less`, columns)).toBe(
      `a fraction of about\n${quantity}, or less`,
    );
  },
);

test('a line may end within a count', () => {
  expect(wrapped('all that came of 12 searches', 22)).toBe('all that came of 12\nsearches');
});

test('a command goes on behind a backslash in the line of its last word, however long that is', () => {
  const page = { paint: new Chalk({ level: 1 }), columns: 30 };
  const line = commandLine('link', 'cc program.c lib/a-name-without-a-break.a -lm', page);
  expect(stripVTControlCharacters(renderLines([line], page)).split('\n')).toEqual([
    'link      cc program.c \\',
    '          lib/a-name-without-a-break.a \\',
    '          -lm',
  ]);
});

test('columns are those of the terminal, or what COLUMNS asks for', () => {
  expect(columnsOf({ isTTY: true, columns: 60 }, { COLUMNS: '90' })).toBe(60);
  expect(columnsOf({ isTTY: false, columns: 0 }, { COLUMNS: '90' })).toBe(90);
  expect(columnsOf({ isTTY: false, columns: 0 }, { COLUMNS: '-1' })).toBeUndefined();
});
