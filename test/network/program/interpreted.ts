import type { Workload } from '../../../src/operator/operator.js';
import { lower } from '../../../src/ir/lower.js';
import { referenceSchedule } from '../../../src/templates/reference.js';
import { interpret } from '../../support/interpret.js';

/** What a workload makes of inputs, by its definition. */
export function interpretComputation(workload: Workload, inputs: readonly (readonly number[])[]): Float64Array {
  return interpret(
    lower(referenceSchedule(workload)),
    inputs.map((data) => Float64Array.from(data)),
  );
}
