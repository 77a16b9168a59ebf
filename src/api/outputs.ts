import { z } from 'zod';
import { benchRowSchema } from '../products/bench/bench-rows.js';
import { contractEventSchema } from '../catalogue/contract/events.js';
import { bestForRowSchema } from '../transfer/best-for-rows.js';
import { bestRowSchema } from '../log/record/best-rows.js';
import { checkRowSchema } from '../products/retune/check-rows.js';
import { doctorSchema } from './doctor.js';
import { dryRunEventSchema, networkDryRunEventSchema } from '../tuner/dry-run-events.js';
import { farmSchema } from './farm.js';
import { exportResultSchema } from '../products/export/export.js';
import { listRowSchemas } from './list-rows.js';
import { logConvertSchema } from '../log/formats/convert.js';
import { logDiffSchema } from '../products/report/difference.js';
import { logExplainSchema } from '../products/report/explanation.js';
import { logMergeSchema } from '../log/record/merge.js';
import { logStatsSchema } from '../products/report/task-stats.js';
import { networkEventSchema } from '../network/schedule/events.js';
import { retuneRowSchema } from '../products/retune/retune-rows.js';
import { replayRowSchema } from '../tuner/replay-rows.js';
import { shownSchema } from '../products/show/show.js';
import { simulateRowSchema } from '../tuner/simulate-rows.js';
import { togetherRowSchema } from '../network/schedule/together-rows.js';
import { tuneEventSchema } from '../tuner/events.js';

const errorEventSchema = z.object({
  event: z.literal('error'),
  exit: z.int().describe('the exit code'),
  message: z.string().describe('what went wrong, and the next step'),
});

/** The last line on stdout of a command with `--json` that fails. */
export type ErrorEvent = Readonly<z.output<typeof errorEventSchema>>;

type ListSchemas = {
  readonly [Name in keyof typeof listRowSchemas as `list ${Name}`]: z.ZodArray<(typeof listRowSchemas)[Name]>;
};

const listSchemas = Object.fromEntries(
  Object.entries(listRowSchemas).map(([name, row]) => [`list ${name}`, z.array(row as z.ZodObject)]),
) as unknown as ListSchemas;

/**
 * What each command prints with `--json`, as zod schemas: of `tune`, `network`, dry runs of both, `simulate`
 * (`--together`, too) and `contract` a line, of the others the whole document.
 */
export const outputSchemas = {
  tune: tuneEventSchema,
  dryRun: dryRunEventSchema,
  network: networkEventSchema,
  dryRunNetwork: networkDryRunEventSchema,
  bench: z.array(benchRowSchema),
  best: z.array(bestRowSchema),
  'best --for': z.array(bestForRowSchema),
  replay: z.array(replayRowSchema),
  show: shownSchema,
  check: z.array(checkRowSchema),
  retune: z.array(retuneRowSchema),
  simulate: simulateRowSchema,
  'simulate --together': togetherRowSchema,
  contract: contractEventSchema,
  export: exportResultSchema,
  'farm status': farmSchema,
  'log stats': logStatsSchema,
  'log merge': logMergeSchema,
  'log convert': logConvertSchema,
  'log diff': logDiffSchema,
  'log explain': logExplainSchema,
  doctor: doctorSchema,
  ...listSchemas,
  error: errorEventSchema,
};
