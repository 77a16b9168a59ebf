import { afterAll, describe, expect, test } from '@jest/globals';
import { CUTOFF } from '../../bench/methodology.js';
import { climb } from '../../bench/search/climb.js';
import { readData, type Arena } from '../../bench/search/data.js';
import { Counter, type Results } from '../../bench/search/figures.js';
import { trialsOn } from '../../bench/search/searches.js';
import { countSearch, MARKS } from '../../bench/systems/figures.js';
import { randomSearch } from '../../bench/systems/random-search.js';
import { oracle } from '../../bench/systems/searches.js';
import { searchVerdict } from '../../bench/systems/verdict.js';
import { writeOddTables } from '../support/odd-tables.js';

const odd = writeOddTables();
afterAll(odd.remove);
const { arenas, problems } = await readData(odd.folder);
const whole = await readData('test/fixtures');

/** Somebody who tries all configs in the order of the file. */
function inOrder(some: readonly Arena[]): Results {
  return new Map(
    some.map((arena) => [arena, [{ climb: climb(arena.table, [...arena.table.rows.keys()]), seconds: 1 }]]),
  );
}

describe('the arena on tables with nothing to gain', () => {
  test('leaves out one where nothing runs, and says so', () => {
    expect(arenas.map(({ name }) => name.split(':')[0])).toEqual(['constant.kt-cache.json', 'single.kt-cache.json']);
    expect(problems.join()).toContain('none of the configs of made_up 64x64');
  });

  test('has no P there, and trials to search with', () => {
    const counter = new Counter(arenas, CUTOFF);
    const figures = countSearch('in order', inOrder(arenas), counter);
    expect(figures.p).toBeUndefined();
    expect(figures.spaces.size).toBe(0);
    expect(arenas.map((arena) => trialsOn(arena, { cutoff: CUTOFF, trials: 16 }))).toEqual([16, 16]);
  });

  test('has P of the others', () => {
    const scored = whole.arenas.filter(({ table }) => table.identity.format === 'kernel-tuner');
    const both = [...scored, ...arenas];
    const alone = countSearch('in order', inOrder(scored), new Counter(scored, CUTOFF));
    const beside = countSearch('in order', inOrder(both), new Counter(both, CUTOFF));
    expect(alone.p).toBeDefined();
    expect(beside.p).toEqual(alone.p);
  });

  test('comes to a verdict', () => {
    const counter = new Counter(arenas, CUTOFF);
    const [own, base] = [countSearch('own', inOrder(arenas), counter), countSearch('base', oracle(arenas), counter)];
    const random = randomSearch(arenas, MARKS);
    expect(searchVerdict(own, { standard: base, base, random })).toContain('No gain found');
  });
});
