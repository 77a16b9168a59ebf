import { describe, expect, test } from '@jest/globals';
import { benchProgress } from '../../src/cli/render/bench-progress.js';
import { counter, timeBar } from '../../src/cli/render/counter.js';
import type { Clock, Stage } from '../../src/cli/render/display.js';
import { dryRunProgress } from '../../src/cli/render/dry-run-progress.js';
import type { Progress } from '../../src/cli/render/progress.js';
import { recordProgress } from '../../src/cli/render/record-progress.js';
import { retuneProgress } from '../../src/cli/render/retune-progress.js';
import { FakeClock } from './fake-clock.js';
import { linesOnly, terminalOf } from './stages.js';

/** What is shown after each event: on a terminal, and by the next line where there is none. */
function shownBy<Event>(
  make: (stage: Stage, clock: Clock) => Progress<Event>,
  events: readonly object[],
): readonly { readonly status: string; readonly line: string | undefined }[] {
  const [{ terminal, stage }, { said, stage: elsewhere }] = [terminalOf(90), linesOnly()];
  const clock = new FakeClock();
  const both = [make(stage, clock), make(elsewhere, clock)];
  const shown = events.map((event) => {
    for (const progress of both) progress.on(event as Event);
    const status = terminal.lines.at(-1)!;
    clock.pass(10);
    return { status, line: said.splice(0).at(0) };
  });
  for (const progress of both) progress.stop();
  clock.pass(60);
  expect({ lines: terminal.lines, said, waiting: clock.waiting }).toEqual({ lines: [''], said: [], waiting: 0 });
  return shown;
}

const start = { event: 'start', trials: 40, resumed: 0, best_gflops: null, counts: 'flops' };

describe('a counter', () => {
  test('uses the one line of a terminal', () => {
    const { terminal, stage } = terminalOf(60);
    const count = counter(true, 4, 'builds', stage, new FakeClock());
    count.advance();
    expect(terminal.lines).toEqual(['builds ██████░░░░░░░░░░░░░░░░░░ 1/4']);
    count.stop();
    expect(terminal.lines).toEqual(['']);
  });

  test('says every ten seconds how far it is where there is none', () => {
    const { said, stage } = linesOnly();
    const clock = new FakeClock();
    const count = counter(true, 4, 'builds', stage, clock);
    clock.pass(11);
    count.advance();
    clock.pass(11);
    count.stop();
    clock.pass(60);
    expect(said).toEqual(['builds: 0/4', 'builds: 1/4']);
  });
});

test('a bar of time goes by the clock', () => {
  const [{ terminal, stage }, { said, stage: elsewhere }] = [terminalOf(60), linesOnly()];
  const clock = new FakeClock();
  const bars = [timeBar(30, stage, clock), timeBar(30, elsewhere, clock)];
  clock.pass(15);
  expect(terminal.lines).toEqual(['0:15 of 0:30, ETA 0:15']);
  // The last run may take longer than the time.
  clock.pass(26);
  for (const bar of bars) bar.stop();
  clock.pass(60);
  expect(terminal.lines).toEqual(['']);
  expect(said).toEqual([
    '0:10 of 0:30, ETA 0:20',
    '0:20 of 0:30, ETA 0:10',
    '0:30 of 0:30, ETA 0:00',
    '0:30 of 0:30, ETA 0:00',
  ]);
});

test('a dry run counts its candidates, and those that fail', () => {
  const shown = shownBy(
    (stage, clock) => dryRunProgress(true, stage, clock),
    [
      { event: 'start', trials: 4 },
      { event: 'candidate', error: 0 },
      { event: 'candidate', error: 2 },
      { event: 'finish' },
    ],
  );
  expect(shown.map(({ status }) => status)).toEqual([
    'candidates ░░░░░░░░░░░░░░░░░░░░░░░░ 0/4',
    'candidates ██████░░░░░░░░░░░░░░░░░░ 1/4',
    'candidates ████████████░░░░░░░░░░░░ 2/4 | 1 failed',
    '',
  ]);
  expect(shown.map(({ line }) => line)).toEqual([
    'candidates: 0/4',
    'candidates: 1/4',
    'candidates: 2/4, 1 failed',
    undefined,
  ]);
});

test('bench shows which row it is at, and before that what it tunes', () => {
  const tuning = (of: object): object => ({ event: 'tuning', workload: 'gemm.64', threads: 1, of });
  const trial = { event: 'trial', phase: 'search', trial: 1, error: 4 };
  const place = { rows: 2 };
  const shown = shownBy(benchProgress, [
    { event: 'start', rows: 2 },
    tuning(start),
    tuning(trial),
    tuning({ event: 'best', gflops: 5 }),
    tuning({ event: 'finish' }),
    tuning(start),
    tuning({ event: 'finish' }),
    { event: 'row', done: 1, ...place },
    { event: 'failure', done: 2, ...place },
    { event: 'finish' },
  ]);
  expect(shown.map(({ line }) => line)).toEqual([
    'rows: 0/2',
    'tuning gemm.64, search: 0/40 trials, no best yet, 0 failed',
    'tuning gemm.64, search: 1/40 trials, no best yet, 1 failed',
    'tuning gemm.64, search: 1/40 trials, best 5.00 GFLOPS, 1 failed',
    'rows: 0/2',
    'tuning gemm.64, search: 0/40 trials, no best yet, 0 failed',
    'rows: 0/2',
    'rows: 1/2',
    'rows: 2/2, 1 failed',
    undefined,
  ]);
  expect(shown[2]!.status).toBe('tuning gemm.64, search █░░░░░░░░░░░░░░░░░░░░░░░ 1/40 | no best yet | 1 failed');
});

test('retune shows which workload it is at, and what it does with it', () => {
  const at = (place: number, step: object): object => {
    return { place, count: 12, operator: 'matmul', workload: 'gemm.64', target: 'llvm', step };
  };
  const warm = { phase: 'warm-start', trials: 2, counts: 'flops' };
  const shown = shownBy(retuneProgress, [
    at(3, { phase: 'check' }),
    at(3, { ...warm, of: null }),
    at(3, { ...warm, of: { event: 'trial', trial: 1, error: 0, gflops: 70 } }),
    at(3, { ...warm, of: { event: 'trial', trial: 2, error: 4, gflops: 0 } }),
    at(3, { phase: 'search', of: null }),
    at(3, { phase: 'search', of: { ...start, resumed: 2, best_gflops: 70 } }),
    at(3, { phase: 'search', of: { event: 'trial', phase: 'search', trial: 3, error: 0 } }),
    at(3, { phase: 'search', of: { event: 'best', gflops: 112.3 } }),
    at(3, { phase: 'search', of: { event: 'finish' } }),
    at(3, { phase: 'compare' }),
    at(4, { phase: 'check' }),
  ]);
  expect(shown.map(({ line }) => line)).toEqual(
    [
      '3/12, matmul gemm.64, timing its record',
      '3/12, matmul gemm.64, warm start: 0/2 trials, no best yet, 0 failed',
      '3/12, matmul gemm.64, warm start: 1/2 trials, best 70.0 GFLOPS, 0 failed',
      '3/12, matmul gemm.64, warm start: 2/2 trials, best 70.0 GFLOPS, 1 failed',
      '3/12, matmul gemm.64, search',
      '3/12, matmul gemm.64, search: 2/40 trials, best 70.0 GFLOPS, 0 failed',
      '3/12, matmul gemm.64, search: 3/40 trials, best 70.0 GFLOPS, 0 failed',
      '3/12, matmul gemm.64, search: 3/40 trials, best 112.3 GFLOPS, 0 failed',
      '3/12, matmul gemm.64, search: 3/40 trials, best 112.3 GFLOPS, 0 failed',
      '3/12, matmul gemm.64, comparing: 3/40 trials, best 112.3 GFLOPS, 0 failed',
      '4/12, matmul gemm.64, timing its record',
    ].map((text) => `workload ${text}`),
  );
  expect(shown[0]!.status).toBe('workload 3/12, matmul gemm.64, timing its record');
  expect(shown[7]!.status).toBe('workload 3/12, matmul gemm.64, search █░░░░░░░ 3/40 | best 112.3 GFLOPS | 0 failed');
});

test('check and replay show which record they measure, and in which try', () => {
  const named = { operator: 'matmul', workload: 'gemm.64' };
  const shown = shownBy(recordProgress, [
    { phase: 'measure', attempt: 1, count: 2, place: 1, ...named },
    { phase: 'measure', attempt: 1, count: 2, place: 2, operator: null, workload: 'two\nlines' },
    { phase: 'wait', attempt: 2, count: 1, seconds: 3 },
    { phase: 'measure', attempt: 2, count: 1, place: 1, operator: null, workload: null },
  ]);
  expect(shown.map(({ line }) => line)).toEqual([
    'measuring matmul gemm.64: 0/2 records',
    'measuring two lines: 1/2 records',
    'waiting (try 2): 0/1 records',
    'measuring record 1 (try 2): 0/1 records',
  ]);
  expect(shown[1]!.status).toBe('measuring two lines ████████████░░░░░░░░░░░░ 1/2');
});
