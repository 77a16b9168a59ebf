import { clockGovernor, sharesCores } from '../../target/machine.js';
import { formatPercent, plural } from '../../target/format.js';
import type { Soak } from './report.js';

/** What a machine is set to that makes cores slower than they can be. */
export interface CoreSettings {
  readonly governor: string | undefined;
  readonly sharesCores: boolean;
}

export function coreSettings(): CoreSettings {
  return { governor: clockGovernor(), sharesCores: sharesCores() };
}

/** From these on, something is worth a sentence: shares of the time of cores, cores, shares of the repeats. */
const STOLEN = 0.005;
const OTHERS = 0.1;
const SLOWED = 0.05;

type Found = Pick<Soak, 'verdict' | 'figures' | 'causes' | 'neighbours' | 'interrupted' | 'runs'>;

/** What to do about what was found, the most urgent first. */
export function adviceOn(found: Found, settings: CoreSettings): string[] {
  const advice = [...onNeighbours(found), ...onCores(found, settings), ...onDrift(found)];
  if (found.verdict === 'unknown') return [...advice, onFewRuns(found)];
  if (advice.length > 0 || found.verdict === 'steady') return advice;
  return [
    'What disturbs it does not show from here; where this is a virtual machine, its host is the likeliest. ' + TURNS,
  ];
}

const TURNS = 'Trust what takes turns in one run: the finals of a search, and `tune bench`.';

function onNeighbours({ neighbours: { stolen, others, cores } }: Found): string[] {
  return [
    ...(stolen !== null && stolen >= STOLEN
      ? [
          `The host of this virtual machine ran something else for ${formatPercent(stolen)} of the time (steal): ` +
            'take one that has cores of its own, or tune when the host is quieter.',
        ]
      : []),
    ...(others !== null && others >= OTHERS
      ? [
          `Other programs kept ${others.toFixed(1)} of ${plural(cores, 'core')} busy: stop them (\`top\` names them), or ` +
            'keep them off the cores that are timed (`taskset -c 0 PROGRAM` and `taskset -c 1 tune …`).',
        ]
      : []),
  ];
}

function onCores({ causes, verdict }: Found, { governor, sharesCores }: CoreSettings): string[] {
  if (causes.slowed < SLOWED || verdict === 'steady') return [];
  return [
    ...(governor !== undefined && governor !== 'performance'
      ? [
          `The clock of the cores follows their load (governor ${governor}): ` +
            '`sudo cpupower frequency-set -g performance` keeps it up.',
        ]
      : []),
    ...(sharesCores
      ? [
          'Two hardware threads share a core (SMT), and slow each other down: leave the second one idle ' +
            '(`taskset -c` with one thread of each core), or turn it off ' +
            '(`echo off | sudo tee /sys/devices/system/cpu/smt/control`).',
        ]
      : []),
  ];
}

/** A drift shows where it is more than two runs differ by. */
function onDrift({ figures }: Found): string[] {
  if (figures === null || Math.abs(figures.drift) < figures.across_runs) return [];
  const slower = figures.drift > 0 ? 'slower' : 'faster';
  return [
    `It became ${formatPercent(Math.abs(figures.drift))} ${slower} on the way: let the machine work for some minutes ` +
      `before a run, until it is warm. ${TURNS}`,
  ];
}

function onFewRuns({ interrupted, runs }: Found): string {
  return `${plural(runs, 'run')} are too few to say: ${interrupted ? 'let it' : 'give it a minute, and'} go on longer.`;
}
