/**
 * The output of a GPU's kernel as a block's threads along three axes share it, each a tile of strided parts and of
 * elements side by side.
 */
import type { Loop } from '../ir/loop.js';
import type { Stage } from '../ir/stage.js';
import { cutGrids, type TaskMapping } from '../ir/task-mapping.js';
import type { Tiles } from '../ir/tiles.js';

/** Axes of the output by name, those that threads along z, y and x share, and how they do. */
export interface BlockTiles {
  readonly axes: readonly [z: string, y: string, x: string];
  /** Strided parts of a thread (virtual threads), threads, elements of a part that are contiguous. */
  readonly mapping: TaskMapping;
}

export interface BlockLoops {
  /** The innermost loop over threads. */
  readonly thread: Loop;
  /** Elements of a thread, in the order of the axes. */
  readonly elements: readonly [Loop, Loop, Loop];
}

/** The parts of accumulators whose output is tiled so. */
export function partsOf(out: Stage, { axes, mapping }: BlockTiles): Tiles {
  const names = out.compute.axes.map((axis) => axis.name);
  return Object.fromEntries(axes.map((name, axis) => [names.indexOf(name), mapping.parts(axis)]));
}

/** for blocks, the `outside` loops first among them: for threads: strided parts: elements. The parts are unrolled. */
export function tileBlock(
  out: Stage,
  outside: readonly string[],
  { axes: [z, y, x], mapping }: BlockTiles,
): BlockLoops {
  const axes = [out.loop(z), out.loop(y), out.loop(x)] as const;
  const [blocks, parts, threads, elements] = cutGrids(out, axes, mapping, 'guard');
  const grid = [...outside.map((name) => out.loop(name)), ...blocks];
  out.reorder(...grid, ...threads, ...parts, ...elements);
  out.bind(
    grid.reduce((a, b) => out.fuse(a, b)),
    'blockX',
  );
  out.bind(threads[0], 'threadZ').bind(threads[1], 'threadY').bind(threads[2], 'threadX');
  out.vthread(...parts);
  return { thread: threads[2], elements };
}
