import { quantise } from '../features/quantise.js';
import type { Row } from './model.js';

/**
 * Training rows as libsvm text, `label qid:group 0:value 1:value …`. Rows of one group are made adjacent, as xgboost demands of
 * `qid`; zeros are written, because an absent feature would be a missing value.
 */
export function toLibsvm(rows: readonly Row[]): string {
  let text = '';
  for (const [id, members] of groupRows(rows).entries()) {
    for (const row of members) text += toLine(row, id);
  }
  return text;
}

/** Rows by group, groups in the order of their first row. */
export function groupRows(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.group);
    if (group) group.push(row);
    else groups.set(row.group, [row]);
  }
  return [...groups.values()];
}

function toLine(row: Row, group: number): string {
  let line = `${row.score} qid:${group}`;
  row.features.forEach((value, i) => {
    line += ` ${i}:${quantise(value)}`;
  });
  return `${line}\n`;
}
