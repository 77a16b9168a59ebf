import type { Schedule } from '../../src/ir/schedule.js';
import { computationOf, type Workload } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { referenceSchedule } from '../../src/templates/reference.js';

/** The schedule of the reference, on tensors of the workload's own types. */
export function naiveSchedule(workload: Workload): Schedule {
  return referenceSchedule(computationOf(findOperator(workload.operator), workload));
}
