import { describe, expect, test } from '@jest/globals';
import { Chalk } from 'chalk';
import type { Task } from '../../src/templates/template.js';
import type { Disturbance, TuneEventNamed } from '../../src/tuner/events.js';
import { commandsFor, contextOf, resultOf, shareOf, subjectOf } from '../../src/tuner/run-events.js';
import { renderSummary } from '../../src/cli/render/summary.js';
import { findOperator } from '../../src/operator/registry.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Best } from '../../src/tuner/leaderboard.js';
import { fakeTask } from '../tuner/fakes.js';

// Commands that it prints begin as the program was started.
process.env['npm_command'] = 'exec';

const operator = findOperator('matmul');
const task = { ...fakeTask('fake.blocked'), operator };
const bestOf = (index: number, seconds: number): Best => ({
  task,
  config: task.space.get(index),
  seconds,
  low: 0.99 * seconds,
  high: 1.02 * seconds,
  noisy: false,
  rankedAt: seconds,
  isFinal: true,
  fastest: 0.99 * seconds,
  slowest: 1.02 * seconds,
  throughput: 2e8 / seconds,
});

const other = { ...fakeTask('fake.tiled'), operator };
const log = { path: 'logs/my run.jsonl', modules: [] };
const retirement = { arm: other, trials: 12, best: 40e9, potential: 60.2e9, leader: task, leading: 95e9 };
const best = bestOf(35, 2e-3);
const board = { reached: (of: Task): Best => (of === task ? best : { ...bestOf(9, 5e-3), task: other }) };
const finish: TuneEventNamed<'finish'> = {
  event: 'finish',
  reason: 'early-stop',
  ...subjectOf(task),
  best: resultOf(best),
  ties: [resultOf(bestOf(36, 2.001e-3))],
  confirmed: true,
  ...contextOf(best),
  counts: 'flops',
  source: false,
  peak_gflops: 125,
  peak_fraction: best.throughput / 125e9,
  trials: 56,
  resumed: 8,
  shared: 0,
  failed: 3,
  disturbance: { share: 0.004, slowed: 0, noisy: 0, again: 0 },
  templates: [shareOf(task, 52, board, undefined), shareOf(other, 12, board, retirement)],
  failures: [
    { error: 4, class: 'runtime_device', count: 2, message: 'SIGSEGV while running' },
    { error: 2, class: 'compile_host', count: 1, message: 'kernel.c:1: error: no' },
  ],
  first_failure: 'SIGSEGV while running',
  seconds: { search: 0.5, compile: 4, check: 0.2, run: 1.5, wall: 5 },
  ...commandsFor(log, best),
};

/** What is printed of the end of a run. */
function render(event: TuneEventNamed<'finish'>): string {
  return renderSummary(event, new Chalk({ level: 0 }));
}

test('the last lines of a run', () => {
  expect(render(finish)).toMatchInlineSnapshot(`
   "workload  fake shape, llvm -mcpu=x86-64-v3 -threads=1
   best      2.00 ms (1.98 ms to 2.04 ms, confirmed)
   speed     100.0 GFLOPS, 80 % of the peak (125.0)
   template  fake.blocked, config 35 of 256 (256 valid)
   knobs     a=3 b=2
   tie       2.00 ms, fake.blocked config 36: statistically tied
   trials    56 run, 8 from the log, 3 failed; no gain lately (--early-stop)
   share     fake.blocked: 52 trials, best 100.0 GFLOPS
   share     fake.tiled: 12 trials, best 40.0 GFLOPS; dropped: projected best 60.2, fake.blocked already at 95.0
   failed    2 trials crashed, first: SIGSEGV while running
   failed    1 trial did not compile, first: kernel.c:1: error: no
   time      5.00 s total: search 500 ms (10 %), check 200 ms, run 1.50 s, compile 4.00 s (summed over cores)
   log       logs/my run.jsonl
   replay    npx tune replay 'logs/my run.jsonl'
   show      npx tune show 'logs/my run.jsonl' shape --target 'llvm -mcpu=x86-64-v3 -threads=1'
   export    npx tune export 'logs/my run.jsonl' --out fake.shape"
  `);
});

test('what disturbed a run is told by its cause, where it was more than a little', () => {
  const line = (disturbance: Disturbance): string | undefined =>
    /^disturbed +(.*)$/m.exec(render({ ...finish, disturbance }))?.at(1);
  expect(line({ share: 0.019, slowed: 0.019, noisy: 0, again: 0 })).toBeUndefined();
  expect(line({ share: null, slowed: null, noisy: 0, again: 0 })).toBeUndefined();
  expect(line({ share: 0.1, slowed: 0.4, noisy: 2, again: 1 })).toBe(
    '10 % of repeats lost their core to other processes and were repeated; ' +
      '40 % of repeats ran on a throttled or shared core; ' +
      '2 trials too noisy to judge, measured again 1 time',
  );
});

test('one template shares with nobody', () => {
  expect(render({ ...finish, templates: finish.templates.slice(0, 1) })).not.toContain('share');
});

describe('a config is one of those that the space has, of which it is said', () => {
  /** A space whose knobs have `values` values each, and half of whose configs are valid. */
  const templateLine = (values: number): string => {
    const numbers = Array.from({ length: values }, (_, i) => i);
    const space = new SpaceBuilder()
      .choice('a', numbers)
      .choice('b', numbers)
      .constraint('a is odd', ({ a }) => a % 2 === 0)
      .build();
    const ofSpace = { ...best, task: { ...task, space } };
    const text = render({ ...finish, best: resultOf(ofSpace), ...contextOf(ofSpace) });
    return /^template +(.*)$/m.exec(text)!.at(1)!;
  };

  test('how many are valid', () => {
    expect(templateLine(10)).toBe('fake.blocked, config 35 of 100 (50 valid)');
  });

  test('that this is an estimate where they are too many to count', () => {
    expect(templateLine(4000)).toMatch(/config 35 of 16000000 \(about \d+ valid\)$/);
  });
});

describe('a share of the peak', () => {
  const speedOf = (peak: number, saving?: string): string => {
    const template = { ...task.template, ...(saving !== undefined && { saving }) };
    const saved = { ...best, task: { ...task, template } };
    const of = { peak_gflops: peak / 1e9, peak_fraction: best.throughput / peak };
    const text = render({ ...finish, ...contextOf(saved), ...of });
    return /^speed +(.*)$/m.exec(text)!.at(1)!;
  };

  test('above 100 % is explained where the template saves operations', () => {
    expect(speedOf(50e9, 'it squares the circle')).toBe(
      '100.0 GFLOPS, 200 % of the peak (50.0; it squares the circle)',
    );
  });

  test('is not explained away where it is possible, or nothing is saved', () => {
    expect(speedOf(125e9, 'it squares the circle')).toBe('100.0 GFLOPS, 80 % of the peak (125.0)');
    expect(speedOf(99e9)).toBe('100.0 GFLOPS, 101 % of the peak (99.0)');
  });

  test('may be above 100 % with Winograd, and not with a product of matrices', () => {
    expect(findTemplate('conv2d.winograd').saving).toMatch(/Winograd/);
    expect(findTemplate('matmul.blocked').saving).toBeUndefined();
  });
});

test('a template that never worked is said to have failed', () => {
  const failed = shareOf(other, 12, { reached: () => undefined }, { ...retirement, best: 0, potential: 0 });
  expect(render({ ...finish, templates: [finish.templates[0]!, failed] })).toContain(
    'fake.tiled: 12 trials, all failed; dropped',
  );
});

test('a template that never had a turn is said to be untried, not to have failed', () => {
  const untried = shareOf(other, 0, { reached: () => undefined }, undefined);
  expect(render({ ...finish, templates: [finish.templates[0]!, untried] })).toMatch(/^share +fake\.tiled: not tried$/m);
});

test('trials of other runs on the same log are told apart', () => {
  const text = render({ ...finish, shared: 12 });
  expect(text).toContain('56 run, 8 from the log, 12 by other runs on the same log, 3 failed;');
});

test('when nothing worked, the summary says so and names no speed', () => {
  const templates = finish.templates.map((share) => ({ ...share, gflops: null, retired: null }));
  const nothing = { best: null, ties: [], confirmed: false, peak_fraction: null, ...contextOf(undefined) };
  const text = render({ ...finish, ...nothing, templates, ...commandsFor(log, undefined) });
  expect(text).toContain('none: all trials failed');
  expect(text).not.toMatch(/GFLOPS|replay/);
});

test('finish as JSON carries what the last lines say', () => {
  expect({ ...finish, ...commandsFor({ path: 'a.jsonl', modules: [] }, best) }).toMatchObject({
    event: 'finish',
    reason: 'early-stop',
    operator: 'fake',
    workload: 'shape',
    target: 'llvm -mcpu=x86-64-v3 -threads=1',
    best: { template: 'fake.blocked', index: 35, seconds: 2e-3, gflops: 100 },
    ties: [{ index: 36 }],
    confirmed: true,
    peak_gflops: 125,
    peak_fraction: 0.8,
    trials: 56,
    resumed: 8,
    failed: 3,
    templates: [
      { template: 'fake.blocked', trials: 52, gflops: 100, retired: null },
      {
        template: 'fake.tiled',
        trials: 12,
        gflops: 40,
        retired: {
          after: 12,
          gflops: 40,
          potential_gflops: 60.2,
          leader: 'fake.blocked',
          leader_gflops: 95,
        },
      },
    ],
    failures: [
      { error: 4, class: 'runtime_device', count: 2, message: 'SIGSEGV while running' },
      { error: 2, class: 'compile_host', count: 1 },
    ],
    seconds: { search: 0.5, compile: 4, check: 0.2, run: 1.5, wall: 5 },
    log: 'a.jsonl',
    replay: 'tune replay a.jsonl',
  });
});
