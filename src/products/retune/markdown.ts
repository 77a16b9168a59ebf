/** The summary of a job, as GitHub shows Markdown. */
import { formatTime, plural } from '../../target/format.js';
import { visible } from '../../target/visible.js';
import { verdictWords } from './verdict-words.js';

/** What the summary says of a workload. */
export interface MarkdownRow {
  readonly operator: string;
  readonly workload: string;
  readonly target: string;
  readonly verdict: string;
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly seconds: number | null;
  readonly trials: number;
  readonly reason: string | null;
  readonly bad: boolean;
  readonly changed: boolean;
  readonly fingerprint: string;
}

export function renderMarkdown(rows: readonly MarkdownRow[]): string {
  const [bad, changed] = [rows.filter((row) => row.bad), rows.filter((row) => row.changed)];
  const machines = [...new Set(rows.map(({ fingerprint }) => fingerprint))].map(cell).join(', ');
  const gates = bad.length === 0 ? 'all gates met' : `**${plural(bad.length, 'gate')} not met**`;
  return [
    '## tune retune',
    '',
    `${plural(rows.length, 'workload')} on ${machines}: ${changed.length} changed, ${gates}.`,
    '',
    '| workload | target | verdict | ratio | time | trials | |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(lineOf),
    '',
    'The ratio is the time that was / the time now, with its interval; above 1 is faster.',
    '',
  ].join('\n');
}

function lineOf(row: MarkdownRow): string {
  const { operator, workload, target, verdict, ratio, low, high, seconds, trials, reason, bad } = row;
  const range = ratio === null ? '' : `${ratio.toFixed(2)} (${low!.toFixed(2)} to ${high!.toFixed(2)})`;
  const time = seconds === null ? '' : formatTime(seconds);
  const cells = [`${operator} ${workload}`, target, '', range, time, String(trials), reason ?? ''].map(cell);
  const words = verdictWords(verdict);
  cells[2] = bad ? `**${words}**` : words;
  return `| ${cells.join(' | ')} |`;
}

/** A text of a log or a file's is a text in Markdown, too: no link, no markup, no mention of a person, no new cell. */
function cell(text: string): string {
  const shown = visible(text)
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;');
  return shown.replace(/[\\`*_[\]|~#!]/g, (found) => `\\${found}`);
}
