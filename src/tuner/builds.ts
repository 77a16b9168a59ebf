/** What dry runs of an operator and of a network have in common. */
import { median } from 'simple-statistics';
import type { Resources } from '../measure/resources.js';
import { firstAbort } from '../target/first-abort.js';
import type { Task } from '../templates/template.js';
import type { Outcome, Tallied } from './dry-run-outcome.js';
import { buildOnly, type DryRunResult } from './dry-run.js';
import type { Settings } from './settings.js';
import { pushed } from '../target/pushed.js';
import type { DryRunEventNamed } from './dry-run-events.js';
import { defined } from '../target/defined.js';

/** Builds configs of some tasks; yields an event for each and for the end. */
export async function* builds<Event>(
  tasks: readonly Task[],
  { settings: { trials, minutes, seed }, signal }: { readonly settings: Settings; readonly signal: AbortSignal },
  toEvent: (outcome: Outcome) => Event,
  toLast: (result: DryRunResult) => Event,
): AsyncGenerator<Event, void, void> {
  const left = new AbortController();
  const stop = firstAbort([signal, left.signal]);
  const work = async (push: (event: Event) => void): Promise<void> => {
    const result = await buildOnly(tasks, trials, {
      seed,
      signal: stop.signal,
      ...defined({ minutes }),
      onDone: (outcome) => {
        push(toEvent(outcome));
      },
    });
    push(toLast(result));
  };
  try {
    yield* pushed(work, () => {
      left.abort();
    });
  } finally {
    stop.release();
  }
}

/** What became of a candidate. */
export function candidateOf(outcome: Outcome): DryRunEventNamed<'candidate'> {
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

type Finish = DryRunEventNamed<'finish'>;

/** What some candidates came to. */
export function talliedOf({
  built,
  failures,
  firstFailure,
  resources,
}: Tallied): Pick<Finish, 'built' | 'failed' | 'failures' | 'first_failure' | 'resources'> {
  return {
    built,
    failed: failures.reduce((sum, { count }) => sum + count, 0),
    failures,
    first_failure: firstFailure ?? null,
    resources: resources.length > 0 ? summarise(resources) : null,
  };
}

/** What building them took. */
export function effortOf({
  built,
  compiler,
  seconds,
  spent,
}: DryRunResult): Pick<Finish, 'compiler' | 'seconds' | 'builds_per_second' | 'spent'> {
  return { compiler, seconds, builds_per_second: built / seconds, spent };
}

function summarise(all: readonly Resources[]): Finish['resources'] {
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
