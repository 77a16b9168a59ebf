import { describe, expect, test } from '@jest/globals';
import { ErrorNo } from '../../../src/measure/measurement.js';
import type { LoggedRecord } from '../../../src/log/record/log.js';
import { MissingError, OtherMachineError } from '../../../src/target/errors.js';
import type { RecordProgress } from '../../../src/tuner/record-progress.js';
import { replay, type Replayed } from '../../../src/tuner/replay.js';
import { rebuild } from '../../../src/tuner/rebuild.js';
import { ownKernels } from '../../../src/backend/own-kernels.js';
import { FakeMeasurer } from '../../tuner/fakes.js';
import { configsOf, matmulTask, recordOf } from '../../tuner/records.js';
import { take } from '../../support/take.js';

const task = matmulTask();
const [config] = take(configsOf(task, 1), 1);
const logged = (change: Parameters<typeof recordOf>[2] = {}): LoggedRecord => ({
  ...recordOf(task, config, change),
  log: 'a.jsonl',
  line: 7,
});
const { signal } = new AbortController();
const pauses = [0, 0];
const replayOne = async (record: LoggedRecord, measurer: FakeMeasurer): Promise<Replayed> =>
  (await replay([record], measurer, { signal, pauses })).at(0)!;
const run = (record: LoggedRecord, seconds: number): Promise<Replayed> =>
  replayOne(record, new FakeMeasurer(() => seconds));

describe('reviving a record', () => {
  test('gives the task and config that it was made from', () => {
    const rebuilt = rebuild(logged({ index: 123456 }));
    expect(rebuilt.operator.name).toBe('matmul');
    expect(rebuilt.task.workload).toEqual(task.workload);
    expect(rebuilt.task.target).toEqual(task.target);
    expect(rebuilt.config).toEqual(config);
  });

  const forged: [what: string, change: Parameters<typeof recordOf>[2], says: RegExp][] = [
    ['an unknown template', { task: 'matmul.blokced' }, /matmul\.blocked/],
    ['arguments of another operator', { args: [1, 2, 3] }, /arguments/],
    ['a target that is no name', { target: 'llvm -mcpu=$(reboot)' }, /no name of a CPU/],
    ['a target of another kind', { target: 'cuda -arch=sm_90' }, /GPUs/],
    ['another version of the template', { tune: { templateVersion: 77 } }, /version 77/],
    [
      'a template of a file with its name',
      { tune: { module: { file: 'mine.js', sha256: '0'.repeat(64) } } },
      /template of a file that has the name of matmul\.\w+, mine\.js/,
    ],
    ['a knob that does not exist', { entity: [['tile_q', 'ot', 1]] }, /tile_q/],
    ['a value that no knob has', { entity: recordOf(task, config).entity.map(([n, k]) => [n, k, -7] as const) }, /-7/],
  ];
  test.each(forged)('refuses %s', (_what, change, says) => {
    expect(() => rebuild(logged(change))).toThrow(says);
  });

  test('when its template fails on its workload then that is said of the record, and the others go on', async () => {
    const define = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const known = { ...ownKernels, templates: [{ ...task.template, name: 'matmul.fragile', define }, task.template] };
    const records = [logged({ task: 'matmul.fragile' }), logged()];
    const results = await replay(records, new FakeMeasurer(() => 1e-5), { signal, pauses, known });
    expect(results.map(({ correct }) => correct)).toEqual([false, true]);
    expect(results[0]?.problem).toBe(
      'matmul.fragile fails on the workload of this record (RangeError: Maximum call stack size exceeded): leave it out.',
    );
  });
});

describe('replaying a record', () => {
  test('when it is as fast as it was, it reproduces', async () => {
    const result = await run(logged(), 1.1e-5);
    expect(result).toMatchObject({ correct: true, loggedSeconds: 1e-5, operator: 'matmul', flops: 2 * 24 * 32 * 40 });
    expect(result.times).toEqual({ seconds: 1.1e-5, low: 1.1e-5, high: 1.1e-5, min: 1.1e-5, p90: 1.1e-5 });
    expect(result.problem).toBeUndefined();
  });

  test('when it takes more than 1.25 times as long on the same machine, it does not', async () => {
    expect((await run(logged(), 1.24e-5)).problem).toBeUndefined();
    const slow = await run(logged(), 1.5e-5);
    expect(slow.problem).toBe('it takes 1.50 times its logged time, in the fastest of 3 tries');
    expect(slow).toMatchObject({ correct: true, tries: 3 });
  });

  describe('when it is too slow at first', () => {
    /** A measurer in which each try takes so many seconds a call, or fails. */
    const trying = (...tries: readonly number[]): FakeMeasurer => {
      const measurer: FakeMeasurer = new FakeMeasurer(undefined, () => tries.at(measurer.finals.length - 1)!);
      return measurer;
    };

    test('it is timed again, and the fastest try counts', async () => {
      const disturbed = await replayOne(logged(), trying(2.1e-5, 1.1e-5, 9e-5));
      expect(disturbed).toMatchObject({ tries: 2, correct: true, times: { seconds: 1.1e-5 } });
      expect(disturbed.problem).toBeUndefined();
      const slow = await replayOne(logged(), trying(2.1e-5, 1.5e-5, 1.8e-5));
      expect(slow).toMatchObject({ tries: 3, times: { seconds: expect.closeTo(1.5e-5, 12) } });
      expect(slow.problem).toMatch(/^it takes 1\.50 times/);
    });

    test('a wrong answer of a later try is not outweighed by a fast one', async () => {
      const measurer = trying(2.1e-5, NaN, 1e-5);
      expect(await replayOne(logged(), measurer)).toMatchObject({
        correct: false,
        tries: 2,
        problem: 'wrong at last',
      });
    });

    test('others are timed in between, and only those that are too slow again', async () => {
      const pausing: number[][] = [];
      const progress: RecordProgress[] = [];
      const results = await replay([logged(), logged(), logged()], trying(1e-5, 2.1e-5, 3e-5, 1e-5, 2e-5, 1.2e-5), {
        signal,
        pauses: [0, 0.001],
        onPause: (...told) => pausing.push(told),
        onProgress: (step) => progress.push(step),
      });
      expect(results.map(({ tries }) => tries)).toEqual([1, 2, 3]);
      expect(results.map(({ times }) => times!.seconds)).toEqual([1e-5, 1e-5, 1.2e-5]);
      expect(results.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
      expect(pausing).toEqual([
        [2, 0],
        [1, 0.001],
      ]);
      expect(progress.map(({ phase, attempt, count }) => [phase, attempt, count])).toEqual([
        ...Array<unknown>(3).fill(['measure', 1, 3]),
        ['wait', 2, 2],
        ...Array<unknown>(2).fill(['measure', 2, 2]),
        ['wait', 3, 1],
        ['measure', 3, 1],
      ]);
      expect(progress[1]).toMatchObject({ place: 2, operator: 'matmul', workload: expect.any(String) });
    });

    test('an abort ends the wait for the next try, and what was tried is told', async () => {
      const controller = new AbortController();
      const measurer = trying(2.1e-5, 1e-5);
      const onPause = (): void => {
        controller.abort();
      };
      const results = await replay([logged()], measurer, { signal: controller.signal, pauses: [3600], onPause });
      expect(results).toMatchObject([{ tries: 1, problem: 'it takes 2.10 times its logged time' }]);
      expect(measurer.finals).toHaveLength(1);
    });
  });

  test('when it is fast enough at once, it is timed once', async () => {
    expect((await run(logged(), 1.2e-5)).tries).toBe(1);
  });

  test('when it is aborted, only what was measured whole is told', async () => {
    const controller = new AbortController();
    const measurer = new FakeMeasurer(() => {
      if (measurer.finals.length === 2) controller.abort();
      return 1e-5;
    });
    const results = await replay([logged(), logged(), logged()], measurer, { signal: controller.signal });
    expect(results).toMatchObject([{ correct: true }]);
    expect(measurer.finals).toHaveLength(2);
  });

  test('when it was measured on another machine, its time is no standard', async () => {
    const elsewhere = await run(logged({ tune: { fingerprint: 'elsewhere' } }), 3e-5);
    expect(elsewhere).toMatchObject({
      correct: true,
      tries: 1,
      elsewhere: 'it was measured on another machine; here it takes 3.00 times that',
    });
    expect(elsewhere.problem).toBeUndefined();
  });

  test('when the machine is too disturbed to tell whether it is as fast, it neither reproduces nor fails', async () => {
    const rounds = [9e-5, 1.1e-5, 8e-5, 1.2e-5, 7e-5];
    const result = await replayOne(logged(), new FakeMeasurer(undefined, (_, round) => rounds[round]!));
    expect(result.problem).toBeUndefined();
    expect(result.doubt).toBe(
      'too noisy to judge: it takes 1.10 to 9.00 times its logged time, in the fastest of 3 tries',
    );
  });

  test('when a record was noisy, the high end of its interval is the standard', async () => {
    const noisy = logged({ costs: [1e-5, 2e-5, 3e-5] });
    expect((await run(noisy, 3.7e-5)).problem).toBeUndefined();
    expect((await run(noisy, 3.8e-5)).problem).toMatch(/^it takes 1\.90 times/);
  });

  test('when the machine lacks what one needs, that is told, and the others are replayed', async () => {
    const measurer = new FakeMeasurer(() => 1e-5);
    const lacks = [new MissingError('no GPU'), undefined, new OtherMachineError('The GPU is another one', 'take it')];
    const really = measurer.remeasure.bind(measurer);
    measurer.remeasure = (...args) => {
      const error = lacks.shift();
      return error ? Promise.reject(error) : really(...args);
    };
    const results = await replay([logged(), logged(), logged()], measurer, { signal, pauses });
    expect(results).toMatchObject([
      { correct: false, missing: 'no GPU' },
      { correct: true },
      { correct: false, missing: 'The GPU is another one.' },
    ]);
    expect(results.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
  });

  test('when the answer is wrong, or the record is not ours, it does not reproduce and says why', async () => {
    const measurer = new FakeMeasurer(() => ({ error: ErrorNo.wrongAnswer, message: 'wrong' }));
    expect(await replayOne(logged(), measurer)).toMatchObject({ correct: false, problem: 'wrong at last' });
    const foreign = await run(logged({ task: 'conv2d_NCHWc.x86' }), 1e-5);
    expect(foreign.correct).toBe(false);
    expect(foreign.problem).toContain('conv2d_NCHWc.x86');
  });
});
