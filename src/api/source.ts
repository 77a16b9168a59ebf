import type { TuneEvent } from '../tuner/events.js';
import { loadSource } from '../catalogue/load-file.js';
import { taskFileName } from '../tuner/task-file-name.js';
import { tune } from './tune.js';
import { UsageError } from '../target/errors.js';
import { defined } from '../target/defined.js';
import type { TuneOptions } from '../tuner/tune-options.js';

/** The options of `tuneSource`: those of `tune` but for what the spec says; `shape` holds sizes. */
export type SourceOptions = Omit<TuneOptions, 'operator' | 'template'>;

/**
 * Tunes source of the user's, as its spec describes it: a YAML or JSON file, or a module that exports `source`. Events
 * and errors are those of `tune`, and UsageError with the place in the spec for what is wrong there.
 */
export async function* tuneSource(spec: string, options: SourceOptions = {}): AsyncGenerator<TuneEvent, void, void> {
  yield* tune(await sourceRun(spec, options));
}

/** The options of a run, with what the spec says of target and threads where nobody else does. */
export async function sourceRun(path: string, options: SourceOptions): Promise<TuneOptions> {
  const { operator, target, threads, readsFiles } = (await loadSource(path)).source;
  if (options.farm !== undefined && readsFiles)
    throw new UsageError(
      `${path} has data or answers in files, which workers of a farm do not have; leave out --farm.`,
    );
  const saysThreads = /\s-threads=/.test(options.target ?? '');
  const ownThreads = defined({ threads: saysThreads ? undefined : threads });
  return { target, ...ownThreads, ...options, operator: operator.name, template: path };
}

/** Where a run is logged that nobody named a log for. */
export async function sourceLogName(path: string, { workload, shape = {} }: SourceOptions): Promise<string> {
  const { operator } = (await loadSource(path)).source;
  return `${taskFileName(operator.workload(workload, shape as Readonly<Record<string, string>>))}.jsonl`;
}
