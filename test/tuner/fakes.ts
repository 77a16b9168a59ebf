import { nothingKnown } from '../../src/model/prior.js';
import { ErrorNo, type Trial, type MeasureOptions, type RoundsTrial } from '../../src/measure/measurement.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import type { Contender } from '../../src/backend/measurer.js';
import type { Task, Template } from '../../src/templates/template.js';
import type { TuneEvent } from '../../src/tuner/events.js';
import type { Companions } from '../../src/tuner/companions.js';
import type { JournalPart } from '../../src/tuner/journal.js';
import type { Settings } from '../../src/tuner/settings.js';
import type { TaskTrial } from '../../src/tuner/run-events.js';
import type { FinalsMeasurer } from '../../src/tuner/finals.js';
import { tune, type TuneOptions } from '../../src/tuner/tuner.js';
import type { TaskState } from '../../src/tuner/task-state.js';
import { avx2 } from '../support/targets.js';

const target = avx2;

/** A task of `width` × `width` configs. */
export function fakeTask(name = 'fake.one', width = 16): Task {
  const values = Array.from({ length: width }, (_, i) => i);
  const space = new SpaceBuilder().choice('a', values).choice('b', values).build();
  const template = {
    name,
    operator: 'fake',
    target: 'simd',
    summary: '',
    version: 3,
    tolerance: 1e-4,
    define: () => space,
    schedule: () => {
      throw new Error('nothing is built here');
    },
  } satisfies Template;
  return { template, workload: { operator: 'fake', name: 'shape', shape: {} }, target, space };
}

export type Device = (config: Config, task: Task) => number | { readonly error: ErrorNo; readonly message: string };

/** A valley: config (a, b) takes 1 ms and 1 % more for every step away from (5, 7). */
export const valley: Device = ({ values: { a, b } }) =>
  1e-3 * (1 + 0.01 * (Math.abs(Number(a) - 5) + Math.abs(Number(b) - 7)));

/**
 * A measurer without a machine. `device` gives the seconds of a config, or how it fails; `again` those of the finals.
 */
export class FakeMeasurer implements FinalsMeasurer {
  readonly measured: Config[] = [];
  /** Who was measured again each time, and in how many rounds. */
  readonly finals: (readonly Contender[])[] = [];
  readonly rounds: number[] = [];
  readonly bests: (number | undefined)[] = [];

  constructor(
    private readonly device: Device = valley,
    private readonly again: (config: Config, round: number, task: Task) => number = (config, _round, task) => {
      const result = device(config, task);
      return typeof result === 'number' ? result : NaN;
    },
  ) {}

  async *measure(task: Task, configs: readonly Config[], options: MeasureOptions = {}): AsyncGenerator<Trial> {
    this.bests.push(options.best);
    for (const config of configs) {
      if (options.signal?.aborted === true) return;
      await Promise.resolve();
      this.measured.push(config);
      yield this.toMeasurement(config, this.device(config, task));
    }
  }

  remeasure(
    contenders: readonly Contender[],
    { rounds: count = 5 }: { readonly rounds?: number } = {},
  ): Promise<readonly RoundsTrial[]> {
    this.finals.push(contenders);
    this.rounds.push(count);
    return Promise.resolve(
      contenders.map(({ config, task }) => {
        const rounds = Array.from({ length: count }, (_, round) => [this.again(config, round, task)]);
        const broken = rounds.flat().some(Number.isNaN);
        const result = broken ? { error: ErrorNo.wrongAnswer, message: 'wrong at last' } : 1;
        return { ...this.toMeasurement(config, result), ...(!broken && { costs: rounds.flat() }), rounds };
      }),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private toMeasurement(config: Config, result: ReturnType<Device>): Trial {
    const common = { config, spent: { compile: 0.03, check: 0.01, run: 0.02 }, timestamp: 1_700_000_000 };
    if (typeof result === 'number')
      return { ...common, costs: [result, result], error: ErrorNo.none, sourceHash: 'abc' };
    return { ...common, costs: [], ...result };
  }
}

/** A journal of a run that is alone on its log, which keeps the trials that it is given. */
export class FakeJournal implements JournalPart {
  readonly trials: TaskTrial[] = [];
  readonly companions: Companions = {
    take: () => [],
    claim: (_, configs) => Promise.resolve(configs),
    joined: () => false,
  };

  onTrial(trial: TaskTrial): Promise<boolean> {
    this.trials.push(trial);
    return Promise.resolve(false);
  }

  onPause(): Promise<void> {
    return Promise.resolve();
  }
}

export const settings: Settings = {
  explorer: 'random',
  model: 'xgb-rank',
  trainer: 'auto',
  features: ['knobs'],
  acquisition: 'mean',
  selection: 'epsilon-greedy',
  prune: 0,
  epsilon: 0.05,
  batchSize: 8,
  firstBatch: 8,
  seed: 1,
  trials: 40,
  earlyStop: 1000,
};

export function taskState(task: Task, more: Partial<TaskState> = {}): TaskState {
  return { task, resumed: [], prior: nothingKnown, ...more };
}

export async function collect(
  options: Partial<TuneOptions> & { readonly measurer: FinalsMeasurer },
): Promise<TuneEvent[]> {
  const events: TuneEvent[] = [];
  for await (const event of tune({ taskStates: [taskState(fakeTask())], flops: 1e9, settings, ...options }))
    events.push(event);
  return events;
}

/** The events of one kind. */
export function only<K extends TuneEvent['event']>(
  events: readonly TuneEvent[],
  kind: K,
): Extract<TuneEvent, { event: K }>[] {
  return events.filter((event): event is Extract<TuneEvent, { event: K }> => event.event === kind);
}
