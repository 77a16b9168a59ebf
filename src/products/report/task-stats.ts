import { z } from 'zod';
import { configKeys, count, counts, failures, gflops, interval, seconds } from '../../log/json-keys.js';
import { comparisons, rank, type Comparison, type Timed } from '../../log/record/best.js';
import { logSummarySchema, type ReadLogs } from '../../log/read-logs.js';
import { effortOf, workSeconds, type WorkSeconds } from '../../log/record/effort.js';
import { configKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Known } from '../../templates/known.js';
import { failuresOf } from './failures.js';
import { subjectKeys, subjectOf, workOf, type KernelWork } from './subject.js';
import { timeSplitOf, timeSplitSchema } from './time-split.js';

const epoch = z.number().describe('seconds since the epoch');

const best = z.object({
  ...configKeys,
  seconds: seconds.describe('a call, the mean of undisturbed repeats'),
  interval: interval.describe('between which bounds that time lies'),
  noisy: z.boolean(),
  gflops: gflops.nullable(),
  counts,
  log: z.string(),
  line: count.describe('of the log, from 1'),
});

export const taskStatsSchema = z.object({
  ...subjectKeys,
  records: count,
  trials: count.describe('configs that were tried'),
  failed: count.describe('of these, by the last record of each'),
  failures,
  best: best.nullable().describe('null where all failed'),
  templates: z.array(
    z.object({ template: z.string(), trials: count, failed: count, seconds: seconds.nullable().describe('its best') }),
  ),
  first: epoch,
  last: epoch,
  working_seconds: seconds.describe('between these, without breaks between runs and turns of other workloads'),
  spent: timeSplitSchema,
  runs: count.describe('that records name'),
  explorers: z.array(z.string()).describe('that records name'),
});

/** What logs hold of one workload on one target and machine. */
export type TaskStats = z.output<typeof taskStatsSchema>;

export const logStatsSchema = z.object({
  logs: z.array(logSummarySchema),
  tasks: z.array(taskStatsSchema).describe('a workload on a target and machine each'),
});

/** What `logStats` returns and `tune log stats --json` prints. */
export type LogStats = Readonly<z.output<typeof logStatsSchema>>;

/** A workload on a target and machine each, in the order in which they first appear. */
export function logStatsOf({ logs, records }: ReadLogs, known: Known): LogStats {
  const work = workSeconds(records);
  return { logs: [...logs], tasks: comparisons(records).map((comparison) => taskStats(comparison, work, known)) };
}

/** `work` is that of the logs that hold the records. */
export function taskStats({ records, ranked }: Comparison<LoggedRecord>, work: WorkSeconds, known: Known): TaskStats {
  const outcomes = [...grouped(records, configKey).values()].map((ofConfig) => ofConfig.at(-1)!);
  const inTime = records.toSorted((a, b) => a.timestamp - b.timestamp);
  return {
    ...subjectOf(records[0]!, known),
    records: records.length,
    trials: outcomes.length,
    failed: outcomes.filter(({ error }) => error !== 0).length,
    failures: failuresOf(outcomes),
    best: bestOf(ranked.at(0), workOf(records[0]!, known)),
    templates: [...grouped(outcomes, ({ task }) => task)].map(([template, ofTemplate]) => ({
      template,
      trials: ofTemplate.length,
      failed: ofTemplate.filter(({ error }) => error !== 0).length,
      seconds: rank(ofTemplate).at(0)?.seconds ?? null,
    })),
    first: inTime[0]!.timestamp,
    last: inTime.at(-1)!.timestamp,
    working_seconds: effortOf(records, work).seconds,
    spent: timeSplitOf(records),
    runs: distinct(records.map(({ tune }) => tune?.run)).length,
    explorers: distinct(records.map(({ tune }) => tune?.explorer)),
  };
}

function bestOf(best: Timed<LoggedRecord> | undefined, { work, counts }: KernelWork): TaskStats['best'] {
  if (!best) return null;
  const { record, seconds, low, high, noisy } = best;
  return {
    template: record.task,
    index: record.index,
    entity: [...record.entity],
    seconds,
    interval: [low, high],
    noisy,
    gflops: work === null ? null : work / seconds / 1e9,
    counts,
    log: record.log,
    line: record.line,
  };
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].filter((value) => value !== undefined);
}
