import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { coreUseProgram } from '../../support/core-use.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
let program = '';
beforeAll(async () => {
  program = await coreUseProgram(folder, 'witness.c', ['witness']);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Calls that a parent saw; times in microseconds. */
interface Sighting {
  /** What the process with the kernel says of a call. */
  readonly reported: number;
  readonly calls: number;
  readonly wall: number;
  /** Time in which its first thread had a core, negative where the system does not say, and waited for one. */
  readonly ran: number;
  readonly waited: number;
  readonly slept: number;
}

/** What native/runner/witness.c makes of it: how long the calls took, and whether that agrees with the report. */
function judged({
  reported,
  calls,
  wall,
  ran,
  waited,
  slept,
}: Sighting): readonly [microseconds: number, says: string] {
  const input = `${reported} ${calls} ${wall} ${ran} ${waited} ${slept}\n`;
  const [microseconds, says] = execFileSync(program, { input, encoding: 'utf8' }).trim().split(' ');
  return [Number(microseconds), says!];
}

describe('what a parent sees of calls', () => {
  const right = { reported: 400, calls: 3, slept: 1 };
  const turned = { reported: 100, calls: 10, slept: 1 };

  // As recorded on two threads beside four busy loops.
  test.each([
    [2667, 1239, 0],
    [7145, 1224, 451],
    [5953, 1280, 636],
    [3193, 1195, 493],
  ])('it hears of 1.2 ms after %d µs; their thread was awake for %d and %d µs', (wall, ran, waited) => {
    expect(judged({ ...right, wall, ran, waited })).toEqual([ran + waited, 'agrees']);
  });

  test('a right kernel that lost its cores is slower, and not to blame', () => {
    expect(judged({ ...right, wall: 13900, ran: 1149, waited: 8498 })).toEqual([9647, 'unsure']);
  });

  test('a clock that was turned does not agree, however busy the machine is', () => {
    expect(judged({ ...turned, wall: 4000, ran: 3950, waited: 0 })).toEqual([3950, 'no']);
    expect(judged({ ...turned, wall: 20000, ran: 3950, waited: 5000 })).toEqual([8950, 'no']);
  });

  test('a thread that sleeps while others compute is not excused, nor is one that did not wait for the answer', () => {
    for (const slept of [0, 2, 30])
      expect(judged({ ...turned, slept, wall: 4000, ran: 200, waited: 0 })).toEqual([4000, 'unsure']);
  });

  test('where the system counts nothing, the clock decides', () => {
    expect(judged({ ...right, wall: 1300, ran: -1, waited: 0 })).toEqual([1300, 'agrees']);
    expect(judged({ ...right, wall: 2667, ran: -1, waited: 0 })).toEqual([2667, 'unsure']);
  });
});
