/** Loops in whose iterations what the next one reads is copied while this one computes (double buffering). */
import * as ix from './index.js';
import type { Index } from './index.js';
import { hinges } from './border.js';
import type { Hinge } from './border.js';
import type { Emission } from './emission.js';
import { Instance } from './instance.js';
import type { Region } from './instance.js';
import type { Loop } from './loop.js';
import { block, forLoop, nothing } from './nest.js';
import type { Stmt } from './nest.js';
import { neededRegion } from './region.js';
import type { Stage } from './stage.js';
import { storageOf } from './storage.js';

/** A loop of a stage that is being emitted, and the stages in it that are kept twice. */
interface Pipelining {
  readonly instance: Instance;
  readonly loop: Loop;
  readonly ahead: readonly Stage[];
}

/** A loop in whose iterations stages are filled for the next: the first fill comes before it, and none in the last iteration. */
export function pipelined(
  emission: Emission,
  { instance, loop, ahead }: Pipelining,
  iteration: (here: Emission, bound: Instance) => Stmt,
): Stmt {
  const { stages, threads, known } = emission.around;
  const { stage } = instance;
  const extent = instance.extent(loop);
  const most = ix.range(extent).max;
  const at = (tile: Index): Emission => {
    const open = new Map(emission.around.open).set(stage, instance.bind(loop, tile));
    const [origins, halves] = [new Map(emission.around.origins), new Map(emission.around.halves)];
    for (const { tensor } of ahead) {
      origins.set(tensor, neededRegion(tensor, stages, open, threads).origin);
      halves.set(tensor, ix.mod(tile, 2));
    }
    return emission.with({ open, origins, halves });
  };
  const regionAt = (e: Emission, { tensor }: Stage): Region =>
    neededRegion(tensor, e.around.stages, e.around.open, e.around.threads);
  const fill = (number: Index, conditions: readonly Hinge[]): Stmt => {
    const there = at(number).knowing(conditions);
    return block(...ahead.map((s) => there.stage(Instance.of(s, regionAt(there, s)))));
  };
  const v = new ix.Var(loop.name, most);
  const tile = ix.variable(v);
  const next = ix.add(tile, ix.constant(1));
  // Conditions that hold in all tiles but the first: ranges do not know that there is none after the last.
  const later = new ix.Var(loop.name, most - 1);
  const open = at(ix.add(ix.variable(later), ix.constant(1))).around.open;
  const holding = hinges(ahead, stages, open, later, known).filter((h) => {
    return ix.range(h.worst).min >= 0;
  });
  const isThere = ix.subtract(ix.subtract(extent, ix.constant(1)), next);
  const here = at(tile);
  const refill = emission.branch(
    isThere,
    () => fill(next, holding),
    () => nothing,
  );
  const body = block(refill, iteration(here, instance.bind(loop, tile)));
  const all = block(fill(ix.zero, []), forLoop(stage, loop, v, ix.zero, extent, body));
  return ahead.reduceRight<Stmt>((inside, s) => {
    return { kind: 'alloc', storage: storageOf(s, regionAt(here, s).extent, true), body: inside };
  }, all);
}
