import { mean, median, quantile } from 'simple-statistics';
import { markdownTable } from '../markdown-table.js';
import { MARKS, type Row } from './compare.js';

/** Trials at which the spread over the tasks is reported. */
const SPREAD_AT = 8;

/**
 * A table: geometric means over the tasks (of several seeds their median), and after eight trials the median, the
 * quartiles and the worst of all searches.
 */
export function toMarkdown(rows: readonly Row[]): string {
  const head = ['log', 'known', 'search', ...MARKS.map(String), `median at ${SPREAD_AT}`, 'quartiles', 'worst'];
  return markdownTable(
    head,
    rows.map((row) => [row.log, row.known === undefined ? '–' : String(row.known), row.search, ...figuresOf(row)]),
  );
}

function figuresOf({ fractions }: Row): readonly string[] {
  const means = MARKS.map((_, mark) =>
    median(fractions.map((ofTasks) => Math.exp(mean(ofTasks.map((task) => Math.log(task[mark]!)))))),
  );
  const all = fractions.flat().map((task) => task[MARKS.indexOf(SPREAD_AT)]!);
  const quartiles = [0.25, 0.75].map((part) => quantile(all, part).toFixed(3)).join(' to ');
  return [...means.map((value) => value.toFixed(3)), median(all).toFixed(3), quartiles, Math.min(...all).toFixed(3)];
}
