import { toEntities } from '../../space/entity.js';
import type { Task } from '../../templates/template.js';
import type { Retirement } from '../../tuner/allocation.js';
import type { Best, FinishEvent, Share, TrialEvent, TunerEvent } from '../../tuner/events.js';
import { settingsSchema, type Settings } from '../../tuner/settings.js';
import { mean } from 'simple-statistics';
import { quote } from '../../target/format.js';
import { failureWords } from './words.js';
import { formatTarget } from '../../backend/registry.js';

/** An event of a tuning run as one line of JSON. */
export function eventToJson(event: TunerEvent, log: string): string {
  return JSON.stringify(toPlain(event, log));
}

function toPlain(event: TunerEvent, log: string): object {
  switch (event.event) {
    case 'start': {
      const { tasks, settings, resumed, history } = event;
      return {
        event: 'start',
        ...subject(tasks[0]!),
        templates: tasks.map(({ template, space }) => ({
          template: template.name,
          raw_size: space.rawSize,
        })),
        ...settingsToPlain(settings),
        resumed,
        history,
        log,
      };
    }
    case 'trial':
      return trialToPlain(event);
    case 'best':
      return { event: 'best', trial: event.trial, ...bestToPlain(event.best) };
    case 'batch':
      return {
        event: 'batch',
        phase: phaseInEvents(event.phase),
        batch: event.batch,
        template: event.task.template.name,
        size: event.measurements.length,
        failed: event.measurements.filter(({ error }) => error !== 0).length,
        search_seconds: event.searchSeconds,
        measure_seconds: event.measureSeconds,
      };
    case 'model':
      return {
        event: 'model',
        template: event.task.template.name,
        model: event.model,
        rows: event.rows,
        fitted: event.fitted,
        seconds: event.seconds,
      };
    case 'retire': {
      const { trial, retirement } = event;
      return { event: 'retire', trial, template: retirement.arm.template.name, ...retirementToPlain(retirement) };
    }
    case 'finish':
      return finishToPlain(event, log);
  }
}

/** All that the command line can set; null where the tuner decides. */
function settingsToPlain(settings: Settings): object {
  const keys = settingsSchema.omit({ firstBatch: true }).keyof().options;
  return Object.fromEntries(
    keys.map((key) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), settings[key] ?? null]),
  );
}

/** Events tell the search from all that measures again. */
function phaseInEvents(phase: TrialEvent['phase']): 'search' | 'final' {
  return phase === 'search' ? 'search' : 'final';
}

function trialToPlain({ phase, trial, task, measurement, throughput }: TrialEvent): object {
  const { config, costs, error, message } = measurement;
  return {
    event: 'trial',
    phase: phaseInEvents(phase),
    trial,
    template: task.template.name,
    index: config.index,
    entity: toEntities(task.space, config),
    error,
    message: message ?? null,
    seconds: costs.length > 0 && error === 0 ? mean([...costs]) : null,
    gflops: throughput / 1e9,
    max_rel_error: measurement.maxRelError ?? null,
  };
}

function finishToPlain({ tasks, summary }: FinishEvent, log: string): object {
  const { best, ties, trials, shares, failures, spent, peak, reason, confirmed } = summary;
  return {
    event: 'finish',
    reason,
    ...subject(tasks[0]!),
    best: best ? bestToPlain(best) : null,
    ties: ties.map(bestToPlain),
    confirmed,
    peak_gflops: peak === undefined ? null : peak / 1e9,
    peak_fraction: best && peak !== undefined ? best.throughput / peak : null,
    trials: trials.run,
    resumed: trials.resumed,
    failed: trials.failed,
    templates: shares.map(shareToPlain),
    failures: failures.map(({ error, count, message }) => ({ error, class: failureWords[error].key, count, message })),
    seconds: { search: spent.search, compile: spent.compile, check: spent.check, run: spent.run, wall: spent.wall },
    log,
    replay: `tune replay ${quote(log)}`,
  };
}

function shareToPlain({ task, trials, best, retirement }: Share): object {
  return {
    template: task.template.name,
    trials,
    gflops: best ? best.throughput / 1e9 : null,
    retired: retirement ? retirementToPlain(retirement) : null,
  };
}

function retirementToPlain({ trials, best, potential, leader, leading }: Retirement<Task>): object {
  return {
    after: trials,
    gflops: best / 1e9,
    potential_gflops: potential / 1e9,
    leader: leader.template.name,
    leader_gflops: leading / 1e9,
  };
}

function subject({ workload, target }: Task): object {
  return { operator: workload.operator, workload: workload.name, target: formatTarget(target) };
}

function bestToPlain({ task, config, seconds, fastest, slowest, throughput, maxRelError }: Best): object {
  return {
    template: task.template.name,
    index: config.index,
    entity: toEntities(task.space, config),
    seconds,
    seconds_min: fastest,
    seconds_max: slowest,
    gflops: throughput / 1e9,
    max_rel_error: maxRelError ?? null,
  };
}
