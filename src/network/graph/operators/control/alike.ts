import { sameShape, sizeOf } from '../attributes.js';
import type { SourceNode } from '../operator.js';
import { reshaped } from '../reshape.js';

type Pair = readonly [string, string];

/**
 * Two values of which the network chooses one, in one shape; undefined where they have none in common. Extents of 1
 * make no difference where the file declares the result, or where there is but one element, which all readers take
 * alike: exporters give a flag as a scalar in one branch and as a list in the other.
 */
export function alike(node: SourceNode, [one, other]: Pair, declared?: readonly number[]): Pair | undefined {
  const [a, b] = [node.typeOf(one), node.typeOf(other)];
  if (a.type !== b.type || a.counted?.by !== b.counted?.by) return undefined;
  if (sameShape(a.shape, b.shape)) return [one, other];
  const shape = declared ?? (a.shape.length > b.shape.length ? a.shape : b.shape);
  const isEach = [a, b].every((type) => sameShape(withoutOnes(type.shape), withoutOnes(shape)));
  if (!isEach || (declared === undefined && sizeOf(shape) > 1)) return undefined;
  return [reshaped(node, one, shape), reshaped(node, other, shape)];
}

function withoutOnes(shape: readonly number[]): readonly number[] {
  return shape.filter((extent) => extent !== 1);
}
