import type { ChalkInstance } from 'chalk';
import { unitRoundoff } from '../../ir/tensor.js';
import { elementTypeOf } from '../../operator/operator.js';
import type { KnobValue } from '../../space/config.js';
import type { Space } from '../../space/space.js';
import type { Task } from '../../templates/template.js';
import type { Retirement } from '../../tuner/allocation.js';
import type { Best, FinishEvent, Summary } from '../../tuner/events.js';
import { formatGflops, formatPercent, formatTime, plural, quote } from '../../target/format.js';
import { failureWords, stopWords } from './words.js';
import { formatTarget } from '../../backend/registry.js';

export interface SummaryContext {
  readonly log: string;
  readonly paint: ChalkInstance;
}

/** The last lines of a run. */
export function renderSummary({ tasks, summary }: FinishEvent, { log, paint }: SummaryContext): string {
  const { workload, target } = tasks[0]!;
  const { best } = summary;
  const lines: [label: string, text: string][] = [
    ['workload', `${workload.operator} ${workload.name}, ${formatTarget(target)}`],
    ...(best
      ? bestLines(best, summary, paint)
      : [['best', paint.red(summary.trials.failed > 0 ? 'none: no schedule worked' : 'none yet')] as [string, string]]),
    ['trials', trialsLine(summary)],
    ...shareLines(summary),
    ...failureLines(summary, paint),
    ['time', timeLine(summary)],
    ['log', log],
    ...(best ? [['replay', paint.cyan(`tune replay ${quote(log)}`)] as [string, string]] : []),
  ];
  return lines.map(([label, text]) => `${paint.dim(label.padEnd(9))} ${text}`).join('\n');
}

function bestLines(best: Best, summary: Summary, paint: ChalkInstance): [string, string][] {
  const spread = `${formatTime(best.fastest)} to ${formatTime(best.slowest)}`;
  return [
    ['best', `${paint.bold(formatTime(best.seconds))} (${spread}${summary.confirmed ? ', measured again' : ''})`],
    ['speed', `${paint.green(`${formatGflops(best.throughput)} GFLOPS`)}${peakShare(best, summary.peak)}`],
    ...(best.maxRelError === undefined ? [] : [errorLine(best, best.maxRelError)]),
    ['template', `${best.task.template.name}, config ${best.config.index} of ${sizeOf(best.task.space)}`],
    ['knobs', renderKnobs(best.config.values)],
    ...summary.ties.map((tie): [string, string] => [
      'tie',
      `${formatTime(tie.seconds)}, ${tie.task.template.name} config ${tie.config.index}: no difference that repeating shows`,
    ]),
  ];
}

/** FLOPs are counted alike for every template, so that one which saves some may come out above the peak. */
function peakShare({ throughput, task }: Best, peak: number | undefined): string {
  if (peak === undefined) return '';
  const share = formatPercent(throughput / peak);
  const { saving } = task.template;
  const why = throughput > peak && saving !== undefined ? `; ${saving}` : '';
  return `, ${share} of the peak (${formatGflops(peak)}${why})`;
}

/** `96000, 53160 of them valid`, the numbers of `tune list knobs`. */
function sizeOf({ rawSize, size, sizeIsExact }: Space): string {
  return `${rawSize}, ${sizeIsExact ? '' : 'about '}${size} of them valid`;
}

function errorLine({ task }: Best, error: number): [string, string] {
  const allowed = task.template.tolerance + unitRoundoff(elementTypeOf(task.workload));
  return [
    'error',
    `${error.toExponential(1)} of the reference in double precision (allowed: ${Number(allowed.toPrecision(2))})`,
  ];
}

export function renderKnobs(values: Readonly<Record<string, KnobValue>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('x') : String(value)}`)
    .join(' ');
}

function trialsLine({ trials: { run, resumed, failed }, reason }: Summary): string {
  const before = resumed === 0 ? '' : `, ${resumed} from the log`;
  return `${run} run${before}, ${failed} failed; ${stopWords[reason]}`;
}

/** How the templates shared the trials; a single one needs no word. */
function shareLines({ shares }: Summary): [string, string][] {
  if (shares.length === 1) return [];
  return shares.map(({ task, trials, best, retirement }) => {
    if (trials === 0) return ['share', `${task.template.name}: not tried`];
    const reached = best ? `best ${formatGflops(best.throughput)} GFLOPS` : 'none worked';
    const why = retirement ? `; ${retiredWords(retirement)}` : '';
    return ['share', `${task.template.name}: ${plural(trials, 'trial')}, ${reached}${why}`];
  });
}

function retiredWords({ best, potential, leader, leading }: Retirement<Task>): string {
  if (best === 0) return 'retired, as all failed';
  const [most, ahead] = [formatGflops(potential), formatGflops(leading)];
  return `retired, as it was to reach ${most} at most and ${leader.template.name} had ${ahead}`;
}

function failureLines({ failures }: Summary, paint: ChalkInstance): [string, string][] {
  return failures.map(({ error, count, message }) => [
    'failed',
    paint.yellow(`${plural(count, 'trial')} ${failureWords[error].text}, first: ${message}`),
  ]);
}

function timeLine({ spent: { wall, search, compile, check, run } }: Summary): string {
  const share = (seconds: number): string => (wall > 0 ? ` (${formatPercent(seconds / wall)})` : '');
  return [
    `${formatTime(wall)} in all: search ${formatTime(search)}${share(search)}`,
    `check ${formatTime(check)}`,
    `run ${formatTime(run)}`,
    `compile ${formatTime(compile)} (sum over builds, one on each core at a time)`,
  ].join(', ');
}
