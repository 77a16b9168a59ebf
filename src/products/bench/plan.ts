import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defaultBackend, parseTarget } from '../../backend/registry.js';
import { entryOf, type Entry, type Wanted } from './entry.js';
import { onThreadsInstead, wantedOf } from './logged.js';
import { chooseEntries, named } from './suites.js';
import { elementTypeOf, type Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { UsageError, WorkError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { machine } from '../../target/machine.js';
import { packageRoot } from '../../target/root.js';
import type { Target } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import type { CheckedBenchOptions } from './options.js';
import { recordsOfLogs, type OnNote } from '../../log/read-logs.js';
import { shapeWords } from '../../tuner/tune-options.js';

/** The target of kernels of a workload on this machine. */
export function hostTarget(threads: number, workload?: Workload): Target {
  return parseTarget(defaultBackend.kind, threads, ...(workload ? [elementTypeOf(workload)] : []));
}

/** The rows to be. Throws UsageError for what there is not, WorkError for logs without a workload of a processor. */
export async function chooseRows(
  options: CheckedBenchOptions,
  known: Known,
  onNote: OnNote,
): Promise<readonly Wanted[]> {
  const { suite, operator: name, workload, shape, logs, only, threads } = options;
  if ([suite, name, logs].filter((what) => what !== undefined).length > 1)
    throw new UsageError('Give a suite, an operator or logs, and not two of them; kernels for a suite go with --log.');
  if (logs) return chooseLogged(logs, options, known, onNote);
  if (name === undefined) return onThreads(chooseEntries(suite, only), threads);
  const operator = findOperator(name, known.operators);
  const entry = entryOf(operator, operator.workload(workload, shapeWords(shape)));
  return onThreads(named([entry], only, 'The comparison has no'), threads);
}

/** Suite by suite, each on one number of threads after the other. */
function onThreads(entries: readonly Entry[], threads: readonly number[] | undefined): readonly Wanted[] {
  const counts = threads ?? [...new Set([1, machine().cores])];
  counts.forEach((count) => hostTarget(count));
  const suites = [...new Set(entries.map(({ suite }) => suite))];
  return suites.flatMap((name) => {
    const ofSuite = entries.filter(({ suite }) => suite === name);
    return counts.flatMap((count) => ofSuite.map((entry) => ({ entry, threads: count })));
  });
}

async function chooseLogged(
  logs: readonly string[],
  { only, threads }: CheckedBenchOptions,
  known: Known,
  onNote: OnNote,
): Promise<readonly Wanted[]> {
  const places = logs.join(', ');
  const records = await recordsOfLogs(logs, onNote);
  const logged = wantedOf(records, known);
  if (logged.length === 0) {
    const why = unknownModules(records, known).join(' ');
    throw new WorkError(`There is no workload for ${defaultBackend.kind} in ${places}.${why && ` ${why}`}`);
  }
  const entries = named(
    logged.map(({ entry }) => entry),
    only,
    `${places}: there is no`,
  );
  const chosen = logged.filter(({ entry }) => entries.includes(entry));
  return threads === undefined ? chosen : onThreadsInstead(chosen, threads);
}

/** Which modules one has to name for records that are passed over: a log never loads one. */
export function unknownModules(records: readonly LoggedRecord[], { templates }: Known): readonly string[] {
  const unknown = records.filter(({ task, tune }) => tune?.module && !templates.some(({ name }) => name === task));
  const files = grouped(unknown, ({ tune }) => tune!.module!.file);
  return [...files].map(
    ([file, found]) =>
      `${plural(found.length, 'record')} of templates of ${file} are left out, since a log loads no module: name it with --template.`,
  );
}

/** Where kernels of ours come from. */
export interface KernelLogs {
  /** These must exist. */
  readonly given: readonly string[];
  /** What is tuned is appended here. */
  readonly target: string;
  /** Whether the target may hold kernels already. */
  readonly readsTarget: boolean;
}

/**
 * Logs whose workloads are compared are read for their kernels, too, and without `log` and something to tune they
 * alone. Of `log`, the last one is the target, which may be new if there is something to tune; without it, what comes
 * with tune is read, and logs/bench.jsonl.
 */
export function kernelLogs({ logs, log, trials }: CheckedBenchOptions): KernelLogs {
  const last = log?.at(-1);
  if (log === undefined || last === undefined)
    return {
      given: logs ?? shippedLogs(),
      target: join('logs', 'bench.jsonl'),
      readsTarget: logs === undefined || trials > 0,
    };
  const given = trials > 0 ? log.slice(0, -1) : log;
  return { given: [...(logs ?? []), ...given], target: last, readsTarget: true };
}

function shippedLogs(): readonly string[] {
  const folder = join(packageRoot(), 'logs', 'shipped');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.jsonl(\.gz|\.br)?$/.test(name)) : [];
  return names.toSorted().map((name) => relative(process.cwd(), join(folder, name)));
}

/** The target is among them if it is there by now. */
export function logsToRead({ given, target, readsTarget }: KernelLogs): readonly string[] {
  return [...given, ...(readsTarget && existsSync(target) ? [target] : [])];
}
