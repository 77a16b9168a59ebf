import { z } from 'zod';
import { benchRowSchema } from '../../products/bench/bench-rows.js';
import { contractEventSchema } from '../../catalogue/contract/events.js';
import { bestForRowSchema } from './best-for-rows.js';
import { bestRowSchema } from './best-rows.js';
import { checkRowSchema } from '../../products/retune/check-rows.js';
import { doctorSchema } from './doctor.js';
import { dryRunEventSchema, networkDryRunEventSchema } from '../../tuner/dry-run-events.js';
import { errorEventSchema } from './error-event.js';
import { exportResultSchema } from '../../products/export/export-result.js';
import { listRowSchemas } from './list-rows.js';
import { logConvertSchema } from '../../log/formats/convert.js';
import { logDiffSchema } from '../../products/report/difference.js';
import { logExplainSchema } from '../../products/report/explanation.js';
import { logMergeSchema } from '../../log/record/merge.js';
import { logStatsSchema } from '../../products/report/task-stats.js';
import { networkEventSchema } from '../../network/schedule/events.js';
import { retuneRowSchema } from '../../products/retune/retune-rows.js';
import { replayRowSchema } from './replay-rows.js';
import { shownSchema } from './show.js';
import { simulateRowSchema } from './simulate-rows.js';
import { togetherRowSchema } from './together-rows.js';
import { tuneEventSchema } from '../../tuner/events.js';

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
  'log stats': logStatsSchema,
  'log merge': logMergeSchema,
  'log convert': logConvertSchema,
  'log diff': logDiffSchema,
  'log explain': logExplainSchema,
  doctor: doctorSchema,
  ...listSchemas,
  error: errorEventSchema,
};
