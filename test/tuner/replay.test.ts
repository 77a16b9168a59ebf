import { describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../src/measure/measurement.js';
import type { LoggedRecord } from '../../src/record/log.js';
import { replay } from '../../src/tuner/replay.js';
import { revive } from '../../src/tuner/revive.js';
import { FakeMeasurer } from './fakes.js';
import { configsOf, matmulTask, recordOf } from './records.js';

const task = matmulTask();
const [config] = configsOf(task, 1);
const logged = (change: Parameters<typeof recordOf>[2] = {}): LoggedRecord => ({
  ...recordOf(task, config, change),
  log: 'a.jsonl',
  line: 7,
});
const run = (record: LoggedRecord, seconds: number): ReturnType<typeof replay> =>
  replay(record, new FakeMeasurer(() => seconds), new AbortController().signal);

describe('reviving a record', () => {
  test('gives the task and config that it was made from', () => {
    const revived = revive(logged({ index: 123456 }));
    expect(revived.operator.name).toBe('matmul');
    expect(revived.task.workload).toEqual(task.workload);
    expect(revived.task.target).toEqual(task.target);
    expect(revived.config).toEqual(config);
  });

  const forged: [what: string, change: Parameters<typeof recordOf>[2], says: RegExp][] = [
    ['an unknown template', { task: 'matmul.blokced' }, /matmul\.blocked/],
    ['arguments of another operator', { args: [1, 2, 3] }, /arguments/],
    ['a target that is no name', { target: 'llvm -mcpu=$(reboot)' }, /no name of a CPU/],
    ['a target of another kind', { target: 'cuda -arch=sm_90' }, /cuda/],
    ['another version of the template', { tune: { templateVersion: 77 } }, /version 77/],
    ['a knob that does not exist', { entity: [['tile_q', 'ot', 1]] }, /tile_q/],
    ['a value that no knob has', { entity: recordOf(task, config).entity.map(([n, k]) => [n, k, -7] as const) }, /-7/],
  ];
  test.each(forged)('refuses %s', (_what, change, says) => {
    expect(() => revive(logged(change))).toThrow(says);
  });
});

describe('replaying a record', () => {
  test('when it is as fast as it was, it reproduces', async () => {
    const result = await run(logged(), 1.1e-5);
    expect(result).toMatchObject({ correct: true, loggedSeconds: 1e-5, operator: 'matmul', flops: 2 * 24 * 32 * 40 });
    expect(result.times).toEqual({ median: 1.1e-5, min: 1.1e-5, p90: 1.1e-5 });
    expect(result.problem).toBeUndefined();
  });

  test('when it takes more than 1.25 times as long on the same machine, it does not', async () => {
    expect((await run(logged(), 1.24e-5)).problem).toBeUndefined();
    const slow = await run(logged(), 1.3e-5);
    expect(slow.problem).toBe('it takes 1.30 times its logged time');
    expect(slow.correct).toBe(true);
  });

  test('when it was measured on another machine, its time is no standard', async () => {
    expect((await run(logged({ tune: { fingerprint: 'elsewhere' } }), 9)).problem).toBeUndefined();
  });

  test('when the answer is wrong, or the record is not ours, it does not reproduce and says why', async () => {
    const measurer = new FakeMeasurer(() => ({ error: ErrorNo.wrongAnswer, message: 'wrong' }));
    const signal = new AbortController().signal;
    expect(await replay(logged(), measurer, signal)).toMatchObject({ correct: false, problem: 'wrong at last' });
    const foreign = await run(logged({ task: 'conv2d_NCHWc.x86' }), 1e-5);
    expect(foreign.correct).toBe(false);
    expect(foreign.problem).toContain('conv2d_NCHWc.x86');
  });
});
