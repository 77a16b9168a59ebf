/** Kernels of small models, known by records that are made up. */
import { KernelTable } from '../../../src/network/session/kernel-table.js';
import { ownCatalogue } from '../../../src/catalogue/catalogue.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import type { Workload } from '../../../src/operator/operator.js';
import { findOperator } from '../../../src/operator/registry.js';
import { imageLayouts } from '../../../src/network/program/image-layouts.js';
import type { KernelForm } from '../../../src/network/program/layer.js';
import type { Config } from '../../../src/space/config.js';
import type { Target } from '../../../src/target/target.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import type { Task } from '../../../src/templates/template.js';
import type { NamedLog } from '../../../src/tuner/task-states.js';
import { avx512 } from '../../support/targets.js';
import { recordOf } from '../../tuner/records.js';

const layouts = ['NCHW', 'NHWC', 'NCHW16c'] as const;

export function taskOf(template: string, shape: Readonly<Record<string, string>>): Task {
  const found = findTemplate(template);
  const operator = findOperator(found.operator);
  return makeTask(found, operator.workload(undefined, shape), avx512, operator);
}

/** The first configs of blocks whose layouts values cannot have, as padding fills them up, or can. */
export function blocksOf(task: Task, { padded, count }: { padded: boolean; count: number }): readonly Config[] {
  const { space } = task;
  const found: Config[] = [];
  for (let i = space.nextValid(0); i !== undefined && found.length < count; i = space.nextValid(i + 1)) {
    const config = space.get(i);
    if (config.values['layout'] !== 'blocks') continue;
    if ((imageLayouts(task, config, layouts) === undefined) === padded) found.push(config);
  }
  return found;
}

/** A trial that took so many seconds, or failed where it has none. */
export type Trial = readonly [task: Task, config: Config, seconds: number | undefined];

export function logOf(...trials: readonly Trial[]): readonly NamedLog[] {
  const records = trials.map(([task, config, seconds], i) => {
    const outcome =
      seconds === undefined ? { costs: [], error: ErrorNo.wrongAnswer } : { costs: [seconds], error: ErrorNo.none };
    return { ...recordOf(task, config, outcome), log: 'log.jsonl', line: i + 1 };
  });
  return [{ path: 'log.jsonl', records, skippedLines: 0, skipped: [] }];
}

/** The same, as of another machine. */
export function madeOn(fingerprint: string, logs: readonly NamedLog[]): readonly NamedLog[] {
  return logs.map((log) => ({
    ...log,
    records: log.records.map((record) => ({ ...record, tune: { ...record.tune!, fingerprint } })),
  }));
}

export function kernelsOf(
  own: readonly NamedLog[],
  history: readonly NamedLog[] = [],
  target: Target = avx512,
): KernelTable {
  return new KernelTable(target, layouts, ownCatalogue, { own, history });
}

/** One whose kernel chooses the layouts. */
export function formOf(workload: Workload): KernelForm {
  return { kind: 'kernel', workload, inputs: [{ value: 'x' }], layouts: undefined };
}
