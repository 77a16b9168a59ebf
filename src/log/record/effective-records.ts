import { configKey, machineKey, trialKey } from './key.js';
import { grouped } from '../../target/grouped.js';
import type { TuneRecord } from './record.js';
import { isOfFinals, standingOf, type Placed } from './time.js';

/** A record, and of what log and line, if it was read from one. */
export type FromLog = TuneRecord & { readonly log?: string; readonly line?: number };

/** A record, and whether it is superseded. */
export type Judged<R extends TuneRecord = TuneRecord> = R & { readonly superseded: boolean };

/**
 * The records that stand, in their order; the others are superseded. For each workload, target and machine of each log:
 *
 * - Of a config that was measured again, one record stands: the last, whether slower, faster or a failure. But a noisy
 *   time replaces neither one that is not noisy nor one that ranks higher, and what came to no verdict replaces none
 *   (`standingOf`). What stands is judged as the last is: it counts as of the finals in which the config was too noisy.
 * - Finals supersede the trials that they were chosen among, since the times of a search are partly luck where those of
 *   finals are not: all before their run's first record, and the search of that run. They leave alone what other runs
 *   that share the log wrote meanwhile, and what was tried after them competes with them.
 * - Where a record names no run, finals are those that follow each other, and supersede every trial before them.
 * - Finals of which no time stands supersede nothing.
 *
 * Without this, the best of a log would be the luckiest of many looks, and not what the run that wrote it found to be
 * fastest. Logs do not supersede each other: none knows what stands in another, and nobody names them in the order in
 * which they were written. A merged log is so many logs as it was made of: what stands in one of these stands. A line
 * that a log holds twice is one trial.
 */
export function effectiveRecords<R extends FromLog>(records: readonly R[]): R[] {
  const standing = new Set<R>();
  for (const group of grouped(records, machineKey).values())
    for (const ofJournal of byJournal(group)) for (const record of standingIn(ofJournal)) standing.add(record);
  return records.filter((record) => standing.has(record));
}

/** The trials of each log, or of each that a merged one was made of; one of several of these is in all of them. */
function byJournal<R extends FromLog>(records: readonly R[]): readonly (readonly R[])[] {
  const journals = new Map<string, Map<string, R>>();
  for (const record of records) {
    const trial = trialKey(record);
    for (const name of record.journals ?? [`log ${record.log ?? ''}`]) {
      const trials = journals.get(name) ?? new Map<string, R>();
      journals.set(name, trials);
      if (!trials.has(trial)) trials.set(trial, record);
    }
  }
  return [...journals.values()].map((trials) => [...trials.values()]);
}

/** All the records, in their order, each with whether it is superseded. */
export function judged<R extends FromLog>(records: readonly R[]): Judged<R>[] {
  const standing = new Set(effectiveRecords(records));
  return records.map((record) => ({ ...record, superseded: !standing.has(record) }));
}

/** Of one workload, target, machine and log. */
function standingIn<R extends TuneRecord>(records: readonly R[]): R[] {
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
