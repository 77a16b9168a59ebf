import type { ConditionState } from './choices.js';
import * as ix from './index.js';
import type { Index } from './index.js';
import { uses } from './index-facts.js';
import type { Instance } from './instance.js';
import { axesOf, isReduce, type Loop } from './loop.js';
import { block, nothing, type Stmt } from './nest.js';
import type { Place, Plan } from './place.js';
import type { Prefetching, Streaming } from './stage.js';
import { elementBytes, type LoadValue } from './tensor.js';

/** What a stage asks the caches for at the start of an iteration of a loop. */
export function emitPrefetches(
  place: Place,
  loop: Loop | undefined,
  instance: Instance,
  choices: ConditionState,
): readonly Stmt[] {
  const { prefetches, streams } = instance.stage;
  return [
    ...prefetches.filter((one) => one.loop === loop).map((one) => emitPrefetch(place, one, instance, choices)),
    ...streams.filter((one) => one.loop === loop).map((one) => emitStream(place, one, instance, choices)),
  ];
}

/**
 * A prefetch for each vector of what a later iteration of a stage reads or writes. It may lie outside the tensor at the
 * end, which does no harm.
 */
function emitPrefetch(
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

/** What the caches take up at a time, in bytes. */
const LINE = 64;

/** Prefetches for one iteration's share of what comes next. It may lie outside the tensor at the end. */
function emitStream(place: Place, streaming: Streaming, instance: Instance, choices: ConditionState): Stmt {
  const { tensor, loop, ahead, elements, around } = streaming;
  const { stage } = instance;
  const outer = place.around.open.get(around.stage)!;
  const passes = iterationOf(outer, around.loops);
  const steps = iterationOf(instance, stage.loops.slice(0, stage.loops.indexOf(loop) + 1).filter(isReduce));
  const share = Math.ceil(elements / (passes.count * steps.count));
  // Where shares are rounded up the last passes have nothing left to ask for.
  const asked = ix.min(ix.scale(passes.number, steps.count * share), ix.constant(elements));
  const from = ix.add(asked, ix.scale(steps.number, share));
  const line = LINE / elementBytes(tensor.dtype);
  const lines = Array.from({ length: Math.ceil(share / line) }, (_, i) => ahead + i * line);
  const first = stage.loops.reduce((i, l) => i.bind(l, ix.zero), instance);
  return block(
    ...stage.loadsOf(tensor).flatMap((load) => {
      const at = place.resolve(load, first, choices);
      if (at.kind !== 'load') return [];
      return lines.map((distance): Stmt => {
        return { kind: 'prefetch', tensor, indices: at.indices, behind: ix.add(from, ix.constant(distance)) };
      });
    }),
  );
}

interface Iteration {
  readonly number: Index;
  readonly count: number;
}

/** The number of an iteration of loops, the outermost first, and how many there are at most. */
function iterationOf(instance: Instance, loops: readonly Loop[]): Iteration {
  const none: Iteration = { number: ix.zero, count: 1 };
  return loops.reduce(({ number, count }, loop) => {
    const extent = ix.range(instance.extent(loop)).max;
    return { number: ix.add(ix.scale(number, extent), instance.value(loop)!), count: count * extent };
  }, none);
}
