import { measureReach } from '../../backend/cpu/roof.js';
import { backendNamed } from '../../backend/registry.js';
import type { OnNote } from '../../log/read-logs.js';
import { TuneError } from '../../target/errors.js';
import type { Roof } from './peers.js';
import type { TaskReport } from './report.js';

/** For each number of threads and type of elements that a task of this machine has. */
export async function roofsHere(tasks: readonly TaskReport[], onNote: OnNote | undefined): Promise<Roof[]> {
  const here = tasks.filter(isOfHere);
  if (here.length === 0)
    onNote?.('No record is of this machine, so that no roof is measured: its times are of others.');
  const roofs: Roof[] = [];
  for (const { threads, dtype, fingerprint } of here) {
    if (threads === null || dtype === null) continue;
    if (roofs.some((roof) => roof.threads === threads && roof.dtype === dtype)) continue;
    const { peak, bandwidth } = await measureReach(threads, dtype);
    const reach = { gflops: peak / 1e9, gbps: bandwidth / 1e9, from: 'measured with this report' };
    roofs.push({ fingerprint: fingerprint!, threads, dtype, ...reach });
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
