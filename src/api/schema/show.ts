/** What `show` returns and `tune show --json` prints. */
import { z } from 'zod';
import { configKeys, count, counts, gflops, seconds } from '../../log/json-keys.js';

export const shownSchema = z.object({
  operator: z.string(),
  workload: z.string(),
  target: z.string().describe('as the log writes it'),
  fingerprint: z.string().nullable().describe('the machine of the record; null where it names none'),
  ...configKeys,
  seconds: seconds.nullable().describe('a call; null of a config that the log holds no time of'),
  gflops: gflops.nullable(),
  counts,
  log: z.string(),
  line: count.nullable().describe('of the log, from 1; null of a config that it does not hold'),
  schedule: z
    .array(z.string())
    .describe('the primitives, in the order in which the template applied them; none of `tune source`'),
  nest: z.string().describe('the loop nest; empty of `tune source`'),
  source: z.string().describe('the generated kernel'),
  source_file: z.string().describe('the name that `compile` expects it under'),
  program: z.string().describe('calls the kernel once'),
  program_file: z.string(),
  compile: z.array(z.array(z.string())).describe('commands that make ./demo of both files, by words'),
  assembly: z.string().nullable().describe('of the kernel, where it was asked for'),
});

/** A config, and all that is made of it. */
export type Shown = Readonly<z.output<typeof shownSchema>>;
