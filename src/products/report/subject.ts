import { parseTarget } from '../../backend/registry.js';
import { bytesOf } from '../../operator/bytes.js';
import { identify } from '../../log/record/identify.js';
import type { TuneRecord } from '../../log/record/record.js';
import { TuneError } from '../../target/errors.js';
import { threadsOf } from '../../target/target.js';
import type { Known } from '../../templates/known.js';

/** What was tuned, on what machine; null is what the log does not tell, or what nothing here knows. */
export interface Subject {
  readonly operator: string | null;
  readonly workload: string | null;
  /** As the log writes it. */
  readonly target: string;
  readonly fingerprint: string | null;
  /** Of the kernel. */
  readonly threads: number | null;
  /** Floating-point operations of the direct algorithm, where they are told; bytes of inputs and output once each. */
  readonly flops: number | null;
  readonly bytes: number | null;
}

/** What some records of one workload, target and machine are of, as the first of them tells. */
export function subjectOf(record: TuneRecord, known: Known): Subject {
  const { operator, workload, computed } = identify(record, known);
  return {
    operator: operator ?? record.task,
    workload,
    target: record.target,
    fingerprint: record.tune?.fingerprint ?? null,
    threads: threadsIn(record.target),
    flops: computed && computed.operator.counts !== 'bytes' ? computed.operator.flops(computed.workload) : null,
    bytes: computed ? bytesOf(computed.operator, computed.workload) : null,
  };
}

/** Targets of others, and of tools that are not here, tell none. */
function threadsIn(target: string): number | null {
  try {
    return threadsOf(parseTarget(target));
  } catch (error) {
    if (error instanceof TuneError) return null;
    throw error;
  }
}
