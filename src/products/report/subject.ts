import { z } from 'zod';
import { parseTarget } from '../../backend/registry.js';
import { bytesOf, elementTypeOf } from '../../operator/operator.js';
import { identify } from '../../log/record/identify.js';
import type { TuneRecord } from '../../log/record/record.js';
import { TuneError } from '../../target/errors.js';
import { threadsOf } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import { countsOf } from '../../operator/counts.js';
import { speedUnits, type Counts } from '../../target/format.js';

export const subjectKeys = {
  operator: z.string().nullable().describe('the name of the template where it is of no operator here'),
  workload: z.string().nullable(),
  target: z.string().describe('as the log writes it'),
  fingerprint: z.string().nullable().describe('the machine'),
};

/** What was tuned, on what machine; null is what the log does not say, or what nothing here knows. */
export type Subject = z.output<z.ZodObject<typeof subjectKeys>>;

/** What some records of one workload, target and machine are of, as the first of them says. */
export function subjectOf(record: TuneRecord, known: Known): Subject {
  const { operator, workload } = identify(record, known);
  return {
    operator: operator ?? record.task,
    workload,
    target: record.target,
    fingerprint: record.tune?.fingerprint ?? null,
  };
}

/** What a kernel of it has to do; null is what the log does not say, or what nothing here knows. */
export interface KernelWork {
  readonly threads: number | null;
  /** The type of its elements. */
  readonly dtype: string | null;
  /** What its speed counts, and what 10^9 of that a second are called, `Gop/s`. */
  readonly counts: Counts;
  readonly unit: string;
  /** So many of that, where they are known. */
  readonly work: number | null;
  /** Operations of the direct algorithm, where they are known. */
  readonly flops: number | null;
  /** Of inputs and output, once each. */
  readonly bytes: number | null;
}

export function workOf(record: TuneRecord, known: Known): KernelWork {
  const { computed } = identify(record, known);
  const counts = computed ? countsOf(computed.operator, computed.workload) : 'flops';
  const work = computed ? computed.operator.flops(computed.workload) : null;
  return {
    threads: threadsIn(record.target),
    counts,
    unit: speedUnits[counts],
    work,
    dtype: computed ? elementTypeOf(computed.workload) : null,
    flops: counts === 'bytes' ? null : work,
    bytes: computed ? bytesOf(computed.operator, computed.workload) : null,
  };
}

/** Targets of others, and of tools that are not here, name none. */
function threadsIn(target: string): number | null {
  try {
    return threadsOf(parseTarget(target));
  } catch (error) {
    if (error instanceof TuneError) return null;
    throw error;
  }
}
