import { z } from 'zod';
import { writePage } from '../products/report/page.js';
import { taskReports } from '../products/report/report.js';
import { roofsHere } from '../products/report/roofs.js';
import { checked } from '../target/checked.js';
import { onNoteSchema, someRecords } from '../log/read-logs.js';
import { readBench } from '../products/report/read-bench.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';

/** The options of `report`. */
const reportOptionsSchema = z.strictObject({
  modules: modulesSchema,
  bench: z.string().exactOptional().describe('a file that `tune bench --json` wrote: peers, peak and bandwidth'),
  roof: z.boolean().default(false).describe('measure the peak and the bandwidth of this machine now'),
  onNote: onNoteSchema.exactOptional(),
});

export type ReportOptions = Readonly<z.input<typeof reportOptionsSchema>>;

/**
 * One page of HTML with what some logs hold, complete in itself: it asks no network for anything. Throws UsageError for
 * a file that does not exist or is none of `tune bench --json`, WorkError when there is no record, MissingError where
 * `roof` lacks a compiler.
 */
export async function report(paths: readonly string[], options: ReportOptions = {}): Promise<string> {
  const { onNote, modules, bench, roof } = checked(reportOptionsSchema, options);
  const known = await catalogueWith(modules);
  const compared = bench === undefined ? { peers: [], roofs: [] } : await readBench(bench);
  const { records, logs } = await someRecords(paths, onNote);
  const tasks = taskReports(records, known);
  const measured = roof ? await roofsHere(tasks, onNote) : [];
  return writePage({ logs, tasks, peers: compared.peers, roofs: [...measured, ...compared.roofs] });
}
