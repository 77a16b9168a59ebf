import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { coreUseProgram } from '../../support/core-use.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
let program = '';
beforeAll(async () => {
  program = await coreUseProgram(folder, 'core-pace.c', ['core_pace', 'clock']);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Seconds of a chain of products, and of sums as a multiple of them. */
type Pace = readonly [chain: number, sums: number];

/** Whether each repeat had a slow core, given the pace before and after it. */
function slowed(...repeats: readonly (readonly [before: Pace, after: Pace])[]): readonly boolean[] {
  const input = repeats.map((paces) => `${paces.flat().join(' ')}\n`).join('');
  const answer = execFileSync(program, { input, encoding: 'utf8' }).trim();
  return answer.split('\n').map((line) => line === '1');
}

// Medians on a Xeon (family 6, model 167).
const quiet: Pace = [0.389e-6, 0.938];
const afterWideVectors: Pace = [0.469e-6, 0.913];

test('the pace of this core: neither piece of work is folded away', () => {
  const [chain, sums] = execFileSync(program, ['now'], { encoding: 'utf8' }).trim().split(' ').map(Number);
  // A thousand products of 3 to 5 cycles each, at 0.5 to 10 GHz.
  expect(chain).toBeGreaterThan(0.2e-6);
  expect(sums).toBeGreaterThan(0.05);
});

test('a clock that wide vectors lowered is no slow core', () => {
  expect(slowed([quiet, quiet], [quiet, afterWideVectors], [afterWideVectors, quiet])).toEqual([false, false, false]);
});

test('a core is slow whose other hyperthread works, whatever its clock', () => {
  const shared: Pace = [0.42e-6, 1.5];
  const sharedAfterWideVectors: Pace = [0.49e-6, 1.5];
  expect(slowed([quiet, quiet], [shared, quiet], [quiet, sharedAfterWideVectors])).toEqual([false, true, true]);
});

test('so is one whose clock is lower than any vectors ask for', () => {
  expect(slowed([quiet, quiet], [[0.7e-6, 0.938], quiet])).toEqual([false, true]);
});

test('one slip of a measured pace makes no later repeat slow', () => {
  expect(slowed([quiet, quiet], [[0.389e-6, 0.54], quiet], [quiet, quiet])).toEqual([false, false, false]);
});
