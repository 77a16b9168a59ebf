import Table from 'cli-table3';
import { close, met, type Figure } from './figures.js';

/** The report as text: one line a figure, in the order given, plain enough for a log file. */
export function renderFigures(figures: readonly Figure[]): string {
  const table = new Table({
    head: ['section', 'figure', 'wanted', 'got', 'spread', 'over', 'met'],
    colAligns: ['left', 'left', 'right', 'right', 'left', 'left', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const figure of figures) table.push(row(figure));
  return table.toString();
}

function row(figure: Figure): string[] {
  const { section, got, over, unit, wanted } = figure;
  return [
    section,
    figure.figure,
    wanted === undefined ? '' : `${sign[wanted.relation]} ${number(wanted.value, unit)}`,
    number(got.median, unit),
    `${number(got.low, unit)} .. ${number(got.high, unit)}`,
    over,
    verdict(figure),
  ];
}

const sign = { 'at least': '>=', 'at most': '<=', above: '>' } as const;

function verdict(figure: Figure): string {
  const reached = met(figure);
  if (reached === undefined) return '';
  return `${reached ? 'yes' : 'NO'}${close(figure) ? ' (within spread)' : ''}`;
}

function number(value: number, unit: Figure['unit']): string {
  switch (unit) {
    case 'ratio':
      return value.toFixed(3);
    case 'share':
      return `${(100 * value).toFixed(1)} %`;
    case 'GFLOPS':
      return `${value.toFixed(1)} GFLOPS`;
    case 'ms':
      return `${value.toFixed(3)} ms`;
    case '1/s':
      return `${value >= 1000 ? `${(value / 1000).toFixed(0)}k` : value.toFixed(1)} /s`;
  }
}
