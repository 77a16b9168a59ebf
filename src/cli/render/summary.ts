import type { ChalkInstance } from 'chalk';
import type { Result, TuneEventNamed } from '../../tuner/events.js';
import type { KnobValue } from '../../space/config.js';
import { formatGflops, formatPercent, formatSpeed, formatTime, plural } from '../../target/format.js';
import { visible } from '../../target/visible.js';
import { commandLine } from './command-line.js';
import { failureText, stopWords } from './words.js';
import { renderLines, type Line, type Page } from './wrapped.js';

type Finish = TuneEventNamed<'finish'>;
type Share = Finish['templates'][number];

/** Share of disturbed repeats from which on they are reported. */
const LEAST_REPORTED = 0.02;

/** The last lines of a run. */
export function renderSummary(finish: Finish, paint: ChalkInstance, columns?: number): string {
  const { operator, workload, target, best, failed, log } = finish;
  const lines: Line[] = [
    ['workload', `${operator} ${workload}, ${target}`],
    ...(best
      ? bestLines(best, finish, paint)
      : [['best', paint.red(failed > 0 ? 'none: all trials failed' : 'none yet')] as Line]),
    ['trials', trialsLine(finish)],
    ...disturbanceLines(finish, paint),
    ...shareLines(finish),
    ...failureLines(finish, paint),
    ['time', timeLine(finish)],
    ...(log === null ? [] : [['log', log] as Line]),
    ...(best ? commandLines(finish, { paint, columns }) : []),
  ];
  return renderLines(lines, { paint, columns });
}

/** What to do with the result, to be typed as it stands. */
function commandLines({ replay, show, export: exported }: Finish, page: Page): Line[] {
  const commands = { replay, show, export: exported };
  return Object.entries(commands).flatMap(([label, command]): Line[] =>
    command === null ? [] : [commandLine(label, command, page)],
  );
}

function bestLines(best: Result, finish: Finish, paint: ChalkInstance): Line[] {
  const spread = best.interval.map((seconds) => formatTime(seconds)).join(' to ');
  return [
    ['best', `${paint.bold(formatTime(best.seconds))} (${spread}${finish.confirmed ? ', confirmed' : ''})`],
    ['speed', `${paint.green(formatSpeed(1e9 * best.gflops, finish.counts))}${peakShare(best, finish)}`],
    ...errorLine(best, finish),
    ['template', `${best.template}, config ${best.index}${sizeOf(finish)}`],
    ['knobs', renderKnobs(Object.fromEntries(best.entity.map(([name, , value]) => [name, value])))],
    ...finish.ties.map((tie): Line => [
      'tie',
      `${formatTime(tie.seconds)}, ${tie.template} config ${tie.index}: statistically tied`,
    ]),
  ];
}

/** FLOPs are counted alike for every template, so that one which saves some may come out above the peak. */
function peakShare(best: Result, { peak_gflops: peak, peak_fraction: share, saving }: Finish): string {
  if (peak === null || share === null) return '';
  const why = best.gflops > peak && saving !== null ? `; ${saving}` : '';
  return `, ${formatPercent(share)} of the peak (${gflops(peak)}${why})`;
}

/** ` of 96000, 53160 of them valid`, the numbers of `tune list knobs`. */
function sizeOf({ space }: Finish): string {
  return space ? ` of ${space.size} (${space.exact ? '' : 'about '}${space.valid} valid)` : '';
}

function errorLine({ max_rel_error: error }: Result, { allowed_error: allowed, source }: Finish): Line[] {
  if (error === null || allowed === null) return [];
  const [off, limit] = [error, allowed].map((share) => share.toExponential(1));
  return [['error', `${off} relative to the reference${source ? '' : ' in float64'} (allowed ${limit})`]];
}

export function renderKnobs(values: Readonly<Record<string, KnobValue>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('x') : String(value)}`)
    .join(' ');
}

function trialsLine({ trials, resumed, shared, failed, reason }: Finish): string {
  const before = resumed === 0 ? '' : `, ${resumed} from the log`;
  const beside = shared === 0 ? '' : `, ${shared} by other runs on the same log`;
  return `${trials} run${before}${beside}, ${failed} failed; ${stopWords[reason]}`;
}

/** How the templates shared the trials; a single one needs no word. */
function shareLines({ templates, counts }: Finish): Line[] {
  if (templates.length === 1) return [];
  return templates.map((share): Line => {
    if (share.trials === 0) return ['share', `${share.template}: not tried`];
    const result = share.gflops === null ? 'all failed' : `best ${formatSpeed(1e9 * share.gflops, counts)}`;
    const why = share.retired ? `; ${retiredWords(share.retired)}` : '';
    return ['share', `${share.template}: ${plural(share.trials, 'trial')}, ${result}${why}`];
  });
}

function retiredWords(retired: NonNullable<Share['retired']>): string {
  if (retired.gflops === 0) return 'dropped';
  const [most, ahead] = [gflops(retired.potential_gflops), gflops(retired.leader_gflops)];
  return `dropped: projected best ${most}, ${retired.leader} already at ${ahead}`;
}

/** Silent where the machine was quiet. */
function disturbanceLines({ disturbance }: Finish, paint: ChalkInstance): Line[] {
  const { share, slowed, noisy, again } = disturbance;
  const reported = (part: number | null, what: string): string[] =>
    part === null || part < LEAST_REPORTED ? [] : [`${formatPercent(part)} of repeats ${what}`];
  const taken = reported(share, 'lost their core to other processes and were repeated');
  const slower = reported(slowed, 'ran on a throttled or shared core');
  const looks = again === 0 ? '' : `, measured again ${plural(again, 'time')}`;
  const trials = noisy === 0 ? [] : [`${plural(noisy, 'trial')} too noisy to judge${looks}`];
  const all = [...taken, ...slower, ...trials];
  return all.length === 0 ? [] : [['disturbed', paint.yellow(all.join('; '))]];
}

function failureLines({ failures }: Finish, paint: ChalkInstance): Line[] {
  return failures.map((failure): Line => [
    'failed',
    paint.yellow(`${plural(failure.count, 'trial')} ${failureText(failure)}, first: ${visible(failure.message)}`),
  ]);
}

function timeLine({ seconds: { wall, search, compile, check, run } }: Finish): string {
  const share = (seconds: number): string => (wall > 0 ? ` (${formatPercent(seconds / wall)})` : '');
  return [
    `${formatTime(wall)} total: search ${formatTime(search)}${share(search)}`,
    `check ${formatTime(check)}`,
    `run ${formatTime(run)}`,
    `compile ${formatTime(compile)} (summed over cores)`,
  ].join(', ');
}

function gflops(value: number): string {
  return formatGflops(value * 1e9);
}
