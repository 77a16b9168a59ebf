/** Which record of some logs stands for a workload on this machine. */
import { backendNamed } from '../backend/registry.js';
import { selectBest, type Best } from '../record/best.js';
import { byNearestHardware, hardwareOf } from '../record/hardware.js';
import { grouped, workloadKey } from '../record/key.js';
import type { LoggedRecord } from '../record/log.js';
import { UsageError } from '../target/errors.js';

/**
 * The best record of every workload and target, by `workloadKey`: of the machine that is most like this one, where logs
 * hold several.
 */
export function bestForHere(records: readonly LoggedRecord[]): ReadonlyMap<string, Best<LoggedRecord>> {
  const groups = grouped(selectBest(records), ({ record }) => workloadKey(record));
  return new Map(
    [...groups].map(([key, group]) => {
      const { target } = group[0].record;
      const here = { target, fingerprint: fingerprintFor(target) };
      return [key, byNearestHardware(here, group, ({ record }) => hardwareOf(record))[0]!];
    }),
  );
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
