import { z } from 'zod';
import type { Best } from '../log/record/best.js';
import { identify } from '../log/record/identify.js';
import type { LoggedRecord } from '../log/record/log.js';
import type { Known } from '../templates/known.js';
import { checked } from '../target/checked.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import { bestOfLogs, onNoteSchema } from '../log/read-logs.js';
import type { BestRow } from './schema/best-rows.js';

/** The options of `best`. */
const bestOptionsSchema = z.strictObject({
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type BestOptions = Readonly<z.input<typeof bestOptionsSchema>>;

/**
 * The best record of every workload, target and machine in some logs. Workloads stand in the order in which they first
 * appear, and so do the machines of each. Throws UsageError for a log that does not exist, WorkError when there is no
 * successful record.
 */
export async function best(logs: readonly string[], options: BestOptions = {}): Promise<readonly BestRow[]> {
  const { onNote, modules } = checked(bestOptionsSchema, options);
  const known = await catalogueWith(modules);
  return (await bestOfLogs(logs, onNote)).map((best) => toRow(best, known));
}

function toRow({ record, seconds, low, high, noisy, trials }: Best<LoggedRecord>, known: Known): BestRow {
  const { operator, workload, computed } = identify(record, known);
  return {
    operator,
    workload,
    target: record.target,
    fingerprint: record.tune?.fingerprint ?? null,
    template: record.task,
    index: record.index,
    entity: [...record.entity],
    seconds,
    gflops: computed ? computed.operator.flops(computed.workload) / seconds / 1e9 : null,
    trials,
    log: record.log,
    line: record.line,
    interval: [low, high],
    noisy,
    warnings: [...(record.tune?.warnings ?? [])],
    counts: computed?.operator.counts ?? 'flops',
  };
}
