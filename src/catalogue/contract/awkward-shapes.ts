import { valueType } from '../../ir/tensor.js';
import type { DType } from '../../ir/tensor.js';
import type { Operator, ShapeOptions, Workload } from '../../operator/operator.js';
import { derivedShapes } from './derived-shapes.js';
import { defined } from '../../target/defined.js';

/**
 * The awkward shapes of an operator: all in the first of the types, a third of them in each of the others. Those of one
 * that declares none are made of its named workloads.
 */
export function awkwardWorkloads(operator: Operator, types: readonly DType[] = [valueType]): Workload[] {
  const shapes = operator.awkward ?? derivedShapes(operator);
  const hasTypes = operator.options.some(({ key }) => key === 'dtype');
  return types.flatMap((dtype, t) =>
    shapes
      .filter((_, i) => t === 0 || i % 3 === t % 3)
      .map((shape) => awkwardWorkload(operator, shape, defined({ dtype: hasTypes ? dtype : undefined }))),
  );
}

/**
 * One of them, with options on top.
 *
 * @internal Tests name and export them.
 */
export function awkwardWorkload(operator: Operator, shape: string | ShapeOptions, more: ShapeOptions): Workload {
  if (typeof shape === 'string') return operator.workload(shape, more);
  return operator.workload(undefined, { ...shape, ...more });
}
