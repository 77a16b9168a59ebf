/** What changed between two logs, or between what two explorers logged. */
import { median } from 'simple-statistics';
import { z } from 'zod';
import { count } from '../../log/json-keys.js';
import { logSummarySchema, type ReadLogs } from '../../log/read-logs.js';
import { ratioOfTimes, standingOf, TOLERANCE, type Ratio, type Standing } from '../../measure/ratio.js';
import { comparisons, type Comparison } from '../../log/record/best.js';
import { effectiveRecords } from '../../log/record/effective-records.js';
import { hardwareDifferences, hardwareOf } from '../../log/record/hardware.js';
import { configKey, machineKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { timeOf } from '../../log/record/time.js';
import type { Known } from '../../templates/known.js';
import { workSeconds } from '../../log/record/effort.js';
import { subjectKeys, subjectOf } from './subject.js';
import { taskStats, taskStatsSchema } from './task-stats.js';

const positive = z.number().positive();

const differenceSchema = z.object({
  ...subjectKeys,
  a: taskStatsSchema.nullable().describe('what A holds of it; null: nothing'),
  b: taskStatsSchema.nullable(),
  ratio: positive
    .nullable()
    .describe('time of the best of A / that of B: above 1 B is faster; null: they do not compare'),
  low: positive.nullable(),
  high: positive.nullable(),
  verdict: z.enum(['faster', 'same', 'slower', 'noisy']).nullable().describe('of B, as far as the intervals show'),
  why: z.string().nullable().describe('why they do not compare'),
  common: z
    .object({
      configs: count,
      faster: count.describe('in B, beyond the intervals'),
      same: count,
      slower: count,
      noisy: count,
      ratio: positive.nullable().describe('the median, of those that worked in both'),
      failed_only_in_a: count,
      failed_only_in_b: count,
    })
    .describe('configs that both measured'),
  differs: z
    .array(z.object({ what: z.string(), a: z.array(z.string()), b: z.array(z.string()) }))
    .describe('explorers, compilers, flags, versions of templates'),
});

export const logDiffSchema = z.object({
  a: logSummarySchema,
  b: logSummarySchema,
  tasks: z.array(differenceSchema).describe('a workload on a target and machine each'),
});

type TaskDifference = z.output<typeof differenceSchema>;

/** What `logDiff` returns and `tune log diff --json` prints. */
export type LogDiff = Readonly<z.output<typeof logDiffSchema>>;

/** What each log holds, by workload, target and machine, in the order in which they first appear, A's first. */
export function diffLogs(a: ReadLogs, b: ReadLogs, known: Known): LogDiff {
  return { a: a.logs[0]!, b: b.logs[0]!, tasks: differencesOf(a.records, b.records, known) };
}

function differencesOf(a: readonly LoggedRecord[], b: readonly LoggedRecord[], known: Known): TaskDifference[] {
  const [ours, theirs] = [byMachine(a), byMachine(b)];
  const [work, otherWork] = [workSeconds(a), workSeconds(b)];
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
  return keys.map((key) => {
    const [one, other] = [ours.get(key), theirs.get(key)];
    const { ratio, why } = bestRatio(one, other, one ? theirs : ours);
    return {
      ...subjectOf((one ?? other)!.records[0]!, known),
      a: one ? taskStats(one, work, known) : null,
      b: other ? taskStats(other, otherWork, known) : null,
      ratio: ratio?.ratio ?? null,
      low: ratio?.low ?? null,
      high: ratio?.high ?? null,
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

function commonOf(a: readonly LoggedRecord[], b: readonly LoggedRecord[]): TaskDifference['common'] {
  const [ours, theirs] = [standingOfConfigs(a), standingOfConfigs(b)];
  const common = [...ours].flatMap(([key, one]) => {
    const other = theirs.get(key);
    return other ? [{ one: timeOf(one), other: timeOf(other) }] : [];
  });
  const ratios = common.flatMap(({ one, other }) => (one && other ? [ratioOfTimes(one, other)] : []));
  const countOf = (standing: Standing): number =>
    ratios.filter((ratio) => standingOf(ratio, TOLERANCE) === standing).length;
  return {
    configs: common.length,
    faster: countOf('faster'),
    same: countOf('same'),
    slower: countOf('slower'),
    noisy: countOf('noisy'),
    ratio: ratios.length === 0 ? null : median(ratios.map(({ ratio }) => ratio)),
    failed_only_in_a: common.filter(({ one, other }) => !one && other).length,
    failed_only_in_b: common.filter(({ one, other }) => one && !other).length,
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
function settingsOf(a: readonly LoggedRecord[], b: readonly LoggedRecord[]): TaskDifference['differs'] {
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
): TaskDifference['differs'][number] {
  const valuesIn = (records: readonly LoggedRecord[]): string[] =>
    [...grouped(records, of).keys()].filter((value) => value !== undefined).sort();
  return { what, a: valuesIn(a), b: valuesIn(b) };
}
