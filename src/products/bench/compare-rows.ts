import { defaultBackend } from '../../backend/registry.js';
import { compare, type Comparison } from './comparison.js';
import type { Wanted } from './entry.js';
import { missingLibraries } from './missing-libraries.js';
import { anyWorks, findRecord, RecordIndex, type Found } from './records.js';
import { Expectations } from './expectations.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { isTimed, type Row } from './row.js';
import { compilerVersion } from '../../measure/c-compiler.js';
import { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { plural, quote } from '../../target/format.js';
import { elementTypeOf } from '../../operator/operator.js';
import type { Known } from '../../templates/known.js';
import { refusal } from '../../templates/refusal.js';
import { loadNote, measureLoad } from '../../target/load.js';
import { benchOptionsSchema, type BenchOptions } from './options.js';
import { chooseRows, hostTarget, kernelLogs, logsToRead, unknownModules, type KernelLogs } from './plan.js';
import type { Setting } from './row-to-json.js';
import { checked } from '../../target/checked.js';
import { recordsOfLogs } from '../../log/read-logs.js';
import { catalogueWith } from '../../catalogue/resolve.js';
import type { BenchEvent } from './events.js';
import { threadsNote } from '../../tuner/threads-note.js';
import { planRun } from '../../tuner/plan.js';
import { runPlan } from '../../tuner/run-plan.js';
import { shapeOf, type TuneOptions } from '../../tuner/tune-options.js';

/** What a comparison reports, with the rows as its own parts have them. */
export type ComparisonEvent =
  | Exclude<BenchEvent, { event: 'row' }>
  | (Omit<BenchEvent & { event: 'row' }, 'row'> & { readonly row: Row; readonly setting: Setting });

/** Compares row by row, as `bench` of the library, with the rows as the parts of the comparison have them. */
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
  const kernels = kernelsOf(logged, catalogue);
  const missing = wanted.filter((one) => !isHere(find(one, kernels)) && isServed(one, catalogue));
  const template = ['auto', ...given.modules];
  if (trials > 0) yield* tuneAll(missing, { template, trials, log: logs.target, signal });
  const tuned = trials > 0 ? kernelsOf(await recordsOfLogs(logsToRead(logs)), catalogue) : kernels;
  const toCompare = (one: Wanted): Comparison => toComparison(one, tuned, given.modules, logs);
  yield* compareAll(wanted, toCompare, setting, signal);
}

/** Records, what they may be of, and what follows from them for workloads that they lack. */
interface Kernels {
  readonly records: RecordIndex;
  readonly expectations: Expectations;
  readonly known: Known;
}

function kernelsOf(logged: readonly LoggedRecord[], known: Known): Kernels {
  return { records: new RecordIndex(logged), expectations: new Expectations(logged, known), known };
}

function recordsFor(
  { entry: { operator, workload }, threads }: Wanted,
  { records }: Kernels,
): ReturnType<RecordIndex['of']> {
  return records.of(operator, workload, hostTarget(threads, workload));
}

function find(wanted: Wanted, kernels: Kernels): Found | string {
  return findRecord(recordsFor(wanted, kernels), kernels.known);
}

/** Whether a template can compute it on this machine at all. */
function isServed({ entry: { operator, workload }, threads }: Wanted, { templates }: Known): boolean {
  const target = hostTarget(threads, workload);
  const ofOperator = templates.filter((one) => one.operator === operator.name && one.target === target.model);
  return ofOperator.some((template) => refusal(template, workload, target) === undefined);
}

function isHere(found: Found | string): boolean {
  return typeof found !== 'string' && found.here;
}

/** A workload that cannot be tuned is reported, and left without a kernel. */
async function* tuneAll(
  missing: readonly Wanted[],
  settings: Required<Pick<TuneOptions, 'template' | 'trials' | 'log' | 'signal'>>,
): AsyncGenerator<ComparisonEvent, void, void> {
  for (const { entry, threads } of missing) {
    if (settings.signal.aborted) return;
    const { operator, workload } = entry;
    const which = { workload: workload.name, threads };
    try {
      const plan = await planRun({ operator, shape: shapeOf(operator, workload), threads, ...settings });
      for await (const of of runPlan(plan)) yield { event: 'tuning', ...which, of };
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
  const { known, expectations } = kernels;
  const { operator, workload } = wanted.entry;
  if (typeof found !== 'string') return { ...wanted, known, found };
  if (!isServed(wanted, known)) {
    const why = `${found}, and no template of ${operator.name} is for ${elementTypeOf(workload)} with this tail yet: \`tune list templates ${operator.name}\` lists them`;
    return { ...wanted, found: { why, failed: false } };
  }
  if (!anyWorks(recordsFor(wanted, kernels))) {
    const expected = expectations.of(operator, workload, hostTarget(wanted.threads, workload));
    if (expected) return { ...wanted, known, found: expected };
  }
  const template = modules.length > 0 ? ['--template', ['auto', ...modules].join(',')] : [];
  const words = ['tune', ...wanted.entry.words, ...template, '--threads', `${wanted.threads}`, '--log', target];
  return { ...wanted, found: { why: `${found}: tune it with \`${words.map(quote).join(' ')}\``, failed: false } };
}

/** Row after row, until all are done or the comparison is aborted. */
async function* compareAll(
  wanted: readonly Wanted[],
  toCompare: (one: Wanted) => Comparison,
  setting: Setting,
  signal: AbortSignal,
): AsyncGenerator<ComparisonEvent, void, void> {
  const scratch = new Scratch();
  const rows: Row[] = [];
  let [done, failed] = [0, 0];
  try {
    for (const one of wanted) {
      if (signal.aborted) break;
      const compared = await compareOne(() => toCompare(one), setting.rounds, signal, scratch);
      if (compared === undefined) break;
      const place = { done: ++done, rows: wanted.length };
      if (typeof compared === 'string') {
        failed++;
        const { entry, threads } = one;
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

/** Seconds of a row by its rounds: those with calls of 2048³ products would take many times as long. */
const ROUND_SECONDS = 0.15;

/** The reason of a row whose timing failed; undefined when it was aborted. */
async function compareOne(
  comparison: () => Comparison,
  rounds: number,
  signal: AbortSignal,
  scratch: Scratch,
): Promise<Row | string | undefined> {
  try {
    const row = await compare(comparison(), { rounds, seconds: ROUND_SECONDS * rounds, signal }, scratch);
    return signal.aborted ? undefined : row;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof WorkError) return error.message;
    throw error;
  }
}
