/** Sizes of cache blocks, and how threads share the blocks of a result. */

/**
 * Blocks of nearly equal size that an extent is cut into, from `least` to `most` elements; the whole extent where it is
 * shorter.
 */
export function evenBlocks(extent: number, least: number, most: number): number[] {
  const sizes = new Set<number>();
  for (let parts = 1; parts <= extent; parts *= 2)
    for (const count of [parts, 3 * parts]) sizes.add(Math.ceil(extent / count));
  const fitting = [...sizes].filter((size) => size >= least && size <= most);
  return fitting.length > 0 ? fitting.sort((a, b) => a - b) : [extent];
}

/** Bytes of rows between two operators that stay in the second-level cache beside weights and images. */
const CACHED_ROWS = 256 << 10;

/**
 * Of so many `rows`, how many two operators compute in turns: as many as the cache keeps of `bytes` each, in even
 * blocks, one for each thread at least.
 */
export function rowsInTurns(rows: number, bytes: number, threads: number): number {
  const most = Math.max(1, Math.floor(CACHED_ROWS / bytes));
  return Math.ceil(rows / Math.max(Math.ceil(rows / most), Math.min(rows, threads)));
}

/** A number of parts along rows and along columns of a result. */
export type Grid = readonly [rows: number, columns: number];

/**
 * Grids that keep all threads busy, as `rows x columns`: one part a thread, or two. With a batch, its products are
 * parts too. Where none of these fits, the one that busies most threads. `none` is the choice to start no threads.
 */
export function threadGrids(threads: number, batch: number, most: Grid): string[] {
  if (threads === 1) return ['none'];
  const grids: string[] = [];
  for (let parts = 1; parts <= 2 * threads; parts++) {
    if ((2 * threads) % parts !== 0 || parts * batch < threads) continue;
    for (let rows = 1; rows <= parts; rows++)
      if (parts % rows === 0 && rows <= most[0] && parts / rows <= most[1]) grids.push(`${rows}x${parts / rows}`);
  }
  if (grids.length === 0) grids.push(...largestGrid(threads, most));
  return [...grids, 'none'];
}

function largestGrid(threads: number, most: Grid): string[] {
  const grids = Array.from({ length: Math.min(threads, most[0]) }, (_, i) => {
    return [i + 1, Math.min(Math.floor(threads / (i + 1)), most[1])] as const;
  });
  const [rows, columns] = grids.reduce((best, grid) => (grid[0] * grid[1] > best[0] * best[1] ? grid : best));
  return rows * columns > 1 ? [`${rows}x${columns}`] : [];
}

export const emptyParts = 'every part that threads share must have a tile';

/** Whether there are as many tiles along rows and columns as a knob's grid has parts. */
export function fillsGrid(text: string, tiles: Grid): boolean {
  const [rows, columns] = gridOf(text);
  return rows <= tiles[0] && columns <= tiles[1];
}

/** The grid of a knob's value; one part where no threads are started. */
export function gridOf(text: string): Grid {
  if (text === 'none') return [1, 1];
  const [rows = 1, columns = 1] = text.split('x').map(Number);
  return [rows, columns];
}
