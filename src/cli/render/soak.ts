import type { ChalkInstance } from 'chalk';
import type { Soak } from '../../products/soak/report.js';
import { formatDuration, formatPercent, formatTime, plural } from '../../target/format.js';

const trust = {
  steady: 'timings can be trusted here',
  uneven: 'timings need some care here',
  noisy: 'timings cannot be trusted here',
  unknown: 'too few runs to say how far timings can be trusted here',
} as const;

const causeWords = {
  slowed: 'on a core that was slower than it can be',
  waited: 'without a core',
  moved: 'moved to another core',
} as const;

/** The verdict, what it rests on, and what to do about it, for people. */
export function renderSoak(soak: Soak, paint: ChalkInstance): string {
  const colour = { steady: paint.green, uneven: paint.yellow, noisy: paint.red, unknown: paint.yellow }[soak.verdict];
  const rows = [
    ['verdict', paint.bold(colour(verdictOf(soak)))],
    ...(soak.figures ? figureRows(soak, soak.figures) : []),
    ['neighbours', neighboursOf(soak)],
    ['repeats', disturbancesOf(soak)],
    ['faults', soak.ok ? faultsOf(soak) : paint.red(faultsOf(soak))],
    ...soak.faults.flatMap(({ fault, mistaken }) =>
      mistaken === null ? [] : [['mistaken', `a kernel that ${fault}: ${mistaken}`]],
    ),
    ...(soak.right.reason === null ? [] : [['refused', `a right kernel: ${soak.right.reason}`]]),
    ...soak.advice.map((text) => ['advice', text]),
  ];
  return rows.map(([name = '', text = '']) => `${name.padEnd(10)}  ${text}`).join('\n');
}

function verdictOf({ verdict, figures }: Soak): string {
  if (figures === null) return trust[verdict];
  const [across, beside] = [figures.across_runs, figures.side_by_side].map(formatShare);
  return (
    `${trust[verdict]}: a difference below ${across} between times of two runs means nothing` +
    `; in one run, side by side, below ${beside}`
  );
}

function figureRows(
  { kernel, runs, seconds }: Soak,
  { median, spread, drift }: NonNullable<Soak['figures']>,
): string[][] {
  const way = drift < 0 ? 'faster' : 'slower';
  return [
    ['kernel', kernel],
    [
      'spread',
      `${formatShare(spread)} (p90 - p10) around a median of ${formatTime(median)}, ${plural(runs, 'fresh run')} in ` +
        formatDuration(seconds),
    ],
    ['drift', `${formatShare(Math.abs(drift))} ${way} in the last third of them than in the first`],
  ];
}

function neighboursOf({ neighbours: { cores, others, stolen } }: Soak): string {
  if (others === null || stolen === null) return 'this system does not tell what else runs';
  return `others kept ${others.toFixed(2)} of ${plural(cores, 'core')} busy; a hypervisor took ${formatPercent(stolen)}`;
}

function disturbancesOf({ disturbed, missed, causes, noisy }: Soak): string {
  if (disturbed === null || missed === null) return 'none';
  const parts = (['waited', 'moved', 'slowed'] as const)
    .filter((cause) => causes[cause] > 0)
    .map((cause) => `${formatPercent(causes[cause])} ${causeWords[cause]}`);
  const met = parts.length > 0 ? `; ${parts.join(', ')}` : '';
  const unmarked = `${formatPercent(missed)} took over 1.2× the fastest unmarked`;
  return `${formatPercent(disturbed)} of them were disturbed${met}; ${unmarked}; ${plural(noisy, 'run')} said so`;
}

function faultsOf({ faults, right }: Soak): string {
  const [injected, recognised] = (['injected', 'recognised'] as const).map((key) =>
    faults.reduce((sum, fault) => sum + fault[key], 0),
  );
  const named = injected === recognised ? 'all called by their names' : `${recognised} called by their names`;
  return `${injected} injected, ${named}; of ${plural(right.measured, 'right kernel')} among them ${right.refused} refused`;
}

/** `1.4 %`, or what it comes to where percents are no longer read. */
function formatShare(share: number): string {
  return share < 1 ? formatPercent(share) : `a factor of ${(1 + share).toFixed(1)}`;
}
