import { basename } from 'node:path';
import type { WorkSeconds } from '../../log/record/effort.js';
import { configKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { isOfFinals, timeOf } from '../../log/record/time.js';
import { thinned } from './thinned.js';

/** The search of one log, or of one explorer in it, over a workload. */
export interface Series {
  /** What distinguishes it from the others of its task. */
  readonly label: string;
  readonly trials: number;
  /** Where the best time so far changed, and the last trial. */
  readonly curve: readonly Step[];
  /** Trials that worked, thinned. */
  readonly dots: readonly Step[];
}

/** After so many trials, at so many seconds of work: a time of a call in seconds. */
type Step = readonly [trials: number, working: number, seconds: number];

/** Dots of all series of a task. */
const DOTS = 600;

/**
 * The searches that a task's records show, by log and explorer: what `--explorer` compares, and what logs do. Finals
 * are no part of them.
 */
export function seriesOf(records: readonly LoggedRecord[], work: WorkSeconds): Series[] {
  const groups = [...grouped(records, ({ log, tune }) => JSON.stringify([log, tune?.explorer])).values()];
  const labels = labelsOf(groups.map(([first]) => first));
  return groups.map((ofSeries, place) => ({
    label: labels[place]!,
    ...searchOf(ofSeries, work, Math.ceil(DOTS / groups.length)),
  }));
}

/** What differs: the log, the explorer, or both. Two logs of one name are distinguished by their paths. */
function labelsOf(firsts: readonly LoggedRecord[]): string[] {
  const logs = new Set(firsts.map(({ log }) => log));
  const names = new Set([...logs].map((log) => basename(log)));
  const ofLog = (log: string): string => (names.size === logs.size ? basename(log) : log);
  const explorers = new Set(firsts.map(({ tune }) => tune?.explorer));
  return firsts.map(({ log, tune }) => {
    const explorer = tune?.explorer ?? (explorers.size > 1 ? 'explorer not recorded' : undefined);
    const parts = [...(logs.size > 1 ? [ofLog(log)] : []), ...(explorer === undefined ? [] : [explorer])];
    return parts.join(', ') || 'all trials';
  });
}

function searchOf(records: readonly LoggedRecord[], work: WorkSeconds, most: number): Omit<Series, 'label'> {
  const inTime = records.toSorted((a, b) => a.timestamp - b.timestamp);
  const seen = new Set<string>();
  const curve: Step[] = [];
  const dots: Step[] = [];
  let best = Infinity;
  let seconds = 0;
  for (const record of inTime) {
    seconds += work.get(record)!;
    const key = configKey(record);
    const isFinal = isOfFinals(record, seen.has(key));
    seen.add(key);
    const time = isFinal ? undefined : timeOf(record)?.rankedAt;
    if (time === undefined) continue;
    const step: Step = [seen.size, seconds, time];
    dots.push(step);
    if (time >= best) continue;
    best = time;
    curve.push(step);
  }
  if (curve.length > 0) curve.push([seen.size, seconds, best]);
  return { trials: seen.size, curve, dots: thinned(dots, most, most / 4, ([, , seconds]) => seconds) };
}
