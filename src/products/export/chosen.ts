/** What is exported of some logs: the best records, each turned back into a kernel to generate. */
import type { LibraryItem } from '../../backend/library/library.js';
import type { Best } from '../../log/record/best.js';
import { inOrderForHere } from '../../transfer/best-for.js';
import { workloadKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { ownKernels } from '../../backend/own-kernels.js';
import type { Known } from '../../templates/known.js';
import { TuneError } from '../../target/errors.js';
import { rebuild } from '../../tuner/rebuild.js';

export interface Chosen {
  readonly items: readonly LibraryItem[];
  /** Sentences on what was passed over. */
  readonly notes: readonly string[];
}

/**
 * Of each workload and target the record that stands for it here. A record is untrusted: what cannot be rebuilt from it
 * is passed over. Of templates of modules, and of specs of `tune source`, those can be that are among the `known`.
 */
export function chosenOf(best: readonly Best<LoggedRecord>[], known: Known = ownKernels): Chosen {
  const items: LibraryItem[] = [];
  const notes: string[] = [];
  for (const group of grouped(best, ({ record }) => workloadKey(record)).values()) {
    const usable = inOrderForHere(group).flatMap((one) => {
      const item = itemOf(one, known);
      if (typeof item !== 'string') return [{ item, one }];
      notes.push(`${placeOf(one)} is passed over: ${item}`);
      return [];
    });
    const [chosen] = usable;
    if (!chosen) continue;
    items.push(chosen.item);
    if (usable.length > 1)
      notes.push(
        `${chosen.item.task.workload.name} was tuned on ${usable.length} machines: the kernel of ${placeOf(chosen.one)} is taken.`,
      );
  }
  return { items, notes };
}

/** A sentence that says why where there is none. */
function itemOf({ record, seconds }: Best<LoggedRecord>, known: Known): LibraryItem | string {
  const { tune } = record;
  try {
    const { task, config } = rebuild(record, known);
    const tuned = { machine: tune?.fingerprint, timestamp: record.timestamp, seconds };
    return { task, config, tuned, origin: `line ${record.line} of a log` };
  } catch (error) {
    if (error instanceof TuneError) return error.message;
    throw error;
  }
}

function placeOf({ record: { log, line } }: Best<LoggedRecord>): string {
  return `${log}:${line}`;
}
