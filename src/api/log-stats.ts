import { z } from 'zod';
import { statsOf } from '../products/report/report.js';
import type { TaskStats } from '../products/report/task-stats.js';
import { checked } from '../target/checked.js';
import { onNoteSchema, someRecords } from './logs.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import type { LogStats } from './schema/log-stats.js';

/** The options of `logStats`. */
const logStatsOptionsSchema = z.strictObject({
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type LogStatsOptions = Readonly<z.input<typeof logStatsOptionsSchema>>;

/**
 * What is in some logs, for every workload, target and machine: trials, failures by class, the best, the span of time,
 * and where the time went. Throws UsageError for a log that does not exist, WorkError when there is no record.
 */
export async function logStats(paths: readonly string[], options: LogStatsOptions = {}): Promise<LogStats> {
  const { onNote, modules } = checked(logStatsOptionsSchema, options);
  const known = await catalogueWith(modules);
  const { records, logs } = await someRecords(paths, onNote);
  return { logs: [...logs], tasks: statsOf(records, known).map(statsToJson) };
}

/** The figures of a workload, as they are printed. */
export function statsToJson({
  best,
  failures,
  templates,
  explorers,
  spent,
  ...task
}: TaskStats): LogStats['tasks'][number] {
  const { operator, workload, target, fingerprint, records, trials, failed, first, last, working, runs } = task;
  return {
    operator,
    workload,
    target,
    fingerprint,
    records,
    trials,
    failed,
    failures: [...failures],
    best: best && { ...best, entity: [...best.entity], interval: [...best.interval] },
    templates: [...templates],
    first,
    last,
    working_seconds: working,
    spent,
    runs,
    explorers: [...explorers],
  };
}
