import * as ix from './index.js';
import type { Index } from './index.js';
import { packedShape } from './layout.js';
import type { Storage } from './nest.js';
import type { Stage } from './stage.js';
import { defined } from '../target/defined.js';

/**
 * The storage of a stage's elements, so many in each dimension (at most), in so many buffers whose readers lag behind
 * by so many iterations.
 */
export function storageOf(
  { tensor, scope, layout, padding, swizzling }: Stage,
  extent: readonly Index[],
  buffers = 1,
  lag = 0,
): Storage {
  const extents = extent.map((e) => ix.range(e).max);
  const once = layout ? packedShape(extents, layout) : extents;
  const outer = buffers > 1 ? [buffers] : [];
  const shape = [...outer, ...once];
  const room = padding.size > 0 && [...outer, ...once.map((size, d) => size + (padding.get(d) ?? 0))];
  return {
    tensor,
    shape,
    scope,
    ...defined({ room: room || undefined, buffers: buffers > 1 ? buffers : undefined, lag: lag > 0 ? lag : undefined }),
    swizzle: swizzling,
  };
}
