import { elementBytes } from '../ir/tensor.js';
import type { Operator, Workload } from './operator.js';

/** Bytes of inputs and output, once each: the least that has to be moved when nothing stays in a cache. */
export function bytesOf(operator: Operator, workload: Workload): number {
  if (operator.gives === 'source') return operator.bytes(workload);
  const { inputs, output } = operator.computation(workload);
  const bytes = [...inputs, output].map(({ shape, dtype }) =>
    shape.reduce((n, extent) => n * extent, elementBytes(dtype)),
  );
  return bytes.reduce((sum, count) => sum + count, 0);
}
