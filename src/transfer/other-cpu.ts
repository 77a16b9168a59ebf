/** What to expect of kernels that were tuned on another CPU than this machine's. */
import { defaultBackend } from '../backend/registry.js';
import type { Best } from '../log/record/best.js';
import { workloadKey } from '../log/record/key.js';
import type { OnNote } from '../log/read-logs.js';
import type { LoggedRecord } from '../log/record/log.js';
import { quote } from '../target/format.js';
import { grouped } from '../target/grouped.js';
import { visible } from '../target/visible.js';
import { inOrderForHere } from './best-for.js';

/** Measured with logs of a Zen 4 on a Zen 5 (docs/design/search.md): .66 to .95 of the speed of kernels tuned there. */
export const EXPECTED_LOSS = 'expect 5 to 34 % less speed than tuned here';

/**
 * Says of how many workloads the record that stands for this machine is of another CPU. Records that name no machine
 * are left out, and those for GPUs.
 */
export function noteOtherCpu(best: readonly Best<LoggedRecord>[], onNote: OnNote | undefined): void {
  const groups = [...grouped(best, ({ record }) => workloadKey(record)).values()];
  const standing = groups.map((group) => inOrderForHere(group)[0]!.record);
  const here = cpuIn(defaultBackend.fingerprint());
  const other = standing.filter((record) => (cpuOf(record) ?? here) !== here);
  if (other.length === 0) return;
  const cpus = [...new Set(other.map((record) => visible(cpuOf(record)!)))].join(', ');
  const [log, ...others] = [...new Set(other.map((record) => visible(record.log)))];
  const history = [log!, ...others].map(quote).join(' ');
  onNote?.(
    `${other.length} of ${standing.length} kernels were tuned on another CPU (${cpus}; this is ${here}): ` +
      `${EXPECTED_LOSS}, by \`tune network ${quote(log!)} --history ${history}\`.`,
  );
}

/** The CPU that a record for CPUs names. */
function cpuOf({ target, tune }: LoggedRecord): string | undefined {
  const isForCpu = target.trim().split(/\s+/)[0] === defaultBackend.kind;
  return isForCpu && tune?.fingerprint !== undefined ? cpuIn(tune.fingerprint) : undefined;
}

/** A fingerprint without cores and caches. */
function cpuIn(fingerprint: string): string {
  return fingerprint.split('.')[0]!;
}
