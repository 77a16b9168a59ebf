import { describe, expect, test } from '@jest/globals';
import { networkProgress } from '../../src/cli/render/network-progress.js';
import { tuneProgress } from '../../src/cli/render/progress.js';
import type { NetworkEvent } from '../../src/network/schedule/events.js';
import type { TuneEvent } from '../../src/tuner/events.js';
import { FakeClock } from './fake-clock.js';
import { linesOnly, terminalOf } from './stages.js';

const start = { event: 'start', trials: 100, resumed: 20, best_gflops: null, counts: 'flops' };
const trial = (number: number, error = 0) => ({ event: 'trial', phase: 'search', trial: number, error });

/** A run of a trial a second, whose best is taken back by its repeat. */
function* run(): Generator<object> {
  yield start;
  for (let number = 21; number <= 60; number++) {
    if (number === 30) yield { event: 'best', gflops: 175 };
    yield trial(number, number === 25 ? 4 : 0);
  }
  yield { event: 'trial', phase: 'again', trial: 0, error: 0 };
  yield { event: 'best', gflops: 75 };
  yield { event: 'trial', phase: 'final', trial: 0, error: 0 };
}

describe('on a terminal, progress is one line', () => {
  /** What the line shows after each event. */
  function framesOf(columns: number): { frames: readonly string[]; all: readonly string[] } {
    const { terminal, stage } = terminalOf(columns);
    const clock = new FakeClock();
    const progress = tuneProgress(true, stage, clock);
    const frames = [terminal.lines.at(-1)!];
    for (const event of run()) {
      clock.pass((event as TuneEvent).event === 'trial' ? 1 : 0);
      progress.on(event as TuneEvent);
      frames.push(terminal.lines.at(-1)!);
    }
    progress.on({ event: 'finish' } as TuneEvent);
    frames.push(terminal.lines.at(-1)!);
    return { frames, all: terminal.lines };
  }

  test.each([
    [100, 'search ██████████████░░░░░░░░░░ 60/100 | best 175.0 GFLOPS | 1 failed | ETA 0:40'],
    [80, 'search ██████████░░░░░░ 60/100 | best 175.0 GFLOPS | 1 failed | ETA 0:40'],
    [60, 'search 60/100 | best 175.0 GFLOPS | 1 failed | ETA 0:40'],
    [40, 'search 60/100 | best 175.0 GFLOPS | 1 …'],
  ])('of at most %d columns, redrawn in its place', (columns, last) => {
    const { frames, all } = framesOf(columns);
    expect(frames[42]).toBe(last);
    expect(all).toEqual(['']);
    for (const frame of frames) expect(frame.length).toBeLessThan(columns);
  });

  test('that is there before the first event, and gone after the last', () => {
    const { frames } = framesOf(80);
    expect(frames[0]).toBe('preparing 0:00');
    expect(frames.at(-1)).toBe('');
  });

  test('whose best is the one that stands: what a repeat took back is taken back', () => {
    const { frames } = framesOf(100);
    expect(frames[1]).toContain('no best yet');
    expect(frames[12]).toContain('best 175.0 GFLOPS');
    expect(frames.at(-2)).toMatch(/^finals .* best 75\.0 GFLOPS \| 1 failed$/);
  });

  test('without a time to go until enough trials say how long one takes', () => {
    const { frames } = framesOf(100);
    expect(frames.slice(0, 9).join('')).not.toContain('ETA');
    expect(frames[12]).toContain('ETA 1:10');
  });

  test('and messages go above it', () => {
    const { terminal, stage } = terminalOf(80);
    const progress = tuneProgress(true, stage, new FakeClock());
    progress.on(start as TuneEvent);
    stage.stderr('The machine is busy.');
    progress.on(trial(21) as TuneEvent);
    expect(terminal.lines.slice(0, -1)).toEqual(['The machine is busy.']);
    expect(terminal.lines.at(-1)).toMatch(/^search █+░+ 21\/100 \| no best yet \| 0 failed$/);
    progress.stop();
    stage.stderr('done');
    expect(terminal.lines).toEqual(['The machine is busy.', 'done', '']);
  });
});

describe('where there is no terminal', () => {
  /** The lines of a run in which each trial takes a second. */
  function linesOf(spend: (clock: FakeClock, seconds: number) => void): readonly string[] {
    const { said, stage } = linesOnly();
    const clock = new FakeClock();
    const progress = tuneProgress(true, stage, clock);
    for (const event of run()) {
      spend(clock, (event as TuneEvent).event === 'trial' ? 1 : 0);
      progress.on(event as TuneEvent);
    }
    progress.stop();
    return said;
  }

  test('a line says every ten seconds how far a run is', () => {
    const said = linesOf((clock, seconds) => {
      clock.pass(seconds);
    });
    expect(said).toHaveLength(4);
    expect(said[0]).toBe('search: 29/100 trials, best 175.0 GFLOPS, 1 failed, ETA 1:10');
    expect(said[3]).toBe('search: 59/100 trials, best 175.0 GFLOPS, 1 failed, ETA 0:40');
  });

  test('also in a run that computes without a pause, and gives timers no turn', () => {
    const said = linesOf((clock, seconds) => {
      clock.block(seconds);
    });
    expect(said).toHaveLength(4);
    expect(said[3]).toBe('search: 60/100 trials, best 175.0 GFLOPS, 1 failed, ETA 0:40');
  });

  test('a long silence has its lines: before the first event, and within one trial', () => {
    const { said, stage } = linesOnly();
    const clock = new FakeClock();
    const progress = tuneProgress(true, stage, clock);
    clock.pass(25);
    expect(said.splice(0)).toEqual(['preparing 0:10', 'preparing 0:20']);
    progress.on(start as TuneEvent);
    clock.pass(5);
    expect(said.splice(0)).toEqual(['search: 20/100 trials, no best yet, 0 failed']);
    for (let number = 21; number <= 28; number++) {
      clock.pass(0.5);
      progress.on(trial(number) as TuneEvent);
    }
    clock.pass(41);
    expect(said).toEqual([
      'search: 28/100 trials, no best yet, 0 failed, ETA 1:15',
      'search: 28/100 trials, no best yet, 0 failed, ETA 1:05',
      'search: 28/100 trials, no best yet, 0 failed, ETA 0:55',
      'search: 28/100 trials, no best yet, 0 failed, ETA 0:45',
    ]);
    progress.stop();
  });

  test.each(['finish', 'stop'])('nothing comes after the end: %s', (end) => {
    const { said, stage } = linesOnly();
    const clock = new FakeClock();
    const progress = tuneProgress(true, stage, clock);
    progress.on(start as TuneEvent);
    if (end === 'finish') progress.on({ event: 'finish' } as TuneEvent);
    else progress.stop();
    clock.pass(60);
    progress.on(trial(21) as TuneEvent);
    if (end === 'stop') expect(clock.waiting).toBe(0);
    expect(said).toEqual([]);
  });
});

test('finals are shown when they begin, also of a run that stops early', () => {
  const { terminal, stage } = terminalOf(80);
  const progress = tuneProgress(true, stage, new FakeClock());
  const phaseAfter = (event: object): string => {
    progress.on(event as TuneEvent);
    return terminal.lines.at(-1)!.split(' ')[0]!;
  };
  phaseAfter(start);
  expect(phaseAfter(trial(60))).toBe('search');
  expect(phaseAfter({ event: 'batch', phase: 'search' })).toBe('search');
  expect(phaseAfter({ event: 'finals', trial: 60 })).toBe('finals');
  progress.stop();
});

test('a terminal that says it has no columns has some', () => {
  const { terminal, stage } = terminalOf(80);
  const progress = tuneProgress(true, { ...stage, messageColumns: 0 }, new FakeClock());
  progress.on(start as TuneEvent);
  expect(terminal.lines.at(-1)).toMatch(/^search █+░+ 20\/100 \| no best yet \| 0 failed$/);
  progress.stop();
});

test('a terminal shows each second that time passes', () => {
  const { terminal, stage } = terminalOf(80);
  const clock = new FakeClock();
  const progress = tuneProgress(true, stage, clock);
  clock.pass(3);
  expect(terminal.lines).toEqual(['preparing 0:03']);
  progress.stop();
  clock.pass(3);
  expect([terminal.lines, clock.waiting]).toEqual([[''], 0]);
});

test('of a network the line has the latency that stands, and the layer', () => {
  const { terminal, stage } = terminalOf(100);
  const progress = networkProgress(true, stage, new FakeClock());
  const report = (event: object): void => {
    progress.on(event as NetworkEvent);
  };
  report({ event: 'start', trials: 100, resumed: 0, network_seconds: null });
  expect(terminal.lines.at(-1)).toMatch(/^search ░+ 0\/100 \| latency unknown \| 0 failed$/);
  report({ ...trial(1), layer: 'conv "1"', network_seconds: 0.01 });
  expect(terminal.lines.at(-1)).toMatch(/^search of conv "1" ░+ 1\/100 \| latency 10\.0 ms \| 0 failed$/);
  report({ event: 'trial', phase: 'again', trial: 0, error: 0, layer: 'conv "1"', network_seconds: 0.02 });
  expect(terminal.lines.at(-1)).toMatch(/^repeats of conv "1" ░+ 1\/100 \| latency 20\.0 ms \| 0 failed$/);
  report({ event: 'finish' });
  expect(terminal.lines).toEqual(['']);
});
