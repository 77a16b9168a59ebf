import type { ChalkInstance } from 'chalk';
import { LocalMeasurer } from '../../measure/local.js';
import { replay, type Replayed } from '../../tuner/replay.js';
import { Exit } from '../errors.js';
import { formatGflops, formatTime, plural } from '../format.js';
import { catchInterrupts } from '../interrupt.js';
import { bestOfLogs } from '../logs.js';
import type { Output } from '../output.js';
import { renderTable } from '../render/table.js';

/** `tune replay LOG...`. Exits with 1 when a record no longer reproduces. */
export async function replayCommand(logs: readonly string[], json: boolean, output: Output): Promise<void> {
  const best = await bestOfLogs(logs, output);
  const interrupt = catchInterrupts(output, () => undefined);
  const measurer = await LocalMeasurer.create({ seed: Math.floor(Math.random() * 1e6) });
  const results = await replay(
    best.map(({ record }) => record),
    measurer,
    { signal: interrupt.signal, onPause: sayPause(output), onProblem: complain(output) },
  ).finally(async () => {
    interrupt.release();
    await measurer.close();
  });
  output.data(json ? JSON.stringify(results.map(toJson), null, 2) : render(results, output));
  if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
  if (results.some(({ problem }) => problem !== undefined)) throw new Exit(1);
}

function sayPause(output: Output): (tooSlow: number, seconds: number) => void {
  return (tooSlow, seconds) => {
    output.talk(`${plural(tooSlow, 'record')} took too long and will be timed again in ${formatTime(seconds)}.`);
  };
}

function complain(output: Output): (result: Replayed) => void {
  return ({ record, problem }) => {
    output.talk(
      output.paintTalk.red(`tune: ${record.log}:${record.line} (${record.task}) does not reproduce: ${problem!}`),
    );
  };
}

/** A row of `replay --json`. */
function toJson({ record, loggedSeconds, operator, workload, times, flops, maxRelError, correct }: Replayed): object {
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
    correct,
  };
}

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

/** `reproduces`, `reproduces in try 2`, `fails`. */
function renderVerdict({ problem, tries }: Pick<Replayed, 'problem' | 'tries'>, paint: ChalkInstance): string {
  if (problem !== undefined) return paint.red('fails');
  return paint.green(tries === 1 ? 'reproduces' : `reproduces in try ${tries}`);
}
