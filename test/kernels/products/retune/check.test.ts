import { describe, expect, test } from '@jest/globals';
import type { LoggedRecord } from '../../../../src/log/record/log.js';
import { check, type CheckResult } from '../../../../src/products/retune/check.js';
import { MissingError } from '../../../../src/target/errors.js';
import type { RecordProgress } from '../../../../src/tuner/record-progress.js';
import type { Contender } from '../../../../src/backend/measurer.js';
import { FakeMeasurer } from '../../../tuner/fakes.js';
import { configsOf, matmulTask, recordOf } from '../../../tuner/records.js';

const task = matmulTask();
const [one, other] = configsOf(task, 2);
const smallTask = matmulTask(8, 8, 8);
const [small] = configsOf(smallTask, 1);
const { signal } = new AbortController();
const options = { tolerance: 0.1, signal, pauses: [0, 0] };
const elsewhere = { tune: { fingerprint: 'intel-xeon.2c.l1-32k.l2-1024k.l3-1024k' } };

const record = (log: string, config = one!, change: Parameters<typeof recordOf>[2] = {}): LoggedRecord => ({
  ...recordOf(task, config, { costs: [1e-5], ...change }),
  log,
  line: 1,
});

/** A machine on which configs take so many seconds, by their index. */
const machineOf = (...seconds: readonly number[]): FakeMeasurer =>
  new FakeMeasurer(undefined, ({ index }) => seconds.at(index === one!.index ? 0 : 1)!);

const run = (own: LoggedRecord[], baseline: LoggedRecord[], measurer = machineOf(1e-5, 2e-5)): Promise<CheckResult> =>
  check(own, baseline, measurer, options);

describe('checking logs against a baseline', () => {
  test('two kernels take turns here, whatever their logs tell and wherever these are from', async () => {
    const measurer = machineOf(1e-5, 2e-5);
    const { checked } = await run([record('own')], [record('base', other, { costs: [5], ...elsewhere })], measurer);
    expect(checked).toMatchObject([{ verdict: 'faster', bad: false, basis: 'turns' }]);
    expect(checked[0]!.ratio).toBeCloseTo(2, 9);
    expect(measurer.finals.map((contenders) => contenders.length)).toEqual([2]);
  });

  test('a kernel that is slower is measured three times before it fails', async () => {
    const progress: RecordProgress[] = [];
    const { checked } = await check([record('own', other)], [record('base')], machineOf(1e-5, 2e-5), {
      ...options,
      onProgress: (step) => progress.push(step),
    });
    expect(checked).toMatchObject([{ verdict: 'slower', bad: true, tries: 3 }]);
    const measure = { phase: 'measure', count: 1, place: 1, operator: 'matmul', workload: task.workload.name };
    const wait = { phase: 'wait', count: 1, seconds: 0 };
    expect(progress).toEqual([
      { ...measure, attempt: 1 },
      { ...wait, attempt: 2 },
      { ...measure, attempt: 2 },
      { ...wait, attempt: 3 },
      { ...measure, attempt: 3 },
    ]);
  });

  test('rounds that disagree are no verdict, and no failure', async () => {
    const shaky = new FakeMeasurer(undefined, ({ index }, round) =>
      index === one!.index ? 1e-5 : round % 2 ? 7e-6 : 2e-5,
    );
    const { checked } = await run([record('own', other)], [record('base')], shaky);
    expect(checked).toMatchObject([{ verdict: 'noisy', bad: false }]);
  });

  test('one and the same kernel is held against its time in the log', async () => {
    const measurer = machineOf(1.5e-5);
    const base = record('base', one, { timestamp: 7 });
    const { checked } = await run([record('own')], [base], measurer);
    expect(checked).toMatchObject([{ verdict: 'slower', bad: true, basis: 'log', tries: 3 }]);
    expect((await run([record('own')], [base])).checked).toMatchObject([{ verdict: 'same', bad: false }]);
  });

  test('an identical record is the same, and only its result is checked', async () => {
    const { checked } = await run([record('own')], [record('base')], machineOf(9));
    expect(checked).toMatchObject([{ verdict: 'same', bad: false, ratio: null, seconds: expect.any(Number) }]);
    const wrong = await run([record('own')], [record('base')], machineOf(NaN));
    expect(wrong.checked).toMatchObject([{ verdict: 'failed', bad: true }]);
  });

  test('a record that the baseline does not have is new, and fails where its result is wrong', async () => {
    const alone = { ...recordOf(smallTask, small!), log: 'own', line: 2 };
    const { checked, incomparable } = await run([alone], [record('base')], machineOf(1e-5, 1e-5));
    expect(checked).toMatchObject([{ verdict: 'new', bad: false, ratio: null, baseline_seconds: null }]);
    expect(incomparable).toHaveLength(1);
    const wrong = await run([alone], [record('base')], machineOf(NaN, NaN));
    expect(wrong.checked).toMatchObject([{ verdict: 'failed', bad: true }]);
  });

  test('of the same kernel on another machine only the answer is checked', async () => {
    const { checked } = await run([record('own')], [record('base', one, elsewhere)], machineOf(9));
    expect(checked).toMatchObject([
      { verdict: 'same', bad: false, reason: expect.stringContaining('another machine') },
    ]);
    expect(checked[0]!.ratio).toBeNull();
  });

  test('a wrong answer and a template that has changed fail', async () => {
    const wrong = await run([record('own')], [record('base', other)], machineOf(NaN, 1e-5));
    expect(wrong.checked).toMatchObject([{ verdict: 'failed', bad: true, reason: 'wrong at last' }]);
    const changed = await run([record('own', one, { tune: { templateVersion: 77 } })], [record('base')]);
    expect(changed.checked).toMatchObject([{ verdict: 'failed', reason: expect.stringContaining('version 77') }]);
  });

  test('where the baseline does not build any more its time stands in, and says so', async () => {
    const old = record('base', other, { costs: [2e-5], tune: { templateVersion: 77 } });
    const { checked } = await run([record('own')], [old]);
    expect(checked).toMatchObject([
      { verdict: 'faster', basis: 'log', reason: expect.stringContaining('cannot be built') },
    ]);
  });

  test('a baseline that fails here, and is of another machine, compares with nothing', async () => {
    const { checked, incomparable } = await run(
      [record('own')],
      [record('base', other, elsewhere)],
      machineOf(1e-5, NaN),
    );
    expect(checked).toEqual([]);
    expect(incomparable).toMatchObject([{ isMissing: false, what: expect.stringContaining('wrong at last') }]);
  });

  test('of a baseline of two machines the one like this one counts', async () => {
    const { checked } = await run(
      [record('own')],
      [record('base', other, { costs: [1e-7], ...elsewhere }), record('base', one)],
    );
    expect(checked[0]!.baseline_seconds).toBeGreaterThan(1e-7);
  });

  test('workloads that only one side has are named', async () => {
    const alone = { ...recordOf(smallTask, small!), log: 'base', line: 2 };
    const { incomparable } = await run([record('own')], [record('base'), alone]);
    expect(incomparable).toEqual([
      { what: expect.stringMatching(/^matmul 8x8x8 on llvm.*: only in the baseline$/), isMissing: false },
    ]);
  });

  test('what this machine lacks is named, and the others go on', async () => {
    class Lacking extends FakeMeasurer {
      override remeasure(
        contenders: readonly Contender[],
        options: { rounds?: number },
      ): ReturnType<FakeMeasurer['remeasure']> {
        if (contenders[0]!.task.workload.name === '8x8x8') throw new MissingError('There is no GPU.');
        return super.remeasure(contenders, options);
      }
    }
    const ofSmall = (log: string): LoggedRecord => ({ ...recordOf(smallTask, small!), log, line: 2 });
    const { checked, incomparable } = await run(
      [ofSmall('own'), record('own')],
      [ofSmall('base'), record('base')],
      new Lacking(() => 1e-5),
    );
    expect(checked).toHaveLength(1);
    expect(incomparable).toEqual([{ what: expect.stringContaining('There is no GPU.'), isMissing: true }]);
  });

  test('after an abort there are no verdicts that nobody measured', async () => {
    const controller = new AbortController();
    controller.abort();
    const options = { tolerance: 0.1, signal: controller.signal };
    expect(await check([record('own')], [record('base')], machineOf(1e-5), options)).toEqual({
      checked: [],
      incomparable: [],
    });
  });
});
