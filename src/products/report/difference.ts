/** What changed between two logs, or between what two explorers logged. */
import { median } from 'simple-statistics';
import { ratioOfTimes, standingOf, type Ratio, type Standing } from '../../measure/ratio.js';
import { comparisons, type Comparison } from '../../log/record/best.js';
import { effectiveRecords } from '../../log/record/effective-records.js';
import { hardwareDifferences, hardwareOf } from '../../log/record/hardware.js';
import { configKey, machineKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { timeOf } from '../../log/record/time.js';
import type { Known } from '../../templates/known.js';
import { subjectOf, type Subject } from './subject.js';
import { taskStats, type TaskStats } from './task-stats.js';

/** One workload on one target and machine in two logs. */
export interface TaskDifference extends Subject {
  /** What each holds of it; null where it holds nothing. */
  readonly a: TaskStats | null;
  readonly b: TaskStats | null;
  /** The time of the best of A divided by that of B, above 1 where B is faster; null where they do not compare. */
  readonly ratio: Ratio | null;
  readonly verdict: Standing | null;
  /** Why they do not compare. */
  readonly why: string | null;
  /** Configs that both measured. */
  readonly common: CommonConfigs;
  /** What else differs, where each says something. */
  readonly differs: readonly Setting[];
}

/** Of configs that both logs measured, in the same version of the template. */
interface CommonConfigs {
  readonly configs: number;
  /** Of those that worked in both, by how B's times stand to A's. */
  readonly faster: number;
  readonly same: number;
  readonly slower: number;
  readonly noisy: number;
  /** The median of the ratios; null where none worked in both. */
  readonly ratio: number | null;
  readonly failedOnlyInA: number;
  readonly failedOnlyInB: number;
}

interface Setting {
  readonly what: string;
  readonly a: readonly string[];
  readonly b: readonly string[];
}

/** Differences between times of two runs below this are the machine's, which nobody asked about here. */
const TOLERANCE = 0.05;

/** By workload, target and machine, in the order in which they first appear, A's first. */
export function differencesOf(
  a: readonly LoggedRecord[],
  b: readonly LoggedRecord[],
  known: Known,
): readonly TaskDifference[] {
  const [ours, theirs] = [byMachine(a), byMachine(b)];
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
  return keys.map((key) => {
    const [one, other] = [ours.get(key), theirs.get(key)];
    const { ratio, why } = bestRatio(one, other, one ? theirs : ours);
    return {
      ...subjectOf((one ?? other)!.records[0]!, known),
      a: one ? taskStats(one, known) : null,
      b: other ? taskStats(other, known) : null,
      ratio,
      verdict: ratio && standingOf(ratio, TOLERANCE),
      why,
      common: commonOf(one?.records ?? [], other?.records ?? []),
      differs: one && other ? settingsOf(one.records, other.records) : [],
    };
  });
}

type OfMachine = Comparison<LoggedRecord>;

function byMachine(records: readonly LoggedRecord[]): ReadonlyMap<string, OfMachine> {
  return new Map(comparisons(records).map((comparison) => [machineKey(comparison.records[0]!), comparison]));
}

function bestRatio(
  a: OfMachine | undefined,
  b: OfMachine | undefined,
  others: ReadonlyMap<string, OfMachine>,
): { readonly ratio: Ratio | null; readonly why: string | null } {
  if (!a || !b) return { ratio: null, why: absenceOf((a ?? b)!, a ? 'B' : 'A', others) };
  if (a.records[0]!.tune?.fingerprint === undefined)
    return { ratio: null, why: 'the logs do not say on what machine they were measured' };
  const [first, second] = [a.ranked.at(0), b.ranked.at(0)];
  if (first && second) return { ratio: ratioOfTimes(first, second), why: null };
  const failed = first ? 'in B' : second ? 'in A' : 'in both';
  return { ratio: null, why: `all failed ${failed}` };
}

/** What the other log has of the workload instead: another target, another machine, or nothing. */
function absenceOf({ records }: OfMachine, log: 'A' | 'B', others: ReadonlyMap<string, OfMachine>): string {
  const [record] = records;
  const nameOf = ({ args, tune, task }: LoggedRecord): string => JSON.stringify([tune?.operator ?? task, args]);
  const alike = [...others.values()].flatMap((other) => {
    const [first] = other.records;
    return nameOf(first!) === nameOf(record!) ? [hardwareDifferences(hardwareOf(record!), hardwareOf(first!))] : [];
  });
  const [nearest] = alike.toSorted((one, other) => one.length - other.length);
  if (!nearest) return `only in ${log === 'B' ? 'A' : 'B'}`;
  return `${log} has it from elsewhere (${nearest.join(', ')}), and times of two machines or targets do not compare`;
}

function commonOf(a: readonly LoggedRecord[], b: readonly LoggedRecord[]): CommonConfigs {
  const [ours, theirs] = [standingOfConfigs(a), standingOfConfigs(b)];
  const common = [...ours].flatMap(([key, one]) => {
    const other = theirs.get(key);
    return other ? [{ one: timeOf(one), other: timeOf(other) }] : [];
  });
  const ratios = common.flatMap(({ one, other }) => (one && other ? [ratioOfTimes(one, other)] : []));
  const count = (standing: Standing): number =>
    ratios.filter((ratio) => standingOf(ratio, TOLERANCE) === standing).length;
  return {
    configs: common.length,
    faster: count('faster'),
    same: count('same'),
    slower: count('slower'),
    noisy: count('noisy'),
    ratio: ratios.length === 0 ? null : median(ratios.map(({ ratio }) => ratio)),
    failedOnlyInA: common.filter(({ one, other }) => !one && other).length,
    failedOnlyInB: common.filter(({ one, other }) => one && !other).length,
  };
}

/** The record of each config that stands, or, of those that finals superseded, the last. */
function standingOfConfigs(records: readonly LoggedRecord[]): ReadonlyMap<string, LoggedRecord> {
  const keyOf = (record: LoggedRecord): string =>
    JSON.stringify([configKey(record), record.tune?.templateVersion, record.tune?.module?.sha256]);
  const last = [...records, ...effectiveRecords(records)];
  return new Map(last.map((record) => [keyOf(record), record]));
}

/** What the records of each log say of how they came about, where that is not the same. */
function settingsOf(a: readonly LoggedRecord[], b: readonly LoggedRecord[]): Setting[] {
  const templates = new Set([...a, ...b].map(({ task }) => task));
  const versions = [...templates].map((template) =>
    setting(`version of ${template}`, a, b, ({ task, tune }) =>
      task === template ? tune?.templateVersion?.toString() : undefined,
    ),
  );
  return [
    setting('explorer', a, b, ({ tune }) => tune?.explorer),
    setting('compiler', a, b, ({ tune }) => tune?.compiler),
    setting('flags', a, b, ({ tune }) => tune?.flags?.join(' ')),
    ...versions,
  ].filter((one) => one.a.length > 0 && one.b.length > 0 && one.a.join('\n') !== one.b.join('\n'));
}

function setting(
  what: string,
  a: readonly LoggedRecord[],
  b: readonly LoggedRecord[],
  of: (record: LoggedRecord) => string | undefined,
): Setting {
  const valuesIn = (records: readonly LoggedRecord[]): string[] =>
    [...grouped(records, of).keys()].filter((value) => value !== undefined).sort();
  return { what, a: valuesIn(a), b: valuesIn(b) };
}
