import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '../../../../src/space/random.js';
import { giveToAll } from '../../../support/hostile-log.js';
import { honest } from '../../../support/honest-lines.js';
import { mutated } from '../../../support/mutations.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-mutated-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A slice of `npm run soak:mutated-logs`. */
test('whatever a log says, all that reads it refuses it in words or takes what is inside of its space', async () => {
  const random = new Random(16);
  const { tasks, lines } = honest(random, 1);
  const path = join(folder, 'log.jsonl');
  for (let log = 0; log < 2; log++) {
    const bad = Array.from({ length: 40 }, () => mutated(random.pick(lines), lines, random));
    writeFileSync(path, [...bad, ...lines.slice(20 * log, 20 * log + 20)].join('\n'));
    const { faults, rebuilt } = await giveToAll(path, tasks, random);
    expect(faults).toEqual([]);
    expect(rebuilt).toBeGreaterThan(0);
  }
});
