import { z } from 'zod';
import { differencesOf, type TaskDifference } from '../products/report/difference.js';
import { checked } from '../target/checked.js';
import { onNoteSchema, someRecords } from './logs.js';
import { statsToJson } from './log-stats.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import type { LogDiff } from './schema/log-diff.js';

/** The options of `logDiff`. */
const logDiffOptionsSchema = z.strictObject({
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type LogDiffOptions = Readonly<z.input<typeof logDiffOptionsSchema>>;

/**
 * What changed from log A to log B: for each workload, target and machine the best of each and how they compare, trials
 * and failures, and the configs that both measured. Throws UsageError for a log that does not exist, WorkError when one
 * holds no record.
 */
export async function logDiff(a: string, b: string, options: LogDiffOptions = {}): Promise<LogDiff> {
  const { onNote, modules } = checked(logDiffOptionsSchema, options);
  const known = await catalogueWith(modules);
  const [one, other] = [await someRecords([a], onNote), await someRecords([b], onNote)];
  return {
    a: { ...one.logs[0]! },
    b: { ...other.logs[0]! },
    tasks: differencesOf(one.records, other.records, known).map(toJson),
  };
}

function toJson({ a, b, ratio, common, differs, ...task }: TaskDifference): LogDiff['tasks'][number] {
  const { operator, workload, target, fingerprint, verdict, why } = task;
  const { failedOnlyInA, failedOnlyInB, ...counts } = common;
  return {
    operator,
    workload,
    target,
    fingerprint,
    a: a && statsToJson(a),
    b: b && statsToJson(b),
    ratio: ratio?.ratio ?? null,
    low: ratio?.low ?? null,
    high: ratio?.high ?? null,
    verdict,
    why,
    common: { ...counts, failed_only_in_a: failedOnlyInA, failed_only_in_b: failedOnlyInB },
    differs: differs.map(({ what, a: inA, b: inB }) => ({ what, a: [...inA], b: [...inB] })),
  };
}
