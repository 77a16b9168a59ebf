import { afterAll, describe, expect, test } from '@jest/globals';
import { explorers } from '../../src/explorer/registry.js';
import { writeOddTables } from '../support/odd-tables.js';
import { run } from './run.js';

const tables = writeOddTables();
afterAll(tables.remove);

/** What a model guides takes a trainer, which is a program. */
const unguided = Object.values(explorers).filter(({ usesModel, usesHistory }) => !usesModel && !usesHistory);

describe.each(unguided.map(({ name }) => name))('tune simulate --explorer %s', (explorer) => {
  test('on a table of equal times is at the optimum', async () => {
    const { code, stdout } = await run('simulate', tables.constant, '--explorer', explorer, '--trials', '16');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/geometric mean +1\.000/)]);
  });

  test('on a table of one config tries it', async () => {
    const { code, stdout } = await run('simulate', tables.single, '--explorer', explorer, '--trials', '16');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/ 1 +1 +1\.000/)]);
  });

  test('on a table where nothing runs says so', async () => {
    const { code, said } = await run('simulate', tables.failing, '--explorer', explorer, '--trials', '16');
    expect([code, said]).toEqual([1, expect.stringContaining('none of the configs of made_up 64x64')]);
  });
});
