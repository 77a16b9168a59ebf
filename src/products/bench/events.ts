/** What `bench` reports while it runs. */
import { z } from 'zod';
import { count, noteEvent } from '../../log/json-keys.js';
import { benchRowSchema } from './bench-rows.js';
import { tuneEventSchema } from '../../tuner/events.js';

const workload = benchRowSchema.shape.workload;
const threads = benchRowSchema.shape.threads;

const place = {
  done: count.describe('rows so far, this one included'),
  rows: count.describe('rows to be'),
};

/** @internal Tests hold the events against it. */
export const benchEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), rows: place.rows }),
  noteEvent,
  z
    .object({
      event: z.literal('tuning'),
      workload,
      threads,
      of: tuneEventSchema.describe('an event of that run of `tune`'),
    })
    .describe('while a workload without a record is tuned'),
  z.object({ event: z.literal('row'), ...place, row: benchRowSchema }),
  z
    .object({ event: z.literal('failure'), ...place, workload, threads, message: z.string() })
    .describe('a row that could not be timed'),
  z.object({
    event: z.literal('finish'),
    reason: z.enum(['done', 'interrupted']),
    rows: count.describe('rows that were timed'),
    failed: count.describe('rows that could not be, and kernels of ours that gave a wrong result or did not build'),
    missing: z.string().nullable().describe('which libraries are not installed, and how to get them'),
  }),
]);

/** What a comparison reports while it runs. */
export type BenchEvent = Readonly<z.output<typeof benchEventSchema>>;
