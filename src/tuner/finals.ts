import { median } from 'simple-statistics';
import { ErrorNo, type Measurement, type Measurer } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Best } from './events.js';
import type { Scoreboard } from './scoreboard.js';

export interface Contender {
  readonly task: Task;
  readonly config: Config;
}

/** A measurement with the times of each round apart; `costs` may be all of these or their medians. */
export type Remeasurement = Measurement & { readonly rounds: readonly (readonly number[])[] };

/** A measurer that can also time a few configs against each other, taking turns, so that a slow moment hits all of them alike. */
export interface FinalsMeasurer extends Measurer {
  remeasure(
    contenders: readonly Contender[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly Remeasurement[]>;
}

/** Configs this close to the fastest could be it. */
const WITHIN = 0.05;
const CONTENDERS = 4;
/** Each turn can unseat the leader in favour of a config that was not measured again yet; so many turns are enough in practice. */
const TURNS = 3;

export interface FinalsResult {
  readonly ties: readonly Best[];
  /** Whether the best was measured again. */
  readonly confirmed: boolean;
}

/**
 * Measures the best configs again, interleaved, and hands every result to `report`, which must enter it on the scoreboard.
 *
 * The fastest of many noisy times is partly luck (the winner's curse), so a single time never decides: what leads at the end was
 * measured again with many repeats, and so was everything whose first time was better. Where the second look is slower than
 * the first, a config that had not qualified may lead; then it is measured again beside its rivals, and so on.
 */
export async function runFinals(
  scoreboard: Scoreboard,
  measurer: FinalsMeasurer,
  signal: AbortSignal,
  report: (contender: Contender, measurement: Remeasurement) => void,
): Promise<FinalsResult> {
  const again = new Map<string, Remeasurement>();
  for (let turn = 0; turn < TURNS && !signal.aborted; turn++) {
    const contenders = scoreboard.contenders(WITHIN).slice(0, CONTENDERS);
    const leader = contenders.at(0);
    if (leader === undefined || again.has(keyOf(leader))) break;
    const measurements = await measurer.remeasure(contenders, { signal });
    measurements.forEach((measurement, i) => {
      // A build or a round that an abort cut short is no failure of the config.
      if (signal.aborted && measurement.error !== ErrorNo.none) return;
      report(contenders[i], steadied(measurement));
      again.set(keyOf(contenders[i]), measurement);
    });
  }
  return verdict(scoreboard, again);
}

/** The median of each round in place of all repeats, so that one disturbed repeat does not decide. */
function steadied(measurement: Remeasurement): Remeasurement {
  if (measurement.error !== ErrorNo.none) return measurement;
  return { ...measurement, costs: measurement.rounds.map((round) => median([...round])) };
}

function verdict(scoreboard: Scoreboard, again: ReadonlyMap<string, Remeasurement>): FinalsResult {
  const best = scoreboard.best();
  const ofBest = best && again.get(keyOf(best));
  if (!ofBest) return { ties: [], confirmed: false };
  const ties = scoreboard.contenders().filter((rival) => {
    const ofRival = again.get(keyOf(rival));
    return ofRival !== undefined && ofRival !== ofBest && isTie(ofBest.rounds, ofRival.rounds);
  });
  return { ties, confirmed: true };
}

/**
 * Whether two configs that took turns cannot be told apart: the one ahead overall was not ahead in every round. (Were they
 * equally fast, all of five rounds would agree once in sixteen times.)
 */
export function isTie(best: Remeasurement['rounds'], rival: Remeasurement['rounds']): boolean {
  const rounds = Math.min(best.length, rival.length);
  for (let i = 0; i < rounds; i++) if (median([...rival[i]]) <= median([...best[i]])) return true;
  return false;
}

/** Contenders of different tasks may have the same index. */
function keyOf({ task, config }: Contender): string {
  return `${task.template.name} ${config.index}`;
}
