import { z } from 'zod';
import { countsOf } from '../../operator/counts.js';
import type { Known } from '../../templates/known.js';
import { configKeys, count, counts, gflops, interval, seconds, warnings } from '../json-keys.js';
import type { Best } from './best.js';
import { identify } from './identify.js';
import type { LoggedRecord } from './log.js';

export const bestRowSchema = z.object({
  operator: z.string().nullable().describe('null where the record is of no operator here and names none'),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  fingerprint: z.string().nullable().describe('the machine'),
  ...configKeys,
  seconds: seconds.describe('a call, the mean of undisturbed repeats'),
  gflops: gflops.nullable(),
  trials: count.describe('configs that were tried there'),
  log: z.string(),
  line: count.describe('of the log, from 1'),
  interval: interval.describe('between which bounds that time lies'),
  noisy: z.boolean().describe('whether its repeats disagree too much to say how fast it is'),
  warnings,
  counts,
});

/** The best record of a workload, target and machine: what `best` returns and `tune best --json` prints. */
export type BestRow = Readonly<z.output<typeof bestRowSchema>>;

export function bestRowOf({ record, seconds, low, high, noisy, trials }: Best<LoggedRecord>, known: Known): BestRow {
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
    counts: computed ? countsOf(computed.operator, computed.workload) : 'flops',
  };
}
