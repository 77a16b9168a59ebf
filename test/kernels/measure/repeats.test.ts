import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { coreUseProgram } from '../../support/core-use.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
let program = '';
beforeAll(async () => {
  program = await coreUseProgram(folder, 'repeats.c', ['repeats']);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Repeated {
  /** Milliseconds that count. */
  readonly costs: readonly number[];
  readonly slow: number;
  readonly doubtful: number;
  readonly repeats: number;
}

/** Repeats of so many milliseconds each, quiet, `s`low or `w`aiting, the last for ever, as a search times them. */
function repeated(script: string, best = 0): Repeated {
  const words = script
    .split(' ')
    .map((word) => word.replace(/^[\d.]+/, (milliseconds) => `${Number(milliseconds) / 1e3}`));
  const answer = execFileSync(program, [`${best / 1e3}`, '0.008', '3', '20', ...words], { encoding: 'utf8' });
  const [costs = '', counts = ''] = answer.split('|');
  const [slow = 0, doubtful = 0, repeats = 0] = counts.trim().split(' ').map(Number);
  return { costs: costs.trim().split(' ').map(Number), slow, doubtful, repeats };
}

describe('repeats', () => {
  test('go on until the budget is spent, where nothing disturbs them', () => {
    expect(repeated('1q')).toEqual({ costs: Array(8).fill(1), slow: 0, doubtful: 0, repeats: 8 });
  });

  test('on a slow core are taken again, and do not count where it is over soon', () => {
    const { costs, slow, repeats } = repeated('1.6s 1.6s 1.6s 1.6s 1q');
    expect({ costs, slow, repeats }).toEqual({ costs: Array(8).fill(1), slow: 0, repeats: 12 });
  });

  test('on a core that stays slow count in the end, and say so', () => {
    const { costs, slow, doubtful, repeats } = repeated('1.6s');
    expect(new Set(costs)).toEqual(new Set([1.6]));
    expect([slow, doubtful, repeats]).toEqual([costs.length, 0, costs.length]);
    // 24 ms of them.
    expect(costs).toHaveLength(16);
  });

  test('on a slow core do not count beside enough that are quiet', () => {
    expect(repeated('1q 1q 1q 1.6s')).toMatchObject({ costs: [1, 1, 1], slow: 0, repeats: 19 });
    expect(repeated('1q 1q 1.6s')).toMatchObject({ slow: 16 });
  });

  test('of a kernel that is beaten even at twice its speed end soon', () => {
    expect(repeated('3.1s', 1)).toEqual({ costs: [3.1, 3.1, 3.1], slow: 3, doubtful: 0, repeats: 3 });
    expect(repeated('2.9s', 1).repeats).toBeGreaterThan(3);
    expect(repeated('1q 1q 1q 3.1s', 1)).toMatchObject({ costs: [1, 1, 1], slow: 0 });
    expect(repeated('1.6q', 1)).toMatchObject({ costs: [1.6, 1.6, 1.6], repeats: 3 });
  });

  test('that lost their core are taken again for three budgets, and then count', () => {
    expect(repeated('2w 2w 2w 1q')).toMatchObject({ costs: Array(8).fill(1), doubtful: 0, repeats: 11 });
    const { costs, doubtful } = repeated('2w');
    expect(doubtful).toBe(costs.length);
  });
});
