import { escape, round } from '../../src/cli/render/svg.js';
import type { Row, Run, Screen } from './screens.js';

/** Of a letter, in pixels. */
const [WIDTH, HEIGHT, SIZE] = [7.8, 18, 13];
const MARGIN = 14;
/** Seconds for which the last screen stays, and for which nothing new is waited for. */
const [HELD, LONGEST_PAUSE] = [10, 1];

/** Colours of the eight that programs print, on a light ground and on a dark one, with a contrast of 4.5 or more. */
const colours: readonly (readonly [light: string, dark: string])[] = [
  ['#24292f', '#8b949e'],
  ['#b3261e', '#ff7b72'],
  ['#1a7f37', '#56d364'],
  ['#8a5700', '#e3b341'],
  ['#0969da', '#79c0ff'],
  ['#8250df', '#d2a8ff'],
  ['#0b7285', '#39c5cf'],
  ['#57606a', '#c9d1d9'],
];

export interface Playing {
  /** The command. */
  readonly title: string;
  /** How many times as fast as it was recorded. */
  readonly speed: number;
}

/** What a row shows while it shows that. */
interface Showing {
  readonly y: number;
  readonly row: Row;
  /** Numbers of screens, the second of the first that shows something else. */
  readonly from: number;
  readonly to: number;
}

/**
 * Screens as one SVG document, which plays them again and again. Where nothing may move, it shows the last; its ground
 * is light or dark as the reader's.
 */
export function drawScreens(screens: readonly Screen[], { title, speed }: Playing): string {
  const times = playingTimes(screens, speed);
  const end = times.at(-1)! + HELD;
  const showings = showingsOf(screens);
  const lines = 1 + Math.max(...showings.map(({ y }) => y));
  const columns = Math.max(...showings.flatMap(({ row }) => row.map((run) => run.column + run.columns)));
  const [width, height] = [columns * WIDTH + 2 * MARGIN, lines * HEIGHT + 2 * MARGIN];
  const spans = new Map(
    showings.filter(({ from, to }) => from > 0 || to < screens.length).map((one) => [spanOf(one), one] as const),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-labelledby="title description" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE}">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">A terminal, ${speed} times as fast as it was. At the end: ${escape(textOf(screens.at(-1)!))}</desc>`,
    `<style>${[...colourStyles(), ...motion([...spans.values()], times, end, screens.length)].join('\n')}</style>`,
    `<rect width="${round(width)}" height="${round(height)}" rx="6" class="ground"/>`,
    ...showings.map((showing) => drawShowing(showing, screens.length)),
    '</svg>',
    '',
  ].join('\n');
}

/** When each screen is shown, in seconds from the first: pauses are shortened. */
function playingTimes(screens: readonly Screen[], speed: number): readonly number[] {
  let time = 0;
  return screens.map(({ seconds }, i) => {
    if (i > 0) time += Math.min((seconds - screens[i - 1]!.seconds) / speed, LONGEST_PAUSE);
    return time;
  });
}

/** What each row shows, one after another, without what is empty. */
function showingsOf(screens: readonly Screen[]): readonly Showing[] {
  const found: Showing[] = [];
  const height = screens[0]!.rows.length;
  for (let y = 0; y < height; y++) {
    const texts = screens.map(({ rows }) => JSON.stringify(rows[y]));
    for (let from = 0; from < screens.length;) {
      const change = texts.findIndex((text, i) => i > from && text !== texts[from]);
      const to = change < 0 ? screens.length : change;
      const row = screens[from]!.rows[y]!;
      if (row.length > 0) found.push({ y, row, from, to });
      from = to;
    }
  }
  return found;
}

function spanOf({ from, to }: Showing): string {
  return `s${from}-${to}`;
}

function colourStyles(): readonly string[] {
  const variables = (i: 0 | 1): string => colours.map((pair, n) => `--c${n}:${pair[i]}`).join(';');
  return [
    `svg{--ground:#f6f8fa;--text:#1f2328;${variables(0)}}`,
    `@media (prefers-color-scheme:dark){svg{--ground:#0d1117;--text:#e6edf3;${variables(1)}}}`,
    '.ground{fill:var(--ground)}',
    'text{fill:var(--text);white-space:pre}',
    '.bold{font-weight:700}',
    '.dim{opacity:.7}',
    ...colours.map((_, n) => `.c${n}{fill:var(--c${n})}`),
  ];
}

function motion(spans: readonly Showing[], times: readonly number[], end: number, last: number): readonly string[] {
  const percent = (screen: number): string => `${Number(((100 * times[screen]!) / end).toFixed(2))}%`;
  const rules = spans.map((span) => {
    const hidden = span.from > 0 ? '0%{visibility:hidden}' : '';
    const gone = span.to < last ? `${percent(span.to)}{visibility:hidden}` : '';
    return `@keyframes ${spanOf(span)}{${hidden}${percent(span.from)}{visibility:visible}${gone}}.${spanOf(span)}{animation:${spanOf(span)} ${round(end)}s step-end infinite}`;
  });
  return ['@media (prefers-reduced-motion:no-preference){', ...rules, '}'];
}

function drawShowing(showing: Showing, last: number): string {
  const { y, row, from, to } = showing;
  const moves = from > 0 || to < last ? ` class="${spanOf(showing)}"` : '';
  const hidden = to < last ? ' visibility="hidden"' : '';
  return `<g${moves}${hidden}>${row.map((run) => drawRun(run, y)).join('')}</g>`;
}

function drawRun({ column, columns, text, style }: Run, y: number): string {
  const names = [
    style.isBold ? 'bold' : undefined,
    style.isDim ? 'dim' : undefined,
    style.colour === undefined ? undefined : `c${style.colour % colours.length}`,
  ].filter((name) => name !== undefined);
  const classes = names.length > 0 ? ` class="${names.join(' ')}"` : '';
  const [x, base, length] = [MARGIN + column * WIDTH, MARGIN + (y + 0.75) * HEIGHT, columns * WIDTH];
  return `<text x="${round(x)}" y="${round(base)}" textLength="${round(length)}"${classes}>${escape(text)}</text>`;
}

function textOf({ rows }: Screen): string {
  return rows
    .filter((row) => row.length > 0)
    .map((row) => row.map(({ text }) => text).join(' '))
    .join('; ');
}
