import type { BestForRow } from '../../transfer/best-for-rows.js';
import { formatPercent, formatTime, plural } from '../../target/format.js';
import { visible } from '../../target/visible.js';
import { commandLine } from './command-line.js';
import { renderTable } from './table.js';
import { renderLines, type Line, type Page } from './wrapped.js';

/** Sources that are shown; `--json` has all. */
const SHOWN = 6;

/** What to try first for a shape on a target, what that may lose, and why. */
export function renderBestFor(row: BestForRow, page: Page): string {
  const { operator, workload, target, template, index, entity, command } = row;
  const knobs = entity.map(([name, , value]) => `${name} ${JSON.stringify(value)}`).join(', ');
  const shown = { ...page, columns: page.columns ?? 100 };
  const lines: Line[] = [
    ['for', page.paint.bold(visible(`${operator} ${workload}`))],
    ['target', visible(target)],
    [row.tuned ? 'tuned' : 'try first', visible(`${template} config ${index}: ${knobs}`)],
    ...(row.tuned ? recordLines(row) : expectationLines(row)),
    commandLine(row.tuned ? 'replay' : 'try it', visible(command), shown),
  ];
  const text = renderLines(lines, shown);
  return [text, ...(row.sources.length > 0 ? ['', sourcesTable(row, page)] : [])].join('\n');
}

function recordLines({ seconds, fingerprint, log, line }: BestForRow): Line[] {
  return [
    ['time', `${formatTime(seconds!)} on ${fingerprint === null ? 'an unknown machine' : visible(fingerprint)}`],
    ['record', visible(`${log!}:${line!}`)],
  ];
}

function expectationLines({ expected_share, loss }: BestForRow): Line[] {
  const expected: Line = [
    'expected',
    `${formatPercent(expected_share!)} of the best throughput on the workloads below`,
  ];
  if (loss === null) return [expected, ['loss', 'unknown: too few workloads in the logs']];
  const measured = loss.workloads.filter((one) => one.measured).length;
  const worst = loss.workloads.find((one) => one.loss === loss.worst)!;
  return [
    expected,
    [
      'loss',
      `${formatPercent(loss.median)} in the median, ${formatPercent(loss.worst)} at worst (${visible(worst.workload)})`,
    ],
    [
      '',
      `leave-one-out over ${plural(loss.workloads.length, 'workload')} of the logs: ${measured} with the config measured, the others estimated from neighbouring configs`,
    ],
  ];
}

function sourcesTable({ sources }: BestForRow, { paint, columns }: Page): string {
  const isOfSeveral = new Set(sources.map(({ fingerprint }) => fingerprint)).size > 1;
  const head = ['similar workload', 'target', ...(isOfSeveral ? ['machine'] : [])];
  const figures = ['distance (doublings)', 'weight', 'of its best', 'from it'];
  const rest = sources.length - SHOWN;
  const table = renderTable(
    [...head, ...figures].map((title) => paint.dim(title)),
    sources
      .slice(0, SHOWN)
      .map(({ workload, target, fingerprint, distance, weight, share, origin }) => [
        visible(workload),
        visible(target),
        ...(isOfSeveral ? [fingerprint === null ? '-' : visible(fingerprint)] : []),
        distance.toFixed(1),
        formatPercent(weight),
        formatPercent(share),
        origin ? 'yes' : 'no',
      ]),
    columns,
  );
  return rest > 0 ? `${table}\nand ${rest} more (--json)` : table;
}
