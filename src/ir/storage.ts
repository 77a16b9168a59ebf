import * as ix from './index.js';
import type { Index } from './index.js';
import { packedShape } from './layout.js';
import type { Storage } from './nest.js';
import type { Stage } from './stage.js';

/** The storage of a stage's elements, so many in each dimension (at most). */
export function storageOf(
  { tensor, scope, layout, padding }: Stage,
  extent: readonly Index[],
  doubled = false,
): Storage {
  const extents = extent.map((e) => ix.range(e).max);
  const once = layout ? packedShape(extents, layout) : extents;
  const halves = doubled ? [2] : [];
  const shape = [...halves, ...once];
  const room = padding.size > 0 && [...halves, ...once.map((size, d) => size + (padding.get(d) ?? 0))];
  return { tensor, shape, scope, ...(room && { room }), ...(doubled && { doubled }) };
}
