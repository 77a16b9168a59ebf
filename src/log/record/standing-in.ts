import { grouped } from '../../target/grouped.js';
import { configKey } from './key.js';
import type { TuneRecord } from './record.js';
import { isOfFinals, standingOf, type Placed } from './time.js';

/**
 * The records of one log, workload, target and machine that stand:
 *
 * - Of a config that was measured again, one record stands: the last, whether slower, faster or a failure. But a noisy
 *   time replaces neither one that is not noisy nor one that ranks higher, and what came to no verdict replaces none
 *   (`standingOf`). What stands is judged as the last is: it counts as of the finals in which the config was too noisy.
 * - Finals supersede the trials that they were chosen among, since the times of a search are partly luck where those of
 *   finals are not (the winner's curse): all before their run's first record, and the search of that run. They leave
 *   alone what other runs that share the log wrote meanwhile, and what was tried after them competes with them.
 * - Where a record names no run, finals are those that follow each other, and supersede every trial before them.
 * - Finals of which no time stands supersede nothing.
 */
export function standingIn<R extends TuneRecord>(records: readonly R[]): R[] {
  const trials = placed(records);
  const ofConfigs = grouped(trials, ({ key }) => key);
  const last = new Set([...ofConfigs.values()].map((ofConfig) => ofConfig.at(-1)!));
  const finals = trials.filter((trial) => trial.isFinal && trial.record.error === 0 && last.has(trial));
  const overruled = finals.reduce((most, { overrules }) => Math.max(most, overrules), 0);
  const settled = new Set(finals.map(({ record }) => record.tune?.run));
  const standing = trials
    .slice(overruled)
    .filter((trial) => last.has(trial) && !isSearchOf(settled, trial.record))
    .map(({ key }) => ofConfigs.get(key)!.reduce((earlier, later) => standingOf(earlier, later)));
  return standing.map(({ record }) => record);
}

/** Whether a run of which finals stand searched for it. */
function isSearchOf(settled: ReadonlySet<string | undefined>, { tune }: TuneRecord): boolean {
  const isSearch = tune?.phase === 'search' || tune?.phase === 'again';
  return isSearch && tune.run !== undefined && settled.has(tune.run);
}

interface InLog<R> extends Placed<R> {
  /** Of its config. */
  readonly key: string;
  /** How many of the log's first records it supersedes if it is of finals: those before its run, or its finals. */
  readonly overrules: number;
}

function placed<R extends TuneRecord>(records: readonly R[]): InLog<R>[] {
  const seen = new Set<string>();
  const starts = new Map<string, number>();
  let startOfFinals: number | undefined;
  return records.map((record, place) => {
    const key = configKey(record);
    const run = record.tune?.run;
    const isFinal = isOfFinals(record, seen.has(key));
    seen.add(key);
    if (run !== undefined && !starts.has(run)) starts.set(run, place);
    startOfFinals = isFinal && run === undefined ? (startOfFinals ?? place) : undefined;
    const start = run === undefined ? startOfFinals : starts.get(run);
    return { record, key, isFinal, overrules: start ?? 0 };
  });
}
