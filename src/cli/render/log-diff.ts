import type { ChalkInstance } from 'chalk';
import { isBeyond, TOLERANCE } from '../../measure/ratio.js';
import type { LogDiff } from '../../products/report/difference.js';
import { formatTime, plural } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { formatRatio, paintVerdict } from './ratio.js';
import { renderTable } from './table.js';
import { failureText } from './words.js';
import { labelled, type Page } from './wrapped.js';

type Task = LogDiff['tasks'][number];
type Side = Task['a'];

/** A table of the bests, and below it what else there is to say of each workload. */
export function renderLogDiff({ a, b, tasks }: LogDiff, { paint, columns }: Page): string {
  const head = ['operator', 'workload', 'target', 'A', 'B', 'ratio', 'B is', 'trials A', 'trials B', 'in both'];
  const table = renderTable(
    head.map((title) => paint.dim(title)),
    tasks.map((task) => [
      ...[task.operator ?? '-', task.workload ?? '-', task.target].map(shortened),
      ...[task.a, task.b].map(bestText),
      formatRatio(task),
      verdictText(task, paint),
      ...[task.a, task.b].map(trialsText),
      String(task.common.configs),
    ]),
    columns,
  );
  const logs = Object.entries({ A: a, B: b }).map(
    ([name, { log, records }]) => `${paint.dim(name)}  ${shortened(log)}: ${plural(records, 'record')}`,
  );
  const notes = tasks.flatMap((task) => {
    const lines = notesOf(task);
    return lines.length === 0
      ? []
      : [['', paint.bold(nameOf(task)), ...lines.map((line) => labelled('  ', line, 2, columns))].join('\n')];
  });
  return [...logs, '', table, ...notes].join('\n');
}

/** How the best of B is beside that of A. */
function verdictText({ verdict, ratio, low, high }: Task, paint: ChalkInstance): string {
  if (verdict === null || ratio === null || low === null || high === null) return '-';
  const isBad = isBeyond({ ratio, low, high }, TOLERANCE);
  return paintVerdict(verdict, { isBad, isWithin: !isBad }, paint);
}

function bestText(side: Side): string {
  if (!side) return '-';
  return side.best ? formatTime(side.best.seconds) : 'all failed';
}

function trialsText(side: Side): string {
  return side ? `${side.trials}${side.failed > 0 ? `, ${side.failed} failed` : ''}` : '-';
}

function nameOf({ operator, workload, target }: Task): string {
  return `${[operator, workload]
    .filter((word) => word !== null)
    .map(shortened)
    .join(' ')} on ${shortened(target)}`;
}

function notesOf({ a, b, why, common, differs }: Task): readonly string[] {
  return [
    ...(why === null ? [] : [`not compared: ${shortened(why)}`]),
    ...(a?.best && b?.best ? [bestsText(a.best, b.best)] : []),
    ...commonText(common),
    ...failuresText('A', a),
    ...failuresText('B', b),
    ...differs.map(({ what, a: inA, b: inB }) => `${shortened(what)}: ${listed(inA)} in A, ${listed(inB)} in B`),
  ];
}

type Best = NonNullable<NonNullable<Side>['best']>;

function bestsText(a: Best, b: Best): string {
  const [one, other] = [a, b].map(({ template, index }) => `${shortened(template)} config ${index}`);
  return one === other ? `the same config is best: ${one!}` : `best: ${one!} in A, ${other!} in B`;
}

function commonText({ configs, ratio, ...counts }: Task['common']): readonly string[] {
  if (configs === 0) return [];
  const { faster, same, slower, noisy, failed_only_in_a: onlyA, failed_only_in_b: onlyB } = counts;
  const times = ratio === null ? '' : `, median ratio ${ratio.toFixed(3)}`;
  const failed = onlyA + onlyB === 0 ? '' : `; ${onlyA} failed only in A, ${onlyB} only in B`;
  return [
    `${plural(configs, 'config')} in both: ${faster} faster in B, ${same} the same, ${slower} slower, ${noisy} too noisy to judge${times}${failed}`,
  ];
}

function failuresText(name: string, side: Side): readonly string[] {
  return (side?.failures ?? []).map((failure) => `${name}: ${failure.count} ${failureText(failure)}`);
}

function listed(values: readonly string[]): string {
  return values.map(shortened).join(' and ');
}
