import type { Operator, Workload } from '../operator/operator.js';
import { meanCost } from '../record/best.js';
import { grouped, workloadKey } from '../record/key.js';
import type { LoggedRecord } from '../record/log.js';
import { UsageError } from '../target/errors.js';
import type { Target } from '../target/target.js';
import { revive } from '../tuner/revive.js';
import { effortOf, type Effort } from './effort.js';
import { formatTarget, backendNamed } from '../backend/registry.js';

/** What some logs hold. */
export interface Records {
  readonly all: readonly LoggedRecord[];
  /** Those that stand (tuner/settled.ts), among which is the best. */
  readonly standing: readonly LoggedRecord[];
}

/** The same by workload and target, since logs of many workloads are long. */
export class RecordIndex {
  private readonly all: ReadonlyMap<string, readonly LoggedRecord[]>;
  private readonly standing: ReadonlyMap<string, readonly LoggedRecord[]>;

  constructor({ all, standing }: Records) {
    this.all = grouped(all, workloadKey);
    this.standing = grouped(standing, workloadKey);
  }

  /** The records of a workload on a target. */
  of(operator: Operator, workload: Workload, target: Target): Records {
    const args = operator.encode(workload);
    const key = workloadKey({ target: formatTarget(target), task: '', args, tune: { operator: operator.name } });
    return { all: this.all.get(key) ?? [], standing: this.standing.get(key) ?? [] };
  }
}

/** The record whose kernel is timed. */
export interface Found {
  readonly record: LoggedRecord;
  /** What finding it took, on the machine where it was found. */
  readonly effort: Effort;
  /** Whether that was a machine like this one. */
  readonly here: boolean;
}

/**
 * The best of the records of one workload that can still be built, from this machine if there is one, otherwise from any other; or a clause
 * that says why there is none.
 */
export function findRecord({ all, standing }: Records): Found | string {
  const candidates = standing.filter((record) => meanCost(record) !== undefined);
  candidates.sort((a, b) => Number(isHere(b)) - Number(isHere(a)) || meanCost(a)! - meanCost(b)!);
  let firstRefusal: string | undefined;
  for (const record of candidates) {
    const refusal = whyNot(record);
    if (refusal === undefined) {
      const machine = record.tune?.fingerprint;
      const searched = all.filter((one) => one.tune?.fingerprint === machine);
      return { record, effort: effortOf(searched), here: isHere(record) };
    }
    firstRefusal ??= refusal;
  }
  return firstRefusal === undefined ? 'no record' : `no record that can be built (${firstRefusal})`;
}

function isHere({ target, tune }: LoggedRecord): boolean {
  return tune?.fingerprint === backendNamed(target).fingerprint();
}

/** Why a record cannot be built, if it cannot: it may come from another version of a template, or from anybody. */
function whyNot(record: LoggedRecord): string | undefined {
  try {
    revive(record);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
