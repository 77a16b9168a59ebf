/** Sizes of cache blocks, and how threads share the blocks of a result. */

/** Blocks of nearly equal size that an extent is cut into, from `least` to `most` elements; the whole extent where it is shorter. */
export function evenBlocks(extent: number, least: number, most: number): number[] {
  const sizes = new Set<number>();
  for (let parts = 1; parts <= extent; parts *= 2)
    for (const count of [parts, 3 * parts]) sizes.add(Math.ceil(extent / count));
  const fitting = [...sizes].filter((size) => size >= least && size <= most);
  return fitting.length > 0 ? fitting.sort((a, b) => a - b) : [Math.min(extent, most)];
}

/** A number of parts along rows and along columns of a result. */
export type Grid = readonly [rows: number, columns: number];

/**
 * Grids that keep all threads busy, as `rows x columns`: one part a thread, or two. With a batch, its products are parts too.
 * `none` is the choice to start no threads.
 */
export function threadGrids(threads: number, batch: number, most: Grid): string[] {
  if (threads === 1) return ['none'];
  const grids: string[] = [];
  for (let parts = 1; parts <= 2 * threads; parts++) {
    if ((2 * threads) % parts !== 0 || parts * batch < threads) continue;
    for (let rows = 1; rows <= parts; rows++)
      if (parts % rows === 0 && rows <= most[0] && parts / rows <= most[1]) grids.push(`${rows}x${parts / rows}`);
  }
  return [...grids, 'none'];
}

/** The grid of a knob's value; one part where no threads are started. */
export function gridOf(text: string): Grid {
  if (text === 'none') return [1, 1];
  const [rows, columns] = text.split('x').map(Number);
  return [rows, columns];
}
