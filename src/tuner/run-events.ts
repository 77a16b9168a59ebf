/** The events of a run, made of what it knows. */
import { freeFolder } from '../backend/library/free-folder.js';
import { backendOf, formatTarget } from '../backend/registry.js';
import { storeError } from '../ir/tensor.js';
import { timingOf } from '../measure/estimate.js';
import type { Trial } from '../measure/measurement.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Phase, Proposal } from '../log/record/record.js';
import { toEntities } from '../space/entity.js';
import { quote } from '../target/format.js';
import type { Task } from '../templates/template.js';
import { toleranceOf } from '../templates/tolerance.js';
import type { Retirement } from './allocation.js';
import { snakeCase, type Result, type Share, type Subject, type TuneEventNamed } from './events.js';
import { throughputOf, type Best, type Leaderboard } from './leaderboard.js';
import { settingsSchema, unshown, type Settings } from './settings.js';
import { taskFileName } from './task-file-name.js';

/** A trial of a run: whose it is, what it came to, what it was measured for, and how it was chosen in a search. */
export interface TaskTrial {
  readonly task: Task;
  readonly trial: Trial;
  readonly phase: Phase;
  readonly proposal?: Proposal | undefined;
}

/** The log of a run, and the modules that one has to name beside it, since a log loads none. */
export interface RunLog {
  readonly path: string;
  readonly modules: readonly string[];
}

/** What a run came to, in numbers. */
export type Totals = Pick<
  TuneEventNamed<'finish'>,
  'trials' | 'resumed' | 'shared' | 'failed' | 'disturbance' | 'templates' | 'failures' | 'first_failure' | 'seconds'
>;

/** What is tuned. */
export function subjectOf({ workload, target }: Pick<Task, 'workload' | 'target'>): Subject {
  return { operator: workload.operator, workload: workload.name, target: formatTarget(target) };
}

/** The templates that share a budget, and how large their spaces are. */
export function templatesOf(tasks: readonly Task[]): TuneEventNamed<'start'>['templates'] {
  return tasks.map(({ template, space }) => ({ template: template.name, raw_size: space.rawSize }));
}

type SettingsForEvent = Omit<
  TuneEventNamed<'start'>,
  'event' | keyof Subject | 'templates' | 'asks_model' | 'resumed' | 'best_gflops' | 'counts' | 'history' | 'log'
>;

/** The settings by the names of JSON; null where there is no limit or the tuner decides. */
export function settingsForEvent(settings: Settings): SettingsForEvent {
  const keys = settingsSchema.omit(unshown).keyof().options;
  return Object.fromEntries(keys.map((key) => [snakeCase(key), settings[key] ?? null])) as unknown as SettingsForEvent;
}

/** The config of a task, as events name it. */
function configOf(task: Task, config: Trial['config']): Pick<Result, 'template' | 'index' | 'entity'> {
  return { template: task.template.name, index: config.index, entity: toEntities(task.space, config) };
}

/** Events do not distinguish a heat from the finals. */
export function phaseForEvent(phase: Phase): TuneEventNamed<'trial'>['phase'] {
  return phase === 'heat' || phase === 'finals' ? 'final' : phase;
}

/**
 * `number`: counts from 1 over the whole log, 0 in other phases than the search. `durable`: its record is on the disk.
 */
export function trialEvent(
  { phase, task, trial }: TaskTrial,
  { number, flops, durable }: { readonly number: number; readonly flops: number; readonly durable: boolean },
): TuneEventNamed<'trial'> {
  const timing = timingOf(trial);
  return {
    event: 'trial',
    phase: phaseForEvent(phase),
    trial: number,
    ...configOf(task, trial.config),
    error: trial.error,
    message: trial.message ?? null,
    seconds: timing?.seconds ?? null,
    interval: timing ? [timing.low, timing.high] : null,
    disturbed: trial.disturbed ?? null,
    noisy: timing?.noisy ?? false,
    copied: trial.copied ?? false,
    gflops: throughputOf(trial, flops) / 1e9,
    max_rel_error: trial.maxRelError ?? null,
    durable,
  };
}

/** A config and how fast it is. */
export function resultOf({
  task,
  config,
  seconds,
  low,
  high,
  fastest,
  slowest,
  throughput,
  maxRelError,
}: Best): Result {
  return {
    ...configOf(task, config),
    seconds,
    interval: [low, high],
    seconds_min: fastest,
    seconds_max: slowest,
    gflops: throughput / 1e9,
    max_rel_error: maxRelError ?? null,
  };
}

/** What a template got from its share of the budget, and why it was dropped, by the times that stand now. */
export function shareOf(
  task: Task,
  trials: number,
  leaderboard: Pick<Leaderboard, 'reached'>,
  retirement: Retirement<Task> | undefined,
): Share {
  const throughput = (of: Task): number | undefined => leaderboard.reached(of)?.throughput;
  const best = throughput(task);
  const revised = retirement && {
    ...retirement,
    best: Math.min(retirement.best, best ?? Infinity),
    leading: Math.min(retirement.leading, throughput(retirement.leader) ?? Infinity),
  };
  return {
    template: task.template.name,
    trials,
    gflops: best === undefined ? null : best / 1e9,
    retired: revised ? retirementForEvent(revised) : null,
  };
}

/** Why a template gets no more trials. */
export function retirementForEvent(retirement: Retirement<Task>): NonNullable<Share['retired']> {
  return {
    after: retirement.trials,
    gflops: retirement.best / 1e9,
    potential_gflops: retirement.potential / 1e9,
    leader: retirement.leader.template.name,
    leader_gflops: retirement.leading / 1e9,
  };
}

/** What one has to know of a task to read a result of it. */
export function contextOf(
  best: Best | undefined,
): Pick<TuneEventNamed<'finish'>, 'space' | 'allowed_error' | 'saving'> {
  if (!best) return { space: null, allowed_error: null, saving: null };
  const { template, workload, space } = best.task;
  return {
    space: { size: space.rawSize, valid: space.size, exact: space.sizeIsExact },
    allowed_error: toleranceOf(best.task, best.config) + storeError(elementTypeOf(workload)),
    saving: template.saving ?? null,
  };
}

/** The commands that go on from the log of a run. */
export function commandsFor(
  log: RunLog | undefined,
  best: Best | undefined,
): Pick<TuneEventNamed<'finish'>, 'log' | 'replay' | 'show' | 'export'> {
  return {
    log: log?.path ?? null,
    replay: log ? replayCommand(log) : null,
    show: log && best ? showCommand(log, best.task) : null,
    export: log && best ? exportCommand(log, best.task) : null,
  };
}

/** The command that replays a log. */
export function replayCommand(log: RunLog): string {
  return `tune replay ${quote(log.path)}${modulesOf(log)}`;
}

/** The log may hold other workloads, and this one for other targets. */
function showCommand(log: RunLog, { workload, target }: Task): string {
  const which = [log.path, workload.name, '--target', formatTarget(target)];
  return `tune show ${which.map(quote).join(' ')}${modulesOf(log)}`;
}

/** Null for source where no export takes it: for targets that have no library of it. */
function exportCommand(log: RunLog, { template, workload, target }: Task): string | null {
  const isAble = backendOf(target)[template.gives === 'source' ? 'exportSources' : 'exportLibrary'] !== undefined;
  return isAble ? `tune export ${quote(log.path)} --out ${freeFolder(taskFileName(workload))}${modulesOf(log)}` : null;
}

/** The option that names the modules of a log. */
export function modulesOf({ modules }: RunLog): string {
  return modules.length === 0 ? '' : ` --template ${quote(modules.join(','))}`;
}
