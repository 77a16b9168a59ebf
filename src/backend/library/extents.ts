/** Extents of an argument as callers have them. */
import type { KernelArg } from '../../ir/device-kernel.js';
import type { Workload } from '../../operator/operator.js';

/** Groups may be an axis of their own in a computation; in memory they are the outer part of the channels. */
export function extentsInMemory(
  { name, shape }: Pick<KernelArg, 'name' | 'shape'>,
  { operator, shape: fields }: Workload,
): readonly number[] {
  const isOfChannels = shape.length <= 2;
  if (!operator.startsWith('conv2d') || shape.length === (isOfChannels ? 1 : 4)) return shape;
  const at = name === 'weights' || isOfChannels ? 0 : fields['layout'] === 'NCHW' ? 1 : 3;
  return [...shape.slice(0, at), shape[at]! * shape[at + 1]!, ...shape.slice(at + 2)];
}
