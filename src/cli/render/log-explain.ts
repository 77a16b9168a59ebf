import type { LogExplain } from '../../products/report/explanation.js';
import { formatTime, plural } from '../../target/format.js';
import { visible } from '../../target/visible.js';
import { failureText } from './words.js';
import { renderLines, type Line, type Page } from './wrapped.js';

type NearRecords = LogExplain['candidates'][number];
/** Longer lines of sentences are hard to read. */
const WIDEST = 80;

/** What was found and why, and then what is nearest, a block each. */
export function renderLogExplain(explained: LogExplain, page: Page): string {
  const { workload, target, found, reasons, candidates } = explained;
  const asked = `${workload}${target === null ? '' : ` on ${target}`}`;
  const head: Line[] = [
    [found ? 'found' : 'not found', page.paint.bold(visible(asked))],
    ...reasons.map((reason, place): Line => [place === 0 ? 'why' : '', visible(reason)]),
  ];
  const blocks = candidates.map((candidate, place) =>
    linesText(candidateLines(candidate, found && place === 0 ? 'stands' : found ? 'also' : 'nearest'), page),
  );
  return [linesText(head, page), ...blocks].join('\n\n');
}

function candidateLines(candidate: NearRecords, label: string): Line[] {
  const { operator, workload, target, fingerprint, template, trials, best, failures, differences, refusal } = candidate;
  const spread = best?.interval.map((seconds) => formatTime(seconds)).join(' to ');
  return [
    [label, visible([operator, workload].filter((name) => name !== null).join(' '))],
    ['target', visible(target)],
    ['machine', fingerprint === null ? 'unknown' : visible(fingerprint)],
    ...(best
      ? ([
          ['best', `${formatTime(best.seconds)} (${spread!}), ${visible(template)} config ${best.index}`],
          ['', visible(`${best.log}:${best.line}`)],
        ] as Line[])
      : []),
    ['trials', plural(trials, 'trial')],
    ...failures.map((failure): Line => ['failed', `${failure.count} ${failureText(failure)}`]),
    ...(refusal === null ? [] : [['refused', visible(refusal)] as Line]),
    ...differences.map((text, place): Line => [place === 0 ? 'differs' : '', visible(text)]),
  ];
}

function linesText(lines: readonly Line[], { paint, columns = WIDEST }: Page): string {
  return renderLines(lines, { paint, columns: Math.min(columns, WIDEST) });
}
