import type { DryRunResult } from '../tuner/dry-run.js';
import { readHistory } from '../tuner/task-states.js';
import { builds, candidateOf, effortOf, talliedOf } from '../tuner/builds.js';
import { planRun, type Plan } from '../tuner/plan.js';
import type { DryRunEvent } from '../tuner/dry-run-events.js';
import { subjectOf } from '../tuner/run-events.js';
import type { TuneOptions } from '../tuner/tune-options.js';
import { dotsNote } from '../tuner/dots-note.js';

/**
 * Builds `trials` configs of a run that are drawn at random, for a target whose device may be elsewhere, and reports of
 * each whether it builds. Nothing is searched, timed or logged. `signal` drops the builds in flight; the last event is
 * `finish` nevertheless. Throws as `tune`, which would follow with the same options.
 */
export async function* dryRun(options: TuneOptions): AsyncGenerator<DryRunEvent, void, void> {
  const plan = await planRun(options);
  await readHistory(plan.history);
  yield startOf(plan);
  for (const text of dotsNote(plan.tasks)) yield { event: 'note', text };
  yield* builds<DryRunEvent>(plan.tasks, plan, candidateOf, (result) => finishOf(plan, result));
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

function finishOf({ tasks, settings }: Plan, result: DryRunResult): DryRunEvent {
  return {
    event: 'finish',
    dry_run: true,
    reason: result.reason,
    ...subjectOf(tasks[0]!),
    seed: settings.seed,
    ...talliedOf(result),
    ...effortOf(result),
  };
}
