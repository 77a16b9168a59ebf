import type { LogStats } from '../../products/report/task-stats.js';
import { formatDuration, formatPercent, formatSpeed, formatTime, plural } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { renderLines, type Line, type Page } from './wrapped.js';
import { failureText } from './words.js';

type Task = LogStats['tasks'][number];

/** What logs hold, in a block for all and one for each workload on a target and machine. */
export function renderLogStats({ logs, tasks }: LogStats, page: Page): string {
  const blocks = [renderLines(totals(logs, tasks), page), ...tasks.map((task) => taskText(task, page))];
  return blocks.join('\n\n');
}

function totals(logs: LogStats['logs'], tasks: readonly Task[]): Line[] {
  const sum = (of: (task: Task) => number): number => tasks.reduce((total, task) => total + of(task), 0);
  const machines = new Set(tasks.map(({ fingerprint }) => fingerprint)).size;
  return [
    ...logs.map(({ log, records, skipped }): Line => {
      const without = skipped === 0 ? '' : `, ${plural(skipped, 'line')} without a record`;
      return ['log', `${shortened(log)}: ${plural(records, 'record')}${without}`];
    }),
    ['total', `${plural(tasks.length, 'workload')} (by target and machine), ${plural(machines, 'machine')}`],
    ['trials', `${sum(({ trials }) => trials)}, ${sum(({ failed }) => failed)} failed`],
    ['worked', formatDuration(sum((task) => task.working_seconds))],
  ];
}

function taskText(task: Task, page: Page): string {
  const title = [task.operator, task.workload].filter((name) => name !== null).map(shortened);
  return `${page.paint.bold(title.join(' '))}\n${renderLines(taskLines(task), page)}`;
}

function taskLines(task: Task): Line[] {
  const { trials, records, failed, failures, templates, explorers, fingerprint } = task;
  return [
    ['target', shortened(task.target)],
    ['machine', fingerprint === null ? 'unknown' : shortened(fingerprint)],
    ...bestLines(task),
    ['trials', `${trials} in ${plural(records, 'record')}, ${failed} failed`],
    ...(templates.length < 2 ? [] : templates.map((share): Line => ['', shareText(share)])),
    ...failures.map((failure): Line => {
      const first = failure.message === '' ? '' : `, first: ${shortened(failure.message)}`;
      return ['failed', `${failure.count} ${failureText(failure)}${first}`];
    }),
    ['span', spanText(task)],
    ...(explorers.length === 0 ? [] : [['explorer', explorers.map(shortened).join(', ')] as Line]),
    ['time', timeText(task)],
  ];
}

function bestLines({ best }: Task): Line[] {
  if (!best) return [['best', 'none: all trials failed']];
  const speed = best.gflops === null ? '' : `, ${formatSpeed(1e9 * best.gflops, best.counts)}`;
  const spread = best.interval.map((seconds) => formatTime(seconds)).join(' to ');
  return [
    ['best', `${formatTime(best.seconds)} (${spread}${best.noisy ? ', noisy' : ''})${speed}`],
    ['', `${shortened(best.template)}, config ${best.index}`],
    ['', `${shortened(best.log)}:${best.line}`],
  ];
}

function shareText({ template, trials, failed, seconds }: Task['templates'][number]): string {
  const result = seconds === null ? 'all failed' : `best ${formatTime(seconds)}`;
  return `${shortened(template)}: ${plural(trials, 'trial')}, ${failed} failed, ${result}`;
}

function spanText({ first, last, working_seconds: working, runs }: Task): string {
  const [from, to] = [first, last].map((seconds) =>
    new Date(1000 * seconds).toISOString().slice(0, 16).replace('T', ' '),
  );
  const runsText = runs === 0 ? 'runs unknown' : plural(runs, 'run');
  return `${from!} to ${to!} (UTC), ${formatDuration(working)} of work, ${runsText}`;
}

function timeText({ spent: { compile, check, run, search, undivided } }: Task): string {
  const total = compile + check + run + (search ?? 0) + undivided;
  const share = (name: string, seconds: number): string =>
    `${name} ${formatTime(seconds)}${total > 0 ? ` (${formatPercent(seconds / total)})` : ''}`;
  const divided =
    compile + check + run > 0 ? [share('compile', compile), share('check', check), share('run', run)] : [];
  return [
    ...divided,
    ...(undivided > 0 ? [share('other', undivided)] : []),
    search === null ? 'search unknown' : share('search', search),
  ].join(', ');
}
