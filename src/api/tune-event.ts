/** The tuner's events as the library tells them. */
import { backendOf, formatTarget } from '../backend/registry.js';
import { timingOf } from '../measure/estimate.js';
import { unitRoundoff } from '../ir/tensor.js';
import { elementTypeOf } from '../operator/operator.js';
import { toEntities } from '../space/entity.js';
import type { Task } from '../templates/template.js';
import { toleranceOf } from '../templates/tolerance.js';
import type { Retirement } from '../tuner/allocation.js';
import type { Best, BatchEvent, FinishEvent, Share, StartEvent, TrialEvent, TunerEvent } from '../tuner/events.js';
import type { Failures } from '../tuner/failures.js';
import { operatorOf } from '../templates/task.js';
import { settingsSchema } from '../tuner/settings.js';
import { quote } from '../target/format.js';
import type { Plan } from '../tuner/plan.js';
import { failureClasses } from '../measure/failure-classes.js';
import { taskFileName } from './task-file-name.js';
import { snakeCase, type Result, type TuneEvent, type TuneEventNamed } from './schema/tune-events.js';

/** The log of a run, whether all trials so far are on its disk, and the modules that the run was given. */
interface RunState extends Pick<Plan, 'log' | 'modules'> {
  readonly durable: boolean;
}

/** An event of a run, as the library tells it. */
export function toTuneEvent(event: TunerEvent, { log, modules, durable }: RunState): TuneEvent {
  switch (event.event) {
    case 'start':
      return startOf(event, log);
    case 'trial':
      return trialOf(event, durable);
    case 'best':
      return { event: 'best', trial: event.trial, ...resultOf(event.best) };
    case 'batch':
      return batchOf(event);
    case 'model': {
      const { task, model, rows, fitted, seconds, error = null } = event;
      return { event: 'model', template: task.template.name, model, rows, fitted, seconds, error };
    }
    case 'note':
      return event;
    case 'retire': {
      const { trial, retirement } = event;
      return { event: 'retire', trial, template: retirement.arm.template.name, ...retirementOf(retirement) };
    }
    case 'finish':
      return finishOf(event, { log, modules });
  }
}

function startOf(event: StartEvent, log: string | undefined): TuneEvent {
  const { tasks, settings, asksModel, resumed, best, history } = event;
  const { counts = 'flops' } = operatorOf(tasks[0]!);
  const keys = settingsSchema.omit({ firstBatch: true }).keyof().options;
  const told = Object.fromEntries(keys.map((key) => [snakeCase(key), settings[key] ?? null]));
  return {
    event: 'start',
    ...subjectOf(tasks[0]!),
    templates: tasks.map(({ template, space }) => ({ template: template.name, raw_size: space.rawSize })),
    ...told,
    asks_model: asksModel,
    resumed,
    best_gflops: best ? best.throughput / 1e9 : null,
    counts,
    history,
    log: log ?? null,
  } as TuneEventNamed<'start'>;
}

/** Events do not tell a heat from the finals. */
function phaseOf(phase: TrialEvent['phase']): 'search' | 'again' | 'final' {
  return phase === 'heat' || phase === 'finals' ? 'final' : phase;
}

function trialOf({ phase, trial, task, measurement, throughput }: TrialEvent, durable: boolean): TuneEvent {
  const { config, error, message } = measurement;
  const timing = timingOf(measurement);
  return {
    event: 'trial',
    phase: phaseOf(phase),
    trial,
    template: task.template.name,
    index: config.index,
    entity: toEntities(task.space, config),
    error,
    message: message ?? null,
    seconds: timing?.seconds ?? null,
    interval: timing ? [timing.low, timing.high] : null,
    disturbed: measurement.disturbed ?? null,
    noisy: timing?.noisy ?? false,
    copied: measurement.copied ?? false,
    gflops: throughput / 1e9,
    max_rel_error: measurement.maxRelError ?? null,
    durable,
  };
}

function batchOf({ phase, batch, task, measurements, searchSeconds, measureSeconds }: BatchEvent): TuneEvent {
  return {
    event: 'batch',
    phase: phaseOf(phase),
    batch,
    template: task.template.name,
    size: measurements.length,
    failed: measurements.filter(({ error }) => error !== 0).length,
    search_seconds: searchSeconds,
    measure_seconds: measureSeconds,
  };
}

function finishOf({ tasks, summary }: FinishEvent, plan: Pick<Plan, 'log' | 'modules'>): TuneEvent {
  const { log } = plan;
  const { counts = 'flops' } = operatorOf(tasks[0]!);
  const { best, ties, trials, shares, failures, firstFailure, spent, peak, reason, confirmed, disturbance } = summary;
  return {
    event: 'finish',
    reason,
    ...subjectOf(tasks[0]!),
    best: best ? resultOf(best) : null,
    ties: ties.map(resultOf),
    confirmed,
    ...(best ? contextOf(best) : { space: null, allowed_error: null, saving: null }),
    counts,
    source: tasks[0]!.template.gives === 'source',
    peak_gflops: peak === undefined ? null : peak / 1e9,
    peak_fraction: best && peak !== undefined && counts !== 'bytes' ? best.throughput / peak : null,
    trials: trials.run,
    resumed: trials.resumed,
    shared: trials.shared,
    failed: trials.failed,
    disturbance: { ...disturbance, share: disturbance.share ?? null, slowed: disturbance.slowed ?? null },
    templates: shares.map(shareOf),
    failures: failuresOf(failures),
    first_failure: firstFailure ?? null,
    seconds: { search: spent.search, compile: spent.compile, check: spent.check, run: spent.run, wall: spent.wall },
    log: log ?? null,
    replay: log === undefined ? null : replayOf(log, plan),
    show: log === undefined || !best ? null : showOf(log, best, plan),
    export: log === undefined || !best ? null : exportOf(log, best, plan),
  };
}

export function replayOf(log: string, plan: Pick<Plan, 'modules'>): string {
  return `tune replay ${quote(log)}${named(plan)}`;
}

/** The log may hold other workloads, and this one for other targets. */
function showOf(log: string, { task: { workload, target } }: Best, plan: Pick<Plan, 'modules'>): string {
  const which = [log, workload.name, '--target', formatTarget(target)];
  return `tune show ${which.map(quote).join(' ')}${named(plan)}`;
}

/** Null for what no export takes: templates of modules, and source for targets that have no library of it. */
function exportOf(
  log: string,
  { task: { template, workload, target } }: Best,
  plan: Pick<Plan, 'modules'>,
): string | null {
  const able = template.gives === 'source' ? backendOf(target).exportSources !== undefined : !template.module;
  return able ? `tune export ${quote(log)} --out ${taskFileName(workload)}${named(plan)}` : null;
}

/** A log loads no module: those of the templates are to be named. */
function named({ modules }: Pick<Plan, 'modules'>): string {
  return modules.length === 0 ? '' : ` --template ${quote(modules.join(','))}`;
}

/** What one has to know of a task to read this result of it. */
function contextOf({ task, config }: Best): Pick<TuneEventNamed<'finish'>, 'space' | 'allowed_error' | 'saving'> {
  const { template, workload, space } = task;
  return {
    space: { size: space.rawSize, valid: space.size, exact: space.sizeIsExact },
    allowed_error: toleranceOf(task, config) + unitRoundoff(elementTypeOf(workload)),
    saving: template.saving ?? null,
  };
}

/** Failures by class, as JSON tells them. */
export function failuresOf(failures: readonly Failures[]): TuneEventNamed<'finish'>['failures'] {
  return failures.map(({ error, count, message }) => ({ error, class: failureClasses[error], count, message }));
}

export function shareOf({ task, trials, best, retirement }: Share): TuneEventNamed<'finish'>['templates'][number] {
  return {
    template: task.template.name,
    trials,
    gflops: best ? best.throughput / 1e9 : null,
    retired: retirement ? retirementOf(retirement) : null,
  };
}

function retirementOf({
  trials,
  best,
  potential,
  leader,
  leading,
}: Retirement<Task>): NonNullable<TuneEventNamed<'finish'>['templates'][number]['retired']> {
  return {
    after: trials,
    gflops: best / 1e9,
    potential_gflops: potential / 1e9,
    leader: leader.template.name,
    leader_gflops: leading / 1e9,
  };
}

/** What is tuned. */
export function subjectOf({ workload, target }: Pick<Task, 'workload' | 'target'>): {
  operator: string;
  workload: string;
  target: string;
} {
  return { operator: workload.operator, workload: workload.name, target: formatTarget(target) };
}

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
    template: task.template.name,
    index: config.index,
    entity: toEntities(task.space, config),
    seconds,
    interval: [low, high],
    seconds_min: fastest,
    seconds_max: slowest,
    gflops: throughput / 1e9,
    max_rel_error: maxRelError ?? null,
  };
}
