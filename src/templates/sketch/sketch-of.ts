/**
 * A template for any operator: its schedules are derived from what it computes (Ansor, OSDI 2020), by rules of which
 * each is a file of `rules/`.
 */
import { Schedule } from '../../ir/schedule.js';
import type { TensorOperator } from '../../operator/operator.js';
import type { SimdTarget } from '../../target/target.js';
import type { ScheduleTemplate } from '../template.js';
import { sketchesOf } from './derive.js';
import { sizesOf, sketchOf, spaceOf } from './knobs.js';
import { scheduleOf } from './schedule.js';
import { suggestionsFor } from './suggestions.js';
import { servesType, typeProblem } from './types.js';

/** The template `NAME.sketch` of an operator. */
export function sketchesOfOperator(operator: TensorOperator): ScheduleTemplate<SimdTarget> {
  return {
    name: `${operator.name}.sketch`,
    operator: operator.name,
    target: 'simd',
    summary: 'structures derived from the computation',
    version: 1,
    dtypes: servesType(operator),
    isDerived: true,
    refuses: (workload) => typeProblem(new Schedule(operator.computation(workload))),
    define: (workload, target) => {
      const plain = new Schedule(operator.computation(workload));
      return spaceOf(plain, sketchesOf(plain, target), target);
    },
    suggestions: (workload, target) => {
      const plain = new Schedule(operator.computation(workload));
      return suggestionsFor(plain, sketchesOf(plain, target), target);
    },
    schedule: (workload, target, { values }) =>
      scheduleOf(operator.computation(workload), sketchOf(values), sizesOf(values, target)),
  };
}
