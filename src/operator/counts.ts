import { isWhole } from '../elements/registry.js';
import { elementTypeOf, type Operator, type Workload } from './operator.js';
import type { Counts } from '../target/format.js';

/** What the speed of kernels of a workload counts. */
export function countsOf({ counts }: Operator, workload: Workload): Counts {
  return counts ?? (isWhole(elementTypeOf(workload)) ? 'ops' : 'flops');
}
