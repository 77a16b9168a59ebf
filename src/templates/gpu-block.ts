/**
 * The output of a GPU's kernel as a block's threads along three axes share it, each a tile of strided parts and of
 * elements side by side.
 */
import type { Loop } from '../ir/loop.js';
import type { Stage } from '../ir/stage.js';
import type { Tiles } from '../ir/tiles.js';
import { product } from './gpu-limits.js';

/** Along one axis: strided parts of a thread (virtual threads), threads, elements of a part that are contiguous. */
export type AxisTile = readonly [parts: number, threads: number, elements: number];

/** Axes of the output by name, those that threads along z, y and x share, in this order. */
export type BlockTiles = readonly [NamedTile, NamedTile, NamedTile];
export type NamedTile = readonly [axis: string, tile: AxisTile];

export interface BlockLoops {
  /** The innermost loop over threads. */
  readonly thread: Loop;
  /** Strided parts and elements of a thread, in the order of the axes. */
  readonly parts: readonly Loop[];
  readonly elements: readonly [Loop, Loop, Loop];
}

/** The parts of accumulators whose output is tiled so. */
export function partsOf(out: Stage, tiles: BlockTiles): Tiles {
  const names = out.compute.axes.map((axis) => axis.name);
  return Object.fromEntries(tiles.map(([name, tile]) => [names.indexOf(name), tile]));
}

/** The loop over one axis of a block, cut into parts. */
export function cutAxis(stage: Stage, inBlock: Loop, [, threads, elements]: AxisTile): [Loop, Loop, Loop] {
  const [part, inPart] = stage.split(inBlock, threads * elements, 'guard');
  const [thread, element] = stage.split(inPart, elements, 'guard');
  return [part, thread, element];
}

/** for blocks, the `outside` loops first among them: for threads: strided parts: elements. The parts are unrolled. */
export function tileBlock(out: Stage, outside: readonly string[], tiles: BlockTiles): BlockLoops {
  const cut = ([name, tile]: NamedTile): Record<'block' | 'part' | 'thread' | 'element', Loop> => {
    const [block, inBlock] = out.split(out.loop(name), product(tile), 'guard');
    const [part, thread, element] = cutAxis(out, inBlock, tile);
    return { block, part, thread, element };
  };
  const [z, y, x] = [cut(tiles[0]), cut(tiles[1]), cut(tiles[2])];
  const blocks = [...outside.map((name) => out.loop(name)), z.block, y.block, x.block];
  const parts = [z.part, y.part, x.part];
  const elements: [Loop, Loop, Loop] = [z.element, y.element, x.element];
  out.reorder(...blocks, z.thread, y.thread, x.thread, ...parts, ...elements);
  out.bind(
    blocks.reduce((a, b) => out.fuse(a, b)),
    'blockX',
  );
  out.bind(z.thread, 'threadZ').bind(y.thread, 'threadY').bind(x.thread, 'threadX');
  out.vthread(...parts);
  return { thread: x.thread, parts, elements };
}
