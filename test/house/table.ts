import { allowedOf, type Baseline, type Rise } from './baseline.js';
import type { Figure } from './figures.js';
import type { Place } from './source-file.js';

/** The figures as lines of labels and numbers: `conditional spreads  156  goal 20`. */
export function figureTable(figures: readonly Figure[], baseline: Baseline): string {
  const widest = Math.max(...figures.map(({ label }) => label.length));
  return figures
    .map((figure) => `${figure.label.padEnd(widest)}  ${asNumber(figure.count).padStart(7)}${remark(figure, baseline)}`)
    .join('\n');
}

/** What is wrong with figures that rose, with the places that are new. */
export function riseText({ figure, allowed, fresh }: Rise): string {
  const head = `${figure.label} rose to ${asNumber(figure.count)} (allowed: ${asNumber(allowed)})`;
  return [head, ...fresh.map((place) => `  ${placeText(place)}`)].join('\n');
}

/** The places of all figures that are over their goals. */
export function placeList(figures: readonly Figure[]): string {
  return figures
    .filter(({ count, goal }) => goal !== undefined && count > goal)
    .map(({ label, places = [] }) => [label, ...places.map((place) => `  ${placeText(place)}`)].join('\n'))
    .join('\n\n');
}

function remark(figure: Figure, baseline: Baseline): string {
  const { count, goal } = figure;
  const allowed = allowedOf(figure, baseline);
  const goalText = goal === undefined ? '' : `goal ${asNumber(goal)}`;
  const rise = count > allowed ? `rose from ${asNumber(allowed)}` : '';
  const text = [goalText, rise].filter((part) => part !== '').join(', ');
  return text === '' ? '' : `  ${text}`;
}

function placeText({ path, line, text }: Place): string {
  return `${line === undefined ? path : `${path}:${line}`}  ${text}`;
}

function asNumber(value: number): string {
  return value.toLocaleString('en-US');
}
