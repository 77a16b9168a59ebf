import { describe, expect, test } from '@jest/globals';
import type { Estimate } from '../../src/measure/estimate.js';
import { MachineState, moveText, type Clock, type Move } from '../../src/tuner/machine-state.js';
import { collect, FakeMeasurer, only, settings, valley } from './fakes.js';

const { signal } = new AbortController();

/** A clock that only sleeping moves, and what the kernel takes: the longer, the more the machine is slowed then. */
class Simulated implements Clock {
  seconds = 0;
  looks = 0;

  constructor(private readonly slowdownAt: (seconds: number) => number) {}

  readonly now = (): number => this.seconds;

  readonly sleep = (seconds: number): Promise<void> => {
    this.seconds += seconds;
    return Promise.resolve();
  };

  readonly time = (): Promise<Estimate> => {
    this.looks++;
    const seconds = 1e-3 * this.slowdownAt(this.seconds);
    return Promise.resolve({ seconds, low: 0.99 * seconds, high: 1.01 * seconds });
  };
}

/** What is noticed of a trial every five seconds, numbered. */
async function watched(clock: Simulated, trials: number): Promise<readonly Move<number>[]> {
  const state = new MachineState<number>(clock);
  const moves: Move<number>[] = [];
  for (let trial = 0; trial < trials; trial++) {
    clock.seconds += 5;
    state.enter([trial]);
    const move = state.isDue ? await state.look(clock.time, signal) : undefined;
    if (move) moves.push(move);
  }
  return moves;
}

describe('a machine whose state is watched', () => {
  test('is looked at every 15 seconds, and small changes are none', async () => {
    const clock = new Simulated((seconds) => 1 + 0.05 * Math.sin(seconds));
    expect(await watched(clock, 60)).toEqual([]);
    expect(clock.looks).toBe(20);
  });

  test('a short slow state is waited for, and what was timed since the last look is suspect', async () => {
    const moves = await watched(new Simulated((seconds) => (seconds > 40 && seconds < 50 ? 1.5 : 1)), 20);
    expect(moves).toEqual([{ slowdown: 1.5, waited: 7, isOver: true, suspects: [6, 7, 8] }]);
  });

  test('a long one is waited for once, and what was timed in it is suspect when it is over', async () => {
    const moves = await watched(new Simulated((seconds) => (seconds > 40 && seconds < 160 ? 2 : 1)), 40);
    expect(moves.map(({ waited, isOver }) => [waited, isOver])).toEqual([
      [37, false],
      [0, true],
    ]);
    expect(moves[1]!.suspects[0]).toBe(6);
    expect(moves[1]!.slowdown).toBeCloseTo(2, 6);
  });

  test('where it was slow from the start, all that was timed by then is suspect', async () => {
    const moves = await watched(new Simulated((seconds) => (seconds < 50 ? 1.4 : 1)), 20);
    expect(moves).toHaveLength(1);
    expect(moves[0]!.slowdown).toBeCloseTo(1.4, 6);
    expect(moves[0]!.suspects).toEqual(Array.from({ length: 12 }, (_, trial) => trial));
  });

  test('a reference whose repeats disagree says nothing', async () => {
    const state = new MachineState<number>(new Simulated(() => 1));
    expect(await state.look(() => Promise.resolve(undefined), signal)).toBeUndefined();
  });
});

test('a move is one line, with what follows', () => {
  const move = { slowdown: 1.5, waited: 7, isOver: true, suspects: [] };
  expect([moveText(move, 3), moveText({ ...move, isOver: false, waited: 37 }, 0)]).toMatchInlineSnapshot(`
   [
     "The machine was slow (the reference kernel took 1.50 times its time, waited 7 s): 3 of the trials meanwhile are timed again.",
     "The machine is slow (the reference kernel takes 1.50 times its time, waited 37 s): trials go on and are timed again later.",
   ]
  `);
});

test('a run times again what could be the best of those that it timed in a slow state, and says so', async () => {
  // The third batch of eight is timed in a slow state that ends while it is waited for.
  const clock = new Simulated(() => 1);
  const measurer = new FakeMeasurer((config, task) => {
    clock.seconds += 2;
    return Number(valley(config, task)) * (clock.seconds > 37 && clock.seconds < 55 ? 2 : 1);
  });
  const events = await collect({ measurer, clock, settings: { ...settings, trials: 64 } });
  const notes = only(events, 'note').map(({ text }) => text);
  expect(notes.join('\n')).toMatch(
    /^The machine was slow \(the reference kernel took 2\.00 times its time, waited 2 s\)/,
  );
  const again = only(events, 'trial').filter(({ phase }) => phase === 'again');
  expect(again.length).toBeGreaterThan(0);
  const before = only(events, 'trial').filter(({ phase }) => phase === 'search');
  for (const { index, seconds } of again)
    expect(before.find((trial) => trial.index === index)!.seconds! / seconds!).toBeGreaterThanOrEqual(1);
});
