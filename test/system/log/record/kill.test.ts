import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killed, killRounds, total } from '../../../support/kill-rounds.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-kill-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// `npm run soak:kill` is the long proof.
test('when a program is killed while it appends then nothing that it told of is lost, and nothing else is left', async () => {
  const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const rounds = (name: string): ReturnType<typeof killRounds> =>
    killRounds({
      command: (log) => [process.execPath, '--import', beside('ts-hooks.mjs'), beside('append-until-killed.ts'), log],
      log: join(folder, name),
      rounds: 4,
      longest: 50,
      ending: killed,
    });
  const toll = total(await Promise.all([rounds('a.jsonl'), rounds('b.jsonl')]));
  expect(toll).toMatchObject({ ended: 8, lost: 0, glued: 0, orphans: 0 });
  expect(toll.acknowledged).toBeGreaterThanOrEqual(8);
  expect(toll.fragments).toBeLessThanOrEqual(8);
  expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'b.jsonl']);
});
