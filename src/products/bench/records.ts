import type { Operator, Workload } from '../../operator/operator.js';
import { comparisons, type Comparison } from '../../log/record/best.js';
import { inOrderForHere } from '../../transfer/best-for.js';
import { workloadKey } from '../../log/record/key.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { isOfThisMachine } from '../../backend/this-machine.js';
import { UsageError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import { rebuild } from '../../tuner/rebuild.js';
import { effortOf, workSeconds, type Effort } from '../../log/record/effort.js';
import { formatTarget } from '../../backend/registry.js';

/** What some logs hold, by workload and target, since logs of many workloads are long. */
export class RecordIndex {
  private readonly contests: ReadonlyMap<string, readonly Contest[]>;

  constructor(records: readonly LoggedRecord[]) {
    const work = workSeconds(records);
    const contests = comparisons(records).map((one) => ({ ...one, effort: effortOf(one.records, work) }));
    this.contests = grouped(contests, ({ workload }) => workload);
  }

  /** The records of a workload on a target, one contest a machine. */
  of(operator: Operator, workload: Workload, target: Target): readonly Contest[] {
    const args = operator.encode(workload);
    const key = workloadKey({ target: formatTarget(target), task: '', args, tune: { operator: operator.name } });
    return this.contests.get(key) ?? [];
  }
}

/** The records of one machine, and what tuning took there. */
interface Contest extends Comparison<LoggedRecord> {
  readonly effort: Effort;
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
 * The best record of one workload that can still be built, by the rule of `selectBest`, of the first machine that has
 * one in the order of `inOrderForHere`; or a clause that says why there is none.
 */
export function findRecord(machines: readonly Contest[], known?: Known): Found | string {
  let firstRefusal: string | undefined;
  for (const { ranked, effort } of inOrderForHere(machines.flatMap(withBest))) {
    for (const { record } of ranked) {
      const refusal = whyNot(record, known);
      if (refusal === undefined) return { record, effort, here: isOfThisMachine(record) };
      firstRefusal ??= refusal;
    }
  }
  return firstRefusal === undefined ? 'no record' : `no record that can be built (${firstRefusal})`;
}

/** Whether any works, though it may be that it cannot be built any more. */
export function anyWorks(machines: readonly Contest[]): boolean {
  return machines.some(({ ranked }) => ranked.length > 0);
}

/** None where all failed. */
function withBest(machine: Contest): readonly ContestWithBest[] {
  const [best] = machine.ranked;
  return best ? [{ ...machine, record: best.record, trials: machine.records.length }] : [];
}

interface ContestWithBest extends Contest {
  readonly record: LoggedRecord;
  readonly trials: number;
}

/** Why a record cannot be built, if it cannot: it may come from another version of a template, or from anybody. */
function whyNot(record: LoggedRecord, known: Known | undefined): string | undefined {
  try {
    rebuild(record, known);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
