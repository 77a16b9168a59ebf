import { describe, expect, test } from '@jest/globals';
import { networkProgress } from '../../src/cli/render/network-progress.js';
import { counter, timeBar, tuneProgress, type Stage } from '../../src/cli/render/progress.js';
import { StatusLine } from '../../src/cli/status-line.js';
import type { NetworkEvent } from '../../src/network/schedule/events.js';
import type { TuneEvent } from '../../src/tuner/events.js';
import { FakeTerminal } from './fake-terminal.js';

/** A terminal of so many columns, as the command line writes to it. */
function terminalOf(columns: number): { readonly terminal: FakeTerminal; readonly stage: Stage } {
  const terminal = new FakeTerminal(columns);
  const write = (text: string): void => {
    terminal.write(text);
  };
  const line = new StatusLine(write);
  const stage: Stage = {
    stderr: (text) => {
      line.above(() => {
        write(`${text}\n`);
      });
    },
    status: (text) => {
      line.show(text);
    },
    interactive: true,
    messageColumns: columns,
  };
  return { terminal, stage };
}

/** Where there is none. */
function lines(): { readonly said: string[]; readonly stage: Stage } {
  const said: string[] = [];
  return { said, stage: { stderr: (text) => said.push(text), status: () => undefined, interactive: false } };
}

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
    let now = 0;
    const progress = tuneProgress(true, stage, () => now);
    const frames = [terminal.lines.at(-1)!];
    for (const event of run()) {
      now += (event as TuneEvent).event === 'trial' ? 1000 : 0;
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
    expect(frames[0]).toBe('preparing');
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
    const progress = tuneProgress(true, stage, () => 0);
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

test('where there is no terminal a line says every ten seconds how far a run is', () => {
  const { said, stage } = lines();
  let now = 0;
  const progress = tuneProgress(true, stage, () => now);
  for (const event of run()) {
    now += (event as TuneEvent).event === 'trial' ? 1000 : 0;
    progress.on(event as TuneEvent);
  }
  expect(said).toHaveLength(4);
  expect(said[0]).toBe('search: 30/100 trials, best 175.0 GFLOPS, 1 failed, ETA 1:10');
  expect(said[3]).toBe('search: 60/100 trials, best 175.0 GFLOPS, 1 failed, ETA 0:40');
});

test('of a network the line has the latency that stands, and the layer', () => {
  const { terminal, stage } = terminalOf(100);
  const progress = networkProgress(true, stage, () => 0);
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

test('counters and bars of time use the same line, on a terminal alone', () => {
  const { terminal, stage } = terminalOf(60);
  const count = counter(true, 4, 'builds', stage, () => 0);
  count.advance();
  expect(terminal.lines).toEqual(['builds ██████░░░░░░░░░░░░░░░░░░ 1/4']);
  count.stop();
  const bar = timeBar(300, stage);
  bar.update(0.5);
  expect(terminal.lines).toEqual(['2:30 of 5:00, ETA 2:30']);
  bar.stop();
  expect(terminal.lines).toEqual(['']);
  const elsewhere = lines();
  counter(true, 4, 'builds', elsewhere.stage, () => 0).advance();
  timeBar(300, elsewhere.stage).update(1);
  expect(elsewhere.said).toEqual([]);
});
