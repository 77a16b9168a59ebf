import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packageRoot } from '../../../src/target/root.js';
import { coreUseProgram, isHit } from '../../support/core-use.js';

/** Recorded repeats, times in microseconds. */
const rows = readFileSync(join(packageRoot(), 'test/fixtures/core-use.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [kind, ...numbers] = line.split(' ');
    const [wall, lost, preempted, slept, waited] = numbers.map(Number);
    return { kind: kind!, wall: wall!, lost: lost!, preempted: preempted!, slept: slept!, waited: waited! };
  });
type Row = (typeof rows)[number];

const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
let program = '';
beforeAll(async () => {
  program = await coreUseProgram(folder, 'lost-core.c');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Whether each repeat lost a core, as native/runner/lost.c says. */
function marksOf(repeats: readonly Pick<Row, 'wall' | 'lost' | 'preempted' | 'slept'>[]): readonly boolean[] {
  const input = repeats.map(({ wall, lost, preempted, slept }) => `${wall} ${lost} ${preempted} ${slept}\n`).join('');
  const answer = execFileSync(program, { input, encoding: 'utf8' });
  return answer
    .trim()
    .split('\n')
    .map((line) => line === '1');
}

function shareMarked(repeats: readonly Row[]): number {
  return marksOf(repeats).filter(Boolean).length / repeats.length;
}

describe('repeats whose threads lost their cores, as recorded', () => {
  test.each(['1-idle', '2-idle', '2-sleeping'])('%s: at most 3 %% are marked', (kind) => {
    expect(shareMarked(rows.filter((row) => row.kind === kind))).toBeLessThanOrEqual(0.03);
  });

  test.each(['1-busy', '2-busy'])(
    '%s: at least 80 %% of those that waited are marked, at most 3 %% of others',
    (kind) => {
      const own = rows.filter((row) => row.kind === kind);
      const hit = own.filter(isHit);
      expect(hit.length).toBeGreaterThan(10);
      expect(shareMarked(hit)).toBeGreaterThanOrEqual(0.8);
      expect(shareMarked(own.filter((row) => !isHit(row)))).toBeLessThanOrEqual(0.03);
    },
  );
});

test('a repeat of 1 ms is marked for what took a core, not for threads that sleep or little that is lost', () => {
  const repeat = { wall: 1000, lost: 400, preempted: 0, slept: 0 };
  expect(
    marksOf([
      { ...repeat, preempted: 1 },
      { ...repeat, slept: 3 },
      { ...repeat, preempted: 1, slept: 3 },
      { ...repeat, lost: 40, preempted: 1 },
      // Nobody left a core by itself, and no process took one: a hypervisor did.
      repeat,
    ]),
  ).toEqual([true, false, true, false, true]);
});
