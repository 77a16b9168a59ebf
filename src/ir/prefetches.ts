import type { ConditionState } from './choices.js';
import * as ix from './index.js';
import { uses } from './index-facts.js';
import type { Instance } from './instance.js';
import { axesOf, isReduce, type Loop } from './loop.js';
import { block, nothing, type Stmt } from './nest.js';
import type { Place, Plan } from './place.js';
import type { Prefetching } from './stage.js';
import type { LoadValue } from './tensor.js';

/**
 * A prefetch for each vector of what a later iteration of a stage reads or writes. It may lie outside the tensor at the
 * end, which does no harm.
 */
export function emitPrefetch(
  place: Place,
  { tensor, loop, distance }: Prefetching,
  instance: Instance,
  choices: ConditionState,
): Stmt {
  const { stage } = instance;
  const then = instance.bind(loop, ix.add(instance.value(loop)!, ix.constant(distance)));
  const after = stage.loops.slice(stage.loops.indexOf(loop) + 1);
  // Of neighbours that one instruction takes up, the first stands for all.
  const groups = after.filter((l) => isReduce(l) && l.annotation === 'tensorize');
  const later = groups.reduce((i, l) => i.bind(l, ix.zero), then);
  const inside = after.filter((l) => !isReduce(l));
  const fetch = (load: LoadValue | undefined): Stmt => {
    const used = (l: Loop): boolean => !load || load.indices.some((index) => uses(index, (v) => axesOf(l).includes(v)));
    const end: Plan['end'] = (e, i, c) => {
      const at = load ? e.resolve(load, i, c) : e.self(i);
      return at.kind === 'load' ? { kind: 'prefetch', tensor, indices: at.indices } : nothing;
    };
    return place.walk({ leaves: inside.filter(used), producers: false, end }, later, choices, 0);
  };
  if (tensor === stage.tensor) return fetch(undefined);
  return block(...stage.loadsOf(tensor).map(fetch));
}
