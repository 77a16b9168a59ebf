import { z } from 'zod';
import { backendNamed } from '../backend/registry.js';
import { measureReach } from '../backend/cpu/roof.js';
import { writePage } from '../products/report/page.js';
import type { Roof } from '../products/report/peers.js';
import { taskReports, type TaskReport } from '../products/report/report.js';
import { TuneError } from '../target/errors.js';
import { checked } from '../target/checked.js';
import { onNoteSchema, someRecords, type OnNote } from '../log/read-logs.js';
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
 * One page of HTML with what some logs tell, complete in itself: it asks no network for anything. Throws UsageError for
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

/** For each number of threads that a task of this machine has. */
async function roofsHere(tasks: readonly TaskReport[], onNote: OnNote | undefined): Promise<Roof[]> {
  const here = tasks.filter(isOfHere);
  if (here.length === 0)
    onNote?.('No record is of this machine, so that no roof is measured: its times are of others.');
  const roofs: Roof[] = [];
  for (const { threads, fingerprint } of here) {
    if (threads === null || roofs.some((roof) => roof.threads === threads)) continue;
    const { peak, bandwidth } = await measureReach(threads);
    const reach = { gflops: peak / 1e9, gbps: bandwidth / 1e9, from: 'measured with this report' };
    roofs.push({ fingerprint: fingerprint!, threads, ...reach });
  }
  return roofs;
}

/** What is measured is a processor's: other devices have other roofs. */
function isOfHere({ target, fingerprint }: TaskReport): boolean {
  try {
    const backend = backendNamed(target);
    return backend.model === 'simd' && fingerprint === backend.fingerprint();
  } catch (error) {
    if (error instanceof TuneError) return false;
    throw error;
  }
}
