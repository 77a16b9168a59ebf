import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { bestRows } from '../../bench/search/figures.js';
import { allRows, describe as describeSettings, isDefault } from '../../bench/search/rows.js';
import { searchDefaults } from '../../src/tuner/settings.js';

const page = readFileSync('docs/benchmarks/search.md', 'utf8');

interface PageRow {
  readonly name: string;
  readonly marked: boolean;
  readonly score: number | undefined;
  readonly error: number | undefined;
}

/** The rows of the page that have a score column, in order. */
const rows = page.split('\n').reduce<{ column: number; found: PageRow[] }>(
  (state, line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    if (!line.startsWith('|') || cells.at(1)!.startsWith('---')) return state;
    if (cells[1] === 'search') return { ...state, column: cells.indexOf('score') };
    if (state.column < 0) return state;
    const [score, error] = /^(-?[\d.]+) ± ([\d.]+)$/.exec(cells.at(state.column)!)?.slice(1).map(Number) ?? [];
    const marked = cells.at(1)!.endsWith('(default)');
    return {
      ...state,
      found: [...state.found, { name: cells.at(1)!.replace(/^\*\*|\*\* \(default\)$/g, ''), marked, score, error }],
    };
  },
  { column: -1, found: [] },
).found;

test('the defaults of tune have a row, under the name that they have now', () => {
  const names = allRows(0)
    .filter(isDefault)
    .map(({ name }) => name);
  const marked = new Set(rows.filter((row) => row.marked).map(({ name }) => name));
  expect(names).toContain(`${searchDefaults.explorer}, ${searchDefaults.model}`);
  expect(marked).toContain(`${searchDefaults.explorer}, ${searchDefaults.model}`);
  expect([...marked].filter((name) => !names.includes(name))).toEqual([]);
  expect(page).toContain(`The defaults of \`tune\`: ${describeSettings(searchDefaults)}.`);
});

test('random search is beside', () => {
  expect(rows[0]).toMatchObject({ name: 'random', marked: false });
});

test('the defaults are the best row by the rule, or a tie with it', () => {
  const best = bestRows(rows);
  expect(best.some((place) => rows.at(place)!.marked)).toBe(true);
});
