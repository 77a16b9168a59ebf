/** Loops of a stage in blocks of tiles: blocks, the tiles of one, the elements of a tile, which are unrolled. */
import type { Loop } from '../../ir/loop.js';
import { isReduce } from '../../ir/loop.js';
import type { Stage } from '../../ir/stage.js';
import { inBlock } from '../vector-axis.js';

/** How a dimension is cut: into blocks of `tiles` tiles of `elements`. */
export interface Cut {
  readonly tiles: number;
  readonly elements: number;
}

/** A loop around the elements of a tile: over blocks or tiles of a dimension, or over a sum. */
export interface Around {
  readonly loop: Loop;
  readonly over: 'blocks' | 'tiles' | 'sum';
  readonly dim?: number;
}

export interface Plan {
  /** By the dimension; those without a cut are loops around the blocks. */
  readonly cuts: ReadonlyMap<number, Cut>;
  /** Dimensions from outside in, in groups: the tiles of one are inside of its blocks and around the next. */
  readonly groups: readonly (readonly number[])[];
  /** Where a sum of the stage itself runs: around the last tiles, or around the elements of each. */
  readonly sums: 'around tiles' | 'in tiles';
  /** Along which tiles are vectors, and of how many lanes; undefined: single elements. */
  readonly vector: { readonly dim: number; readonly lanes: number } | undefined;
}

/** Cuts and orders the loops of a stage; returns those around the elements of a tile. */
export function tileStage(stage: Stage, { cuts, groups, sums: place, vector }: Plan): readonly Around[] {
  const sums = stage.loops.filter(isReduce).map((loop): Around => ({ loop, over: 'sum' }));
  const parts = stage.loops
    .filter((loop) => !isReduce(loop))
    .map((loop, dim) => {
      const cut = cuts.get(dim);
      return cut ? cutLoop(stage, loop, cut) : { block: loop };
    });
  const blocks = (dims: readonly number[]): Around[] =>
    dims.map((dim) => ({ loop: parts[dim]!.block, over: 'blocks', dim }));
  const tiles = (dims: readonly number[]): Around[] =>
    dims.flatMap((dim) => {
      const { tile } = parts[dim]!;
      return tile ? [{ loop: tile, over: 'tiles', dim }] : [];
    });
  const last = groups.at(-1)!;
  const around = [
    ...groups.slice(0, -1).flatMap((dims) => [...blocks(dims), ...tiles(dims)]),
    ...blocks(last),
    ...(place === 'around tiles' ? [...sums, ...tiles(last)] : [...tiles(last), ...sums]),
  ];
  const elements = parts.flatMap(({ element }, dim) => {
    if (!element) return [];
    if (dim !== vector?.dim) stage.unroll(element);
    return dim === vector?.dim ? [] : [element];
  });
  const along = vector && parts[vector.dim]!.element;
  const lanes = along ? inBlock(stage, along, vector.lanes) : [];
  stage.reorder(...around.map(({ loop }) => loop), ...elements, ...lanes);
  return around;
}

interface Parts {
  readonly block: Loop;
  readonly tile?: Loop;
  readonly element?: Loop;
}

function cutLoop(stage: Stage, loop: Loop, { tiles, elements }: Cut): Parts {
  const [block, inBlockLoop] = stage.split(loop, tiles * elements, 'peel');
  const [tile, element] = stage.split(inBlockLoop, elements, 'peel');
  return { block, tile, element };
}

/** Which loops over blocks threads share: none, the outermost, or all that are outermost. */
export type Shared = 'none' | 'outer' | 'all';

/** Has threads share loops; returns those around a tile as they are then. */
export function shareLoops(stage: Stage, around: readonly Around[], shared: Shared): readonly Around[] {
  const outermost = around.findIndex(({ over }) => over !== 'blocks');
  const depth = { none: 0, outer: 1, all: outermost < 0 ? around.length : outermost }[shared];
  if (depth === 0) return around;
  const loop = around
    .slice(0, depth)
    .map(({ loop: one }) => one)
    .reduce((outer, inner) => stage.fuse(outer, inner));
  stage.parallel(loop);
  return around.map((one, place) => (place < depth ? { ...one, loop } : one));
}
