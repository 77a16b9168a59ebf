import { median } from 'simple-statistics';
import { firstAbort } from '../target/first-abort.js';
import { buildOnly, type DryRunResult, type Outcome } from '../tuner/dry-run.js';
import { readHistory } from '../tuner/task-states.js';
import { planRun, type Plan } from './plan.js';
import { pushed } from './pushed.js';
import type { DryRunEvent, DryRunEventNamed } from './schema/dry-run-events.js';
import { failuresOf, subjectOf } from './tune-event.js';
import type { TuneOptions } from './tune-options.js';
import type { Resources } from '../measure/resources.js';

/**
 * Builds `trials` configs of a run that are drawn at random, for a target whose device may be elsewhere, and tells of
 * each whether it builds. Nothing is searched, timed or logged. `signal` drops the builds in flight; the last event is
 * `finish` nevertheless. Throws as `tune`, which would follow with the same options.
 */
export async function* dryRun(options: TuneOptions): AsyncGenerator<DryRunEvent, void, void> {
  const plan = await planRun(options);
  await readHistory(plan.history);
  yield startOf(plan);
  const left = new AbortController();
  const stop = firstAbort([plan.signal, left.signal]);
  const work = async (push: (event: DryRunEvent) => void): Promise<void> => {
    const { tasks, settings } = plan;
    const result = await buildOnly(tasks, settings.trials, {
      seed: settings.seed,
      signal: stop.signal,
      ...(settings.minutes !== undefined && { minutes: settings.minutes }),
      onDone: (outcome) => {
        push(candidateOf(outcome));
      },
    });
    push(finishOf(plan, result));
  };
  try {
    yield* pushed(work, () => {
      left.abort();
    });
  } finally {
    stop.release();
  }
}

function startOf({ tasks, settings }: Plan): DryRunEvent {
  return {
    event: 'start',
    dry_run: true,
    ...subjectOf(tasks[0]!),
    templates: tasks.map(({ template, space }) => ({ template: template.name, raw_size: space.rawSize })),
    trials: settings.trials,
    minutes: settings.minutes ?? null,
    seed: settings.seed,
  };
}

function candidateOf(outcome: Outcome): DryRunEvent {
  const failed = 'error' in outcome ? outcome : undefined;
  const needs = 'error' in outcome ? undefined : outcome.resources;
  return {
    event: 'candidate',
    template: outcome.task.template.name,
    index: outcome.config.index,
    error: failed?.error ?? 0,
    message: failed?.message ?? null,
    registers: needs?.registers ?? null,
    spill_bytes: needs?.spillBytes ?? null,
    shared_bytes: needs?.sharedBytes ?? null,
    local_bytes: needs?.localBytes ?? null,
  };
}

function finishOf({ tasks, settings }: Plan, result: DryRunResult): DryRunEvent {
  const { reason, built, failures, firstFailure, resources, compiler, seconds, spent } = result;
  return {
    event: 'finish',
    dry_run: true,
    reason,
    ...subjectOf(tasks[0]!),
    seed: settings.seed,
    built,
    failed: failures.reduce((sum, { count }) => sum + count, 0),
    failures: failuresOf(failures),
    first_failure: firstFailure ?? null,
    resources: resources.length > 0 ? summarise(resources) : null,
    compiler,
    seconds,
    builds_per_second: built / seconds,
    spent,
  };
}

function summarise(all: readonly Resources[]): DryRunEventNamed<'finish'>['resources'] {
  const range = (values: readonly number[]): { min: number; median: number; max: number } => ({
    min: Math.min(...values),
    median: median([...values]),
    max: Math.max(...values),
  });
  return {
    registers: range(all.map(({ registers }) => registers)),
    shared_bytes: range(all.map(({ sharedBytes }) => sharedBytes)),
    spilling: all.filter(({ spillBytes }) => spillBytes > 0).length,
  };
}
