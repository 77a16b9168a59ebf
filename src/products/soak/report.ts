/** What a soak finds: `soak` of `tune doctor --soak --json`. */
import { z } from 'zod';

const count = z.int().nonnegative();
const share = z.number().nonnegative();
const ofRepeats = share.describe('share of the repeats');

export const soakSchema = z.object({
  minutes: z.number().describe('that were asked for'),
  seconds: z.number().describe('that it took'),
  threads: count.describe('of the kernel'),
  interrupted: z.boolean(),
  ok: z.boolean().describe('false where a fault was taken for something else, or a right kernel was refused'),
  verdict: z
    .enum(['steady', 'uneven', 'noisy', 'unknown'])
    .describe(
      'what `across_runs` comes to: at most 2 %, at most 8 %, more (a search may lose its best), or too few runs to say',
    ),
  kernel: z.string().describe('what was timed'),
  runs: count.describe('fresh runs of it'),
  figures: z
    .object({
      median: z.number().describe('seconds a call'),
      spread: share.describe('(p90 - p10) / median of the runs'),
      drift: z.number().describe('by what share the last third of the runs was slower than the first'),
      across_runs: share.describe('a difference below this share between times of two runs means nothing'),
      side_by_side: share.describe('the same between two kernels that take turns in one run'),
    })
    .nullable()
    .describe('null after too few runs'),
  noisy: count.describe('runs that said so themselves'),
  disturbed: share.nullable().describe('share of the repeats that something else disturbed; null without a run'),
  missed: share
    .nullable()
    .describe('share of the repeats that took over 1.2 times the fastest of their run unmarked; null without a run'),
  causes: z
    .object({
      waited: ofRepeats.describe('threads went without a core'),
      moved: ofRepeats.describe('it was moved to another core'),
      slowed: ofRepeats.describe(
        'its core was slower than it can be, which alone disturbs none, and makes a trial noisy where most met it',
      ),
    })
    .describe('shares of all repeats, by what they met: several may meet in one'),
  neighbours: z.object({
    cores: count.describe('that there are'),
    waiting: z.number().describe('processes that wanted one in the minute before'),
    others: z.number().nullable().describe('cores that others kept busy, null where the system does not say'),
    stolen: share.nullable().describe('share of the time of all cores that a hypervisor took'),
  }),
  faults: z.array(
    z.object({
      fault: z.string().describe('what a kernel does'),
      injected: count,
      recognised: count.describe('of these, called by their name'),
      mistaken: z.string().nullable().describe('what was said of one that was not'),
    }),
  ),
  right: z
    .object({ measured: count, refused: count, reason: z.string().nullable() })
    .describe('right kernels among the faulty ones'),
  advice: z.array(z.string()).describe('what to do about it, the most urgent first'),
});

/** How far the timings of this machine can be trusted. */
export type Soak = Readonly<z.output<typeof soakSchema>>;
