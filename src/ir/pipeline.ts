/**
 * Loops in whose iterations what later ones read is copied while this one computes (double buffering, software
 * pipelines).
 */
import * as ix from './index.js';
import type { Index } from './index.js';
import { borderConditions } from './border.js';
import type { BorderCondition } from './border.js';
import { Instance } from './instance.js';
import type { Region } from './instance.js';
import type { Loop } from './loop.js';
import { block, forLoop, nothing } from './nest.js';
import type { Commit, Stmt, Wait } from './nest.js';
import type { Place } from './place.js';
import { neededRegion } from './region.js';
import type { Stage } from './stage.js';
import { storageOf } from './storage.js';

/** A loop of a stage that is being emitted, and the stages in it that are kept several times. */
interface Pipelining {
  readonly instance: Instance;
  readonly loop: Loop;
  readonly stages: readonly Stage[];
}

const commit: Commit = { kind: 'commit' };

/**
 * A loop of at least two iterations in which stages of n buffers are filled d = n - 1 iterations ahead, or d = n - 2
 * where readers lag behind by one. Tiles 0 … d - 1 are filled before it, where they exist; iteration i waits for tile
 * i, fills tile i + d, where it exists, and computes. Each fill is a group of copies, one of no tile is empty, so that
 * tile i has arrived when d - 1 groups are still in flight. A loop of fewer iterations than n has that many buffers;
 * with two of them nobody lags.
 */
export function pipelined(
  place: Place,
  { instance, loop, stages: pipelinedStages }: Pipelining,
  iteration: (here: Place, bound: Instance) => Stmt,
): Stmt {
  const { stages, threads, spans, known } = place.around;
  const { stage } = instance;
  const extent = instance.extent(loop);
  const most = ix.range(extent).max;
  const count = Math.min(most, commonValue(pipelinedStages, 'bufferCount'));
  const lag = Math.min(commonValue(pipelinedStages, 'lag'), count - 2);
  const distance = count - 1 - lag;
  const at = (tile: Index): Place => {
    const open = new Map(place.around.open).set(stage, instance.bind(loop, tile));
    const [origins, buffers] = [new Map(place.around.origins), new Map(place.around.buffers)];
    for (const { tensor } of pipelinedStages) {
      origins.set(tensor, neededRegion(tensor, { stages, open, spans }, threads).origin);
      buffers.set(tensor, ix.mod(tile, count));
    }
    return place.with({ open, origins, buffers });
  };
  const regionAt = (e: Place, { tensor }: Stage): Region => neededRegion(tensor, e.around, e.around.threads);
  const fill = (tile: Index, conditions: readonly BorderCondition[]): Stmt => {
    const there = at(tile).knowing(conditions);
    const copies = (): Stmt =>
      block(...pipelinedStages.map((s) => there.stage(Instance.of(s, regionAt(there, s), spans))));
    const isThere = ix.subtract(ix.subtract(extent, ix.constant(1)), tile);
    return block(
      place.branch(isThere, copies, () => nothing),
      commit,
    );
  };
  const v = new ix.Var(loop.name, most);
  const tile = ix.variable(v);
  const filledLater = ix.constant(distance);
  // Conditions that hold in all tiles that the loop fills: ranges do not know that there is none after the last.
  const later = new ix.Var(loop.name, most - distance);
  const open = at(ix.add(ix.variable(later), filledLater)).around.open;
  const holding = borderConditions(pipelinedStages, { stages, open, spans }, later, known).filter((h) => {
    return ix.range(h.worst).min >= 0;
  });
  const here = at(tile);
  const wait: Wait = {
    kind: 'wait',
    pending: distance - 1,
    full: pipelinedStages.map(({ tensor }) => ({ tensor, buffer: ix.mod(tile, count) })),
  };
  const body = block(wait, fill(ix.add(tile, filledLater), holding), iteration(here, instance.bind(loop, tile)));
  const first = Array.from({ length: distance }, (_, t) => fill(ix.constant(t), []));
  const all = block(...first, forLoop(stage, loop, v, ix.zero, extent, body));
  return pipelinedStages.reduceRight<Stmt>((inside, s) => {
    return { kind: 'alloc', storage: storageOf(s, regionAt(here, s).extent, count, lag), body: inside };
  }, all);
}

/**
 * Groups of copies are counted over all stages of a loop, so these have as many buffers, and readers that lag as far
 * behind.
 */
function commonValue(pipelinedStages: readonly Stage[], what: 'bufferCount' | 'lag'): number {
  const [value, ...others] = new Set(pipelinedStages.map((stage) => stage[what]));
  if (value === undefined || others.length > 0)
    throw new Error(
      `${pipelinedStages.map(({ tensor }) => tensor.name).join()} are pipelined in one loop with different buffer counts or lags: give them the same`,
    );
  return value;
}
