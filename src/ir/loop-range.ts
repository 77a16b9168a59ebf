import * as ix from './index.js';
import type { Index } from './index.js';
import type { Loop } from './loop.js';
import { forLoop, nothing, type Stmt } from './nest.js';
import type { Detail } from './place.js';
import type { Stage } from './stage.js';

/** The iterations from..to of a loop, counted from 0, so that the range of what is computed from them is known. */
export function forRange(
  detail: Detail,
  stage: Stage,
  loop: Loop,
  from: number,
  to: number,
  body: (value: Index) => Stmt,
): Stmt {
  if (from >= to) return nothing;
  const v = new ix.Var(loop.name, to - from);
  const once = to - from === 1;
  const inside = body(once ? ix.constant(from) : ix.add(ix.variable(v), ix.constant(from)));
  return once && detail === 'full' ? inside : forLoop(stage, loop, v, ix.zero, ix.constant(to - from), inside);
}
