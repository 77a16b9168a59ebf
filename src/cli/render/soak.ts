import type { Soak } from '../../products/soak/report.js';
import { renderLines, type Line, type Page } from './wrapped.js';
import { formatDuration, formatPercent, formatTime, plural } from '../../target/format.js';

const trust = {
  steady: 'timings are reliable here',
  uneven: 'timings need care here',
  noisy: 'timings are unreliable here',
  unknown: 'reliability unknown: too few runs',
} as const;

const causeWords = {
  slowed: 'on a throttled or shared core',
  waited: 'without a core',
  moved: 'moved to another core',
} as const;

/** The verdict, what it rests on, and what to do about it, for people. */
export function renderSoak(soak: Soak, page: Page): string {
  const { paint } = page;
  const colour = { steady: paint.green, uneven: paint.yellow, noisy: paint.red, unknown: paint.yellow }[soak.verdict];
  const rows: Line[] = [
    ['verdict', paint.bold(colour(verdictOf(soak)))],
    ...(soak.figures ? figureRows(soak, soak.figures) : []),
    ['others', neighboursOf(soak)],
    ['repeats', disturbancesOf(soak)],
    ['faults', soak.ok ? faultsOf(soak) : paint.red(faultsOf(soak))],
    ...soak.faults.flatMap(({ fault, mistaken }) =>
      mistaken === null ? [] : [['mistaken', `a kernel that ${fault}: ${mistaken}`] as Line],
    ),
    ...(soak.right.reason === null ? [] : [['refused', `a correct kernel: ${soak.right.reason}`] as Line]),
    ...soak.advice.map((text): Line => ['advice', text]),
  ];
  return renderLines(rows, page);
}

function verdictOf({ verdict, figures }: Soak): string {
  if (figures === null) return trust[verdict];
  const [across, beside] = [figures.across_runs, figures.side_by_side].map(formatShare);
  return (
    `${trust[verdict]}: differences below ${across} between two runs are noise` +
    `; side by side in one run, below ${beside}`
  );
}

function figureRows({ kernel, runs, seconds }: Soak, { median, spread, drift }: NonNullable<Soak['figures']>): Line[] {
  const way = drift < 0 ? 'faster' : 'slower';
  return [
    ['kernel', kernel],
    [
      'spread',
      `${formatShare(spread)} (p90 - p10) around a median of ${formatTime(median)}, ${plural(runs, 'fresh run')} in ` +
        formatDuration(seconds),
    ],
    ['drift', `last third of the runs ${formatShare(Math.abs(drift))} ${way} than the first`],
  ];
}

function neighboursOf({ neighbours: { cores, others, stolen } }: Soak): string {
  if (others === null || stolen === null) return 'unknown on this system';
  return `${others.toFixed(2)} of ${plural(cores, 'core')} busy; ${formatPercent(stolen)} stolen by the hypervisor`;
}

function disturbancesOf({ disturbed, missed, causes, noisy }: Soak): string {
  if (disturbed === null || missed === null) return 'none';
  const parts = (['waited', 'moved', 'slowed'] as const)
    .filter((cause) => causes[cause] > 0)
    .map((cause) => `${formatPercent(causes[cause])} ${causeWords[cause]}`);
  const met = parts.length > 0 ? `; ${parts.join(', ')}` : '';
  const unmarked = `${formatPercent(missed)} over 1.2× the fastest undetected`;
  return `${formatPercent(disturbed)} disturbed${met}; ${unmarked}; ${plural(noisy, 'run')} noisy`;
}

function faultsOf({ faults, right }: Soak): string {
  const [injected, recognised] = (['injected', 'recognised'] as const).map((key) =>
    faults.reduce((sum, fault) => sum + fault[key], 0),
  );
  const named = injected === recognised ? 'all recognised' : `${recognised} recognised`;
  return `${injected} injected, ${named}; ${right.refused} of ${plural(right.measured, 'correct kernel')} refused`;
}

/** `1.4 %`, or what it comes to where percents are no longer read. */
function formatShare(share: number): string {
  return share < 1 ? formatPercent(share) : `a factor of ${(1 + share).toFixed(1)}`;
}
