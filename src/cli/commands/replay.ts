import type { ChalkInstance } from 'chalk';
import { LocalMeasurer } from '../../backend/measurer.js';
import { replay, type Replayed } from '../../tuner/replay.js';
import { Exit } from '../errors.js';
import { formatGflops, formatTime, plural } from '../../target/format.js';
import { catchInterrupts } from '../interrupt.js';
import { bestOfLogs } from '../logs.js';
import type { Output } from '../output.js';
import { renderTable } from '../render/table.js';

/**
 * `tune replay LOG...`. Exits with 1 when a record no longer reproduces, otherwise with 3 when one cannot be tried on
 * this machine.
 */
export async function replayCommand(logs: readonly string[], json: boolean, output: Output): Promise<void> {
  const best = await bestOfLogs(logs, output);
  const measurer = await LocalMeasurer.create({ seed: Math.floor(Math.random() * 1e6) });
  const interrupt = catchInterrupts(output, () => undefined);
  const results = await replay(
    best.map(({ record }) => record),
    measurer,
    { signal: interrupt.signal, onPause: reportPause(output), onProblem: reportProblems(output) },
  ).finally(async () => {
    interrupt.release();
    await measurer.close();
  });
  output.stdout(json ? JSON.stringify(results.map(toJson), null, 2) : render(results, output));
  if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
  reportMissing(results, output);
  if (results.some(({ problem }) => problem !== undefined)) throw new Exit(1);
  if (results.some(({ missing }) => missing !== undefined)) throw new Exit(3);
}

/** Which records cannot be tried here, once for each reason. */
function reportMissing(results: readonly Replayed[], output: Output): void {
  for (const reason of new Set(results.flatMap(({ missing }) => missing ?? []))) {
    const which = results.filter(({ missing }) => missing === reason).map(({ record }) => nameOf(record));
    output.stderr(output.paintStderr.red(`tune: ${which.join(', ')} cannot be replayed here. ${reason}`));
  }
}

function nameOf({ log, line, task }: Replayed['record']): string {
  return `${log}:${line} (${task})`;
}

function reportPause(output: Output): (tooSlow: number, seconds: number) => void {
  return (tooSlow, seconds) => {
    output.stderr(`${plural(tooSlow, 'record')} took too long and will be timed again in ${formatTime(seconds)}.`);
  };
}

function reportProblems(output: Output): (result: Replayed) => void {
  return ({ record, problem }) => {
    output.stderr(output.paintStderr.red(`tune: ${nameOf(record)} does not reproduce: ${problem!}`));
  };
}

/** A row of `replay --json`. */
function toJson(result: Replayed): object {
  const { record, loggedSeconds, operator, workload, times, flops, maxRelError, correct, missing } = result;
  return {
    operator,
    workload,
    target: record.target,
    template: record.task,
    index: record.index,
    logged_seconds: loggedSeconds,
    seconds: times?.median ?? null,
    seconds_min: times?.min ?? null,
    seconds_p90: times?.p90 ?? null,
    gflops: times && flops !== undefined ? flops / times.median / 1e9 : null,
    max_rel_error: maxRelError ?? null,
    correct: missing === undefined ? correct : null,
  };
}

type Verdict = Pick<Replayed, 'problem' | 'missing' | 'tries'>;

function render(results: readonly Replayed[], { paint }: Output): string {
  const head = [
    'operator',
    'workload',
    'target',
    'template',
    'logged',
    'median',
    'min',
    'p90',
    'GFLOPS',
    'max error',
    '',
  ];
  const rows = results.map(({ record, loggedSeconds, operator, workload, times, flops, maxRelError, ...verdict }) => [
    operator ?? '-',
    workload ?? '-',
    record.target,
    record.task,
    formatTime(loggedSeconds),
    ...(times ? [times.median, times.min, times.p90].map(formatTime) : ['-', '-', '-']),
    times && flops !== undefined ? formatGflops(flops / times.median) : '-',
    maxRelError?.toExponential(1) ?? '-',
    renderVerdict(verdict, paint),
  ]);
  return renderTable(
    head.map((title) => paint.dim(title)),
    rows,
  );
}

/** `reproduces`, `reproduces in try 2`, `fails`, `not here`. */
function renderVerdict({ problem, missing, tries }: Verdict, paint: ChalkInstance): string {
  if (missing !== undefined) return paint.yellow('not here');
  if (problem !== undefined) return paint.red('fails');
  return paint.green(tries === 1 ? 'reproduces' : `reproduces in try ${tries}`);
}
