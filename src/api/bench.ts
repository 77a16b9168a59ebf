import { defaultBackend } from '../backend/registry.js';
import { compare, type Comparison } from '../products/bench/comparison.js';
import type { Wanted } from '../products/bench/entry.js';
import { missingLibraries } from '../products/bench/missing-libraries.js';
import { findRecord, RecordIndex, type Found } from '../products/bench/records.js';
import { isTimed, type Row } from '../products/bench/row.js';
import { compilerVersion } from '../measure/c-compiler.js';
import { Scratch } from '../measure/scratch.js';
import { WorkError } from '../target/errors.js';
import { plural, quote } from '../target/format.js';
import type { Known } from '../templates/known.js';
import { loadNote, measureLoad } from '../target/load.js';
import { benchOptionsSchema, type BenchOptions } from './bench-options.js';
import {
  chooseRows,
  hostTarget,
  kernelLogs,
  logsToRead,
  shapeOf,
  unknownModules,
  type KernelLogs,
} from './bench-plan.js';
import { rowToJson, type Setting } from '../products/bench/row-to-json.js';
import { checked } from '../target/checked.js';
import { recordsOfLogs } from '../log/read-logs.js';
import { catalogueWith } from '../catalogue/resolve.js';
import type { BenchEvent } from './bench-events.js';
import { threadsNote } from '../tuner/threads-note.js';
import { tune } from './tune.js';
import type { TuneOptions } from '../tuner/tune-options.js';

/** What a comparison tells, with the rows as its own parts have them. */
export type ComparisonEvent =
  | Exclude<BenchEvent, { event: 'row' }>
  | (Omit<BenchEvent & { event: 'row' }, 'row'> & { readonly row: Row; readonly setting: Setting });

/**
 * Compares our kernels with other libraries on this machine, row by row; the last event is `finish`, also of a
 * comparison that `signal` ended. Nothing goes on before the next event is asked for. A kernel of ours that is missing
 * or fails, or a row that cannot be timed, is told and does not end the comparison.
 *
 * Throws UsageError for what does not exist or cannot be, MissingError without a compiler, WorkError for logs that
 * cannot be read.
 */
export async function* bench(options: BenchOptions = {}): AsyncGenerator<BenchEvent, void, void> {
  for await (const event of compareRows(options)) {
    if (event.event !== 'row') yield event;
    else {
      const { row, setting, ...place } = event;
      yield { ...place, row: rowToJson(row, setting) };
    }
  }
}

/** The same with the rows as the parts of the comparison have them, for those who draw tables. */
export async function* compareRows(options: BenchOptions): AsyncGenerator<ComparisonEvent, void, void> {
  const given = checked(benchOptionsSchema, options);
  const { trials, rounds, signal = new AbortController().signal } = given;
  const notes: string[] = [];
  const catalogue = await catalogueWith(given.modules);
  const wanted = await chooseRows(given, catalogue, (text) => notes.push(text));
  const setting = { machine: defaultBackend.fingerprint(), compiler: compilerVersion(), rounds };
  yield { event: 'start', rows: wanted.length };
  notes.push(...loadNote(measureLoad()));
  notes.push(...threadsNote(wanted.reduce((most, { threads }) => Math.max(most, threads), 1)));
  const logs = kernelLogs(given);
  const logged = await recordsOfLogs(logsToRead(logs), (text) => notes.push(text));
  notes.push(...unknownModules(logged, catalogue));
  for (const text of new Set(notes)) yield { event: 'note', text };
  const kernels: Kernels = { records: new RecordIndex(logged), known: catalogue };
  const missing = wanted.filter((one) => !isHere(find(one, kernels)));
  const template = ['auto', ...given.modules];
  if (trials > 0) yield* tuneAll(missing, { template, trials, log: logs.target, signal });
  const records = trials > 0 ? new RecordIndex(await recordsOfLogs(logsToRead(logs))) : kernels.records;
  const comparisons = wanted.map((one) => toComparison(one, { ...kernels, records }, given.modules, logs));
  yield* compareAll(comparisons, setting, signal);
}

/** Records, and what they may be of. */
interface Kernels {
  readonly records: RecordIndex;
  readonly known: Known;
}

function find({ entry, threads }: Wanted, { records, known }: Kernels): Found | string {
  return findRecord(records.of(entry.operator, entry.workload, hostTarget(threads)), known);
}

function isHere(found: Found | string): boolean {
  return typeof found !== 'string' && found.here;
}

/** A workload that cannot be tuned is told, and left without a kernel. */
async function* tuneAll(
  missing: readonly Wanted[],
  settings: Required<Pick<TuneOptions, 'template' | 'trials' | 'log' | 'signal'>>,
): AsyncGenerator<ComparisonEvent, void, void> {
  for (const { entry, threads } of missing) {
    if (settings.signal.aborted) return;
    const { operator, workload } = entry;
    const which = { workload: workload.name, threads };
    try {
      const run = tune({ operator, shape: shapeOf(entry), threads, ...settings });
      for await (const of of run) yield { event: 'tuning', ...which, of };
    } catch (error) {
      if (!(error instanceof WorkError)) throw error;
      yield { event: 'note', text: `${workload.name}, ${plural(threads, 'thread')}: ${error.message}` };
    }
  }
}

function toComparison(
  wanted: Wanted,
  kernels: Kernels,
  modules: readonly string[],
  { target }: KernelLogs,
): Comparison {
  const found = find(wanted, kernels);
  const { known } = kernels;
  if (typeof found !== 'string') return { ...wanted, known, found };
  const template = modules.length > 0 ? ['--template', ['auto', ...modules].join(',')] : [];
  const words = ['tune', ...wanted.entry.words, ...template, '--threads', `${wanted.threads}`, '--log', target];
  return { ...wanted, found: { why: `${found}: tune it with \`${words.map(quote).join(' ')}\``, failed: false } };
}

/** Row after row, until all are done or the comparison is aborted. */
async function* compareAll(
  comparisons: readonly Comparison[],
  setting: Setting,
  signal: AbortSignal,
): AsyncGenerator<ComparisonEvent, void, void> {
  const scratch = new Scratch();
  const rows: Row[] = [];
  let [done, failed] = [0, 0];
  try {
    for (const comparison of comparisons) {
      if (signal.aborted) break;
      const compared = await compareOne(comparison, setting.rounds, signal, scratch);
      if (compared === undefined) break;
      const place = { done: ++done, rows: comparisons.length };
      if (typeof compared === 'string') {
        failed++;
        const { entry, threads } = comparison;
        yield { event: 'failure', ...place, workload: entry.workload.name, threads, message: compared };
        continue;
      }
      rows.push(compared);
      if (!isTimed(compared.ours) && compared.ours.failed) failed++;
      yield { event: 'row', ...place, row: compared, setting };
    }
  } finally {
    scratch.close();
  }
  const reason = signal.aborted ? 'interrupted' : 'done';
  yield { event: 'finish', reason, rows: rows.length, failed, missing: missingLibraries(rows) ?? null };
}

/** The reason of a row whose timing failed; undefined when it was aborted. */
async function compareOne(
  comparison: Comparison,
  rounds: number,
  signal: AbortSignal,
  scratch: Scratch,
): Promise<Row | string | undefined> {
  try {
    const row = await compare(comparison, { rounds, signal }, scratch);
    return signal.aborted ? undefined : row;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof WorkError) return error.message;
    throw error;
  }
}
