import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, relative } from 'node:path';
import { compare, type Comparison } from '../../bench/comparison.js';
import { findRecord, RecordIndex, type Found } from '../../bench/records.js';
import { isTimed, type Row } from '../../bench/row.js';
import { chooseEntries, type Entry } from '../../bench/suites.js';
import { Scratch } from '../../measure/scratch.js';
import { WorkError } from '../../target/errors.js';
import { fingerprint } from '../../backend/cpu/fingerprint.js';
import { machine } from '../../target/machine.js';
import { packageRoot } from '../../target/root.js';
import { recordsOfLogs } from '../../api/logs.js';
import { quote } from '../../target/format.js';
import { Exit } from '../errors.js';
import type { BenchFlags } from '../flags.js';
import { catchInterrupts, type Interrupt } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { renderChart } from '../render/bench-chart.js';
import { rowToJson } from '../render/bench-json.js';
import { missingLibraries, type Setting } from '../render/bench-notes.js';
import { renderMarkdown, renderRowLine, renderText } from '../render/bench-text.js';
import { warnOfThreads } from '../threads-warning.js';
import { compilerVersion } from '../../measure/gcc.js';
import { parseTarget } from '../../backend/registry.js';

/** `tune bench [suite]` as it was typed. */
export interface BenchRequest {
  readonly suite: string | undefined;
  readonly flags: BenchFlags;
  readonly tune: RunInside;
}

/** Runs a command line of tune, without its first word, as a part of a command; throws what is wrong with it. */
export type RunInside = (words: readonly string[], output: Output) => Promise<void>;

/** One row to be: a workload on a number of threads. */
interface Wanted {
  readonly entry: Entry;
  readonly threads: number;
}

/** Processes that want the CPU before we do: more than this, and someone else is at work. */
const QUIET_LOAD = 0.5;

/** `tune bench [suite]`. Exits with 1 when a kernel of ours fails or a row cannot be timed, whatever the ratios are. */
export async function benchCommand(request: BenchRequest, output: Output): Promise<void> {
  const { suite, flags } = request;
  const wanted = chooseRows(suite, flags);
  for (const file of [flags.svg, flags.markdown]) if (file !== undefined) checkWritable(file);
  const compiler = compilerVersion();
  warnOfLoad(output);
  warnOfThreads(Math.max(...wanted.map(({ threads }) => threads)), output);
  const logs = logsOf(flags);
  if (flags.trials > 0) await tuneMissing(wanted, logs, request, output);
  const records = await read(logs, output);

  const interrupt = catchInterrupts(output, () => undefined);
  const rows: Row[] = [];
  const failures: string[] = [];
  try {
    const comparisons = wanted.map((one) => toComparison(one, records, logs.target));
    for await (const compared of compareAll(comparisons, flags.rounds, interrupt)) {
      if (typeof compared === 'string') failures.push(compared);
      else rows.push(compared);
      const place = `${rows.length + failures.length}/${comparisons.length}`;
      output.stderr(
        typeof compared === 'string' ? output.paintStderr.red(`${place} ${compared}`) : renderRowLine(compared, place),
      );
    }
  } finally {
    interrupt.release();
  }
  publish(rows, { machine: fingerprint(), compiler, rounds: flags.rounds }, flags, output);
  if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
  if (failures.length > 0 || rows.some(({ ours }) => !isTimed(ours) && ours.failed)) throw new Exit(1);
}

/** Throws UsageError for what there is not, before anything is started. */
function chooseRows(suite: string | undefined, flags: BenchFlags): readonly Wanted[] {
  const entries = chooseEntries(suite, flags.workload ?? []);
  const counts = flags.threads ?? [...new Set([1, machine().cores])];
  for (const threads of counts) parseTarget('llvm', threads);
  const suites = [...new Set(entries.map((entry) => entry.suite))];
  return suites.flatMap((name) =>
    counts.flatMap((threads) => entries.filter((entry) => entry.suite === name).map((entry) => ({ entry, threads }))),
  );
}

interface Logs {
  /** These must exist. */
  readonly given: readonly string[];
  /** What is tuned is appended here; it is read if it exists. */
  readonly target: string;
}

/** With `--log`, the last one is the target, which may be new if there is something to tune. */
function logsOf({ log, trials }: BenchFlags): Logs {
  if (log !== undefined) return { given: trials > 0 ? log.slice(0, -1) : log, target: log.at(-1)! };
  const folder = join(packageRoot(), 'logs', 'shipped');
  const shipped = existsSync(folder) ? readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name)) : [];
  const paths = shipped.sort().map((name) => relative(process.cwd(), join(folder, name)));
  return { given: paths, target: join('logs', 'bench.jsonl') };
}

async function read({ given, target }: Logs, output: Output): Promise<RecordIndex> {
  return new RecordIndex(await recordsOfLogs([...given, ...(existsSync(target) ? [target] : [])], noteTo(output)));
}

/**
 * Tunes what this machine has no record of, as a person would; a workload for which that fails is left without a
 * kernel.
 */
async function tuneMissing(
  wanted: readonly Wanted[],
  logs: Logs,
  { flags, tune }: BenchRequest,
  output: Output,
): Promise<void> {
  const known = await read(logs, output);
  // The summaries of the runs are no part of this command's result.
  const aside: Output = {
    ...output,
    stdout: (text) => {
      output.stderr(text);
    },
    paint: output.paintStderr,
  };
  for (const one of wanted) {
    const found = find(one, known);
    if (typeof found !== 'string' && found.here) continue;
    try {
      const words = [...tuneWords(one, logs.target), '--trials', `${flags.trials}`];
      await tune(words, aside);
    } catch (error) {
      if (!(error instanceof WorkError)) throw error;
      output.stderr(output.paintStderr.yellow(error.message));
    }
  }
}

function find({ entry, threads }: Wanted, records: RecordIndex): Found | string {
  return findRecord(records.of(entry.operator, entry.workload, parseTarget('llvm', threads)));
}

function toComparison(wanted: Wanted, records: RecordIndex, log: string): Comparison {
  const found = find(wanted, records);
  if (typeof found !== 'string') return { ...wanted, found };
  const command = ['tune', ...tuneWords(wanted, log)].map(quote).join(' ');
  return { ...wanted, found: { why: `${found}: tune it with \`${command}\``, failed: false } };
}

/** The command line that finds a kernel of a row, without its first word. */
function tuneWords({ entry, threads }: Wanted, log: string): readonly string[] {
  return [...entry.words, '--threads', `${threads}`, '--log', log];
}

/** Row after row, until all are done or the run is interrupted; of a row whose timing failed, the reason. */
async function* compareAll(
  comparisons: readonly Comparison[],
  rounds: number,
  { signal }: Interrupt,
): AsyncGenerator<Row | string, void> {
  const scratch = new Scratch();
  try {
    for (const comparison of comparisons) {
      const row = await compare(comparison, { rounds, signal }, scratch).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        if (error instanceof WorkError) return `${comparison.entry.workload.name}: ${error.message}`;
        throw error;
      });
      if (row === undefined || signal.aborted) return;
      yield row;
    }
  } finally {
    scratch.close();
  }
}

function publish(rows: readonly Row[], setting: Setting, flags: BenchFlags, output: Output): void {
  const missing = missingLibraries(rows);
  if (missing !== undefined) output.stderr(output.paintStderr.yellow(missing));
  output.stdout(
    flags.json
      ? JSON.stringify(
          rows.map((row) => rowToJson(row, setting)),
          null,
          2,
        )
      : renderText(rows, setting, output.paint),
  );
  if (flags.markdown !== undefined) write(flags.markdown, renderMarkdown(rows, setting));
  if (flags.svg !== undefined) write(flags.svg, renderChart(rows, setting));
}

function warnOfLoad(output: Output): void {
  const [load = 0] = loadavg();
  if (load <= QUIET_LOAD) return;
  const text = `The machine is not alone (load ${load.toFixed(1)}): expect wide spreads.`;
  output.stderr(output.paintStderr.yellow(text));
}

/** Before minutes of measuring rather than after them; what the file holds stays. Throws WorkError. */
function checkWritable(file: string): void {
  writing(file, () => {
    closeSync(openSync(file, 'a'));
  });
}

function write(file: string, text: string): void {
  writing(file, () => {
    writeFileSync(file, text);
  });
}

function writing(file: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new WorkError(`"${file}" cannot be written (${(error as Error).message}): choose another file.`);
  }
}
