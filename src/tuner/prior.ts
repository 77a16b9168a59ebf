import type { Featurizer } from '../features/featurizer.js';
import { acrossTemplates, type ViewName } from '../features/registry.js';
import { translator } from '../features/translate.js';
import type { Operator, WorkloadArg } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import { byTask, scoresOf, trialsIn, type History, type Trial } from '../record/history.js';
import { grouped } from '../record/key.js';
import type { Prior } from '../record/prior.js';
import type { TuneRecord } from '../record/record.js';
import { seedsOf, type Elsewhere } from '../record/seeds.js';
import { MissingError, UsageError } from '../target/errors.js';
import type { Task } from '../templates/template.js';
import { argsIn, recordIn, templateOf } from './foreign.js';
import { viewOf } from './view.js';
import { parseTarget } from '../backend/registry.js';

export interface Sources {
  readonly sources: readonly Source[];
  /** How many records could not be learned from and why, in a sentence. */
  readonly unused: string | undefined;
}

/** Tasks that are learned from, the most alike: the views of a task take a moment to set up. */
const TASKS = 12;

/** Records of each of them. */
const ROWS = 256;

/** Records of one template, workload, target and machine, whose times compare. */
export interface Source {
  readonly task: Task;
  /** The arguments of the workload, as a log writes them. */
  readonly args: readonly WorkloadArg[];
  readonly group: string;
  readonly trials: readonly Trial[];
  /** Relative to the best, by trial. */
  readonly scores: readonly number[];
}

/**
 * What records of the operator on any workload, target and machine tell a task. Those of its own template are seen in all views and have seeds
 * to offer; of other templates the loops and relations can be compared, but not the knobs. Records of other operators are passed over; a
 * log may well hold those.
 */
export function priorOf(task: Task, sources: readonly Source[], views: readonly ViewName[]): Prior {
  const akin = nearest(sources, task);
  const to = akin.length > 0 ? viewOf(task, views) : undefined;
  const rows = akin.flatMap((source) => (to ? rowsOf(source, task, views, to) : []));
  const seeds = seedsOf(
    task.space,
    akin.filter((source) => isOfTemplate(source, task)).map((source) => elsewhere(source, task)),
  );
  return { rows, seeds };
}

/** Everything that may be learned from records of the operator's templates, or of AutoTVM's that have the knobs of one; others are passed over. */
export function sourcesIn(operator: Operator, records: readonly TuneRecord[]): Sources {
  const sources: Source[] = [];
  let unused = 0;
  let reason = '';
  const ofOperator = records.filter((record) => templateOf(record)?.operator === operator.name);
  for (const group of byTask(ofOperator).flatMap(byMachine)) {
    try {
      const { source, misfits } = sourceOf(operator, group);
      sources.push(source);
      unused += misfits.length;
      reason ||= misfits.at(0)?.reason ?? '';
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof MissingError)) throw error;
      unused += group.length;
      reason ||= error.message;
    }
  }
  return {
    sources,
    unused: unused === 0 ? undefined : `${unused} records of the history cannot be used: ${reason}`,
  };
}

/** Times of different machines do not compare, nor knobs of different versions of a template. */
function byMachine(records: readonly TuneRecord[]): TuneRecord[][] {
  return [...grouped(records, ({ tune }) => `${tune?.fingerprint} ${tune?.templateVersion}`).values()];
}

/** Throws UsageError when none of the records can be used: their workload or target is unknown here, or their template has another version. */
function sourceOf(operator: Operator, records: readonly TuneRecord[]): { source: Source; misfits: History['misfits'] } {
  const { target: text, task: name, tune } = records[0];
  const template = templateOf(records[0])!;
  const args = argsIn(template, records[0]);
  if ((tune?.templateVersion ?? template.version) !== template.version)
    throw new UsageError(`they are of another version of ${name}`);
  const [workload, target] = [operator.decode(args), parseTarget(text)];
  const task: Task = { template, workload, target, space: template.define(workload, target) };
  const { trials, misfits } = trialsIn(
    task.space,
    records.map((record) => recordIn(task.space, template, record)),
  );
  if (trials.length === 0) throw new UsageError(misfits[0].reason);
  const scores = scoresOf(trials.map(({ record }) => record));
  const group = JSON.stringify([name, text, args, tune?.fingerprint]);
  return { source: { task, args: operator.encode(workload), group, trials, scores }, misfits };
}

/** Those most like the task: of its template before others, and of the nearest shapes. */
function nearest(sources: readonly Source[], task: Task): Source[] {
  const own = argsOf(task);
  const byDistance = sources.toSorted((a, b) => distance(a.args, own) - distance(b.args, own));
  const ofTemplate = byDistance.filter((source) => isOfTemplate(source, task));
  return [...ofTemplate, ...byDistance.filter((source) => !isOfTemplate(source, task))].slice(0, TASKS);
}

function isOfTemplate(source: Source, task: Task): boolean {
  return source.task.template.name === task.template.name;
}

function argsOf({ workload }: Task): readonly WorkloadArg[] {
  return findOperator(workload.operator).encode(workload);
}

/** Doublings between two shapes, over all numbers in them. */
function distance(a: readonly WorkloadArg[], b: readonly WorkloadArg[]): number {
  const [left, right] = [numbersIn(a), numbersIn(b)];
  return left.reduce((sum, size, i) => sum + Math.abs(Math.log2((1 + size) / (1 + (right[i] ?? 0)))), 0);
}

function numbersIn(arg: WorkloadArg): number[] {
  if (typeof arg === 'number') return [arg];
  return Array.isArray(arg) ? (arg as readonly WorkloadArg[]).flatMap(numbersIn) : [];
}

/** The best of the trials and some of the others, in the columns of `to`. */
function rowsOf(source: Source, task: Task, views: readonly ViewName[], to: Featurizer): Prior['rows'] {
  const shared = isOfTemplate(source, task) ? views : acrossTemplates(views);
  if (shared.length === 0) return [];
  const toFeatures = translator(viewOf(source.task, shared), to);
  return mostTelling(source).map((i) => ({
    features: toFeatures(source.trials[i].config),
    score: source.scores[i],
    group: source.group,
  }));
}

/** Places of a quarter of best trials, and of others evenly. */
function mostTelling({ scores }: Source): number[] {
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const [best, rest] = [order.slice(0, ROWS / 4), order.slice(ROWS / 4)];
  const step = Math.max(1, rest.length / (ROWS - best.length));
  return [...best, ...rest.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))];
}

function elsewhere({ args, trials, scores }: Source, task: Task): Elsewhere {
  const working = [...scores.keys()].filter((i) => scores[i] > 0).sort((a, b) => scores[b] - scores[a]);
  return {
    ranked: working.map((i) => trials[i].config.values),
    sameWorkload: JSON.stringify(args) === JSON.stringify(argsOf(task)),
  };
}
