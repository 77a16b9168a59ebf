import { defaultBackend, parseTarget } from '../../backend/registry.js';
import { findOperator } from '../../operator/registry.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { UsageError } from '../../target/errors.js';
import { threadsOf } from '../../target/target.js';
import { ownKernels } from '../../backend/own-kernels.js';
import type { Known } from '../../templates/known.js';
import { entryOf, type Wanted } from './entry.js';

/**
 * The workloads that records hold for processors, each on the numbers of threads that they were tuned for: by operator,
 * by number of threads, and then in the order in which they first appear. Records of other devices, and of operators
 * that are not known, are passed over.
 */
export function wantedOf(records: readonly LoggedRecord[], known: Known = ownKernels): readonly Wanted[] {
  const tasks = new Map<string, LoggedRecord>();
  for (const record of records) {
    const key = JSON.stringify([record.task, record.tune?.operator, record.args, record.target]);
    if (!tasks.has(key)) tasks.set(key, record);
  }
  return inGroups(unique([...tasks.values()].flatMap((record) => understood(record, known))));
}

/** The same workloads on these numbers of threads. */
export function onThreadsInstead(wanted: readonly Wanted[], threads: readonly number[]): readonly Wanted[] {
  return inGroups(unique(threads.flatMap((count) => wanted.map(({ entry }) => ({ entry, threads: count })))));
}

/** Templates of one operator share its workloads. */
function unique(wanted: readonly Wanted[]): readonly Wanted[] {
  const byName = wanted.map((one): [string, Wanted] => [nameOf(one), one]);
  return [...new Map(byName).values()];
}

function nameOf({ entry: { operator, workload }, threads }: Wanted): string {
  return JSON.stringify([operator.name, operator.encode(workload), threads]);
}

function inGroups(wanted: readonly Wanted[]): readonly Wanted[] {
  const order = [...new Set(wanted.map(({ entry }) => entry.operator.name))];
  const placeOf = ({ entry }: Wanted): number => order.indexOf(entry.operator.name);
  return wanted.toSorted((a, b) => placeOf(a) - placeOf(b) || a.threads - b.threads);
}

/** Nothing for what cannot run on a processor of this kind. A log is untrusted: whatever it says may be wrong. */
function understood({ task, args, target, tune }: LoggedRecord, { operators, templates }: Known): readonly Wanted[] {
  try {
    const words = target.trim().split(/\s+/);
    if (words[0] !== defaultBackend.kind) return [];
    const template = templates.find(({ name }) => name === task);
    const operator = findOperator(template?.operator ?? tune?.operator ?? task, operators);
    return [{ entry: entryOf(operator, operator.decode(args)), threads: threadsOf(parseTarget(target)) }];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
