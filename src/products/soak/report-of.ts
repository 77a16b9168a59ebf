import { mapCauses } from '../../measure/causes.js';
import { ErrorNo } from '../../measure/measurement.js';
import type { CpuUse } from '../../target/cpu-time.js';
import type { Load } from '../../target/load.js';
import { adviceOn, coreSettings } from './advice.js';
import { faults, isRecognised, type FaultRound } from './faults.js';
import { figuresOf, verdictOn } from './figures.js';
import type { Run } from './fresh-run.js';
import type { Soak } from './report.js';

/** What a soak saw. */
export interface Seen extends Pick<Soak, 'minutes' | 'seconds' | 'threads' | 'interrupted' | 'kernel'> {
  readonly runs: readonly Run[];
  readonly rounds: readonly FaultRound[];
  readonly load: Load;
  readonly use: CpuUse | undefined;
}

/** What that comes to. */
export function reportOf({ runs, rounds, load, use, ...known }: Seen): Soak {
  const figures = figuresOf(runs) ?? null;
  const [injected, right] = [faultsIn(rounds), rightIn(rounds)];
  const mean = (pick: (run: Run) => number): number => runs.reduce((sum, run) => sum + pick(run), 0) / runs.length || 0;
  const found = {
    ...known,
    ok: right.refused === 0 && injected.every((fault) => fault.recognised === fault.injected),
    verdict: verdictOn(figures),
    runs: runs.length,
    figures,
    noisy: runs.filter(({ noisy }) => noisy).length,
    disturbed: runs.length > 0 ? mean(({ disturbed }) => disturbed) : null,
    missed: runs.length > 0 ? mean(({ missed }) => missed) : null,
    causes: mapCauses((cause) => mean(({ causes }) => causes[cause])),
    neighbours: {
      cores: load.cores,
      waiting: load.waiting,
      others: use?.others ?? null,
      stolen: use?.stolen ?? null,
    },
    faults: injected,
    right,
  };
  return { ...found, advice: adviceOn(found, coreSettings()) };
}

function faultsIn(rounds: readonly FaultRound[]): Soak['faults'] {
  const all = rounds.flatMap(({ faulty }) => faulty);
  return faults.map((fault) => {
    const trials = all.filter((one) => one.fault === fault).map(({ trial }) => trial);
    const mistaken = trials.filter((trial) => !isRecognised(trial, fault));
    const recognised = trials.length - mistaken.length;
    return {
      fault: fault[0],
      injected: trials.length,
      recognised,
      mistaken: mistaken.length > 0 ? (mistaken[0]!.message ?? 'it passed') : null,
    };
  });
}

function rightIn(rounds: readonly FaultRound[]): Soak['right'] {
  const all = rounds.flatMap(({ right }) => right);
  const refused = all.filter(({ error }) => error !== ErrorNo.none);
  return { measured: all.length, refused: refused.length, reason: refused[0]?.message ?? null };
}
