import { expect, test } from '@jest/globals';
import type { TuneEvent } from '../../src/tuner/events.js';
import { progressLines } from '../../src/cli/render/progress.js';

test('where no bar can be drawn a line tells now and then how far a run is', () => {
  const said: string[] = [];
  let now = 0;
  const lines = progressLines(
    true,
    (line) => said.push(line),
    () => now,
  );
  const report = (event: object): void => {
    lines.on(event as TuneEvent);
  };
  report({ event: 'start', trials: 100, resumed: 20, best_gflops: 50, counts: 'flops' });
  for (let trial = 21; trial <= 60; trial++) {
    now += 1000;
    if (trial === 30) report({ event: 'best', gflops: 75 });
    report({ event: 'trial', phase: 'search', trial, gflops: trial === 25 ? 0 : 60, error: trial === 25 ? 4 : 0 });
    report({ event: 'trial', phase: 'again', trial: 0, gflops: 200, error: 0 });
  }
  expect(said).toHaveLength(4);
  expect(said[0]).toBe('30/100 trials, best 75.0 GFLOPS, 1 failed, 1:10 to go');
  expect(said[3]).toBe('60/100 trials, best 75.0 GFLOPS, 1 failed, 0:40 to go');
});
