import type { Workload } from '../../../src/operator/operator.js';
import { lower } from '../../../src/ir/lower.js';
import { naiveSchedule } from '../../support/naive-schedule.js';
import { interpret } from '../../support/interpret.js';

/** What a workload makes of inputs, by its definition. */
export function interpretComputation(workload: Workload, inputs: readonly (readonly number[])[]): Float64Array {
  return interpret(
    lower(naiveSchedule(workload)),
    inputs.map((data) => Float64Array.from(data)),
  );
}
