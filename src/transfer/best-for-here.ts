/** Which record of some logs stands for a workload that several machines measured: the one rule for all commands. */
import { backendNamed } from '../backend/registry.js';
import { UsageError } from '../target/errors.js';
import { selectBest, type Best } from '../log/record/best.js';
import { byNearestHardware, hardwareOf } from '../log/record/hardware.js';
import { targetKey, workloadKey } from '../log/record/key.js';
import { grouped } from '../target/grouped.js';
import type { LoggedRecord } from '../log/record/log.js';

/**
 * The best records of one workload in the order in which they stand for it: target by target as they come, and of each
 * that of this machine first, then those of the machines most like it; of machines that are equally like it, that which
 * tried most.
 */
export function inOrderForHere<B extends Pick<Best, 'record' | 'trials'>>(best: readonly B[]): readonly B[] {
  return [...grouped(best, ({ record }) => targetKey(record.target)).values()].flatMap((ofTarget) => {
    const { target } = ofTarget[0].record;
    const here = { target, fingerprint: fingerprintFor(target) };
    const byEffort = ofTarget.toSorted((a, b) => b.trials - a.trials);
    return byNearestHardware(here, byEffort, ({ record }) => hardwareOf({ ...record, target }));
  });
}

/** The best record of every workload and target, by `workloadKey`, that stands for it here. */
export function bestForHere(records: readonly LoggedRecord[]): ReadonlyMap<string, Best<LoggedRecord>> {
  const groups = grouped(selectBest(records), ({ record }) => workloadKey(record));
  return new Map([...groups].map(([key, group]) => [key, inOrderForHere(group)[0]!]));
}

/** What kernels for a target run on here; undefined for a target of a kind that nobody knows. */
function fingerprintFor(target: string): string | undefined {
  try {
    return backendNamed(target).fingerprint();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
