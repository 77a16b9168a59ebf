/** Elements along an axis picked by a list of indices, as an expression of slices. */

/** Indices that follow each other by one step, each so many times. */
interface Run {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly times: number;
}

/** Runs that a list may be cut into: each is a condition of every element. */
const MOST_RUNS = 24;

/** Runs that one expression may have in all: it is read back, and has an end. */
const MOST_IN_ALL = 40;

export function isOrderly(indices: readonly number[]): boolean {
  return runsOf(indices).length <= MOST_RUNS;
}

/**
 * Whether one expression can say of each of some axes which elements are picked along it: by one list of indices, or by
 * several whose elements are added. What is picked along one axis is said again for each run of the next.
 */
export function areOrderly(axes: readonly (readonly (readonly number[])[])[]): boolean {
  const runs = axes.map((lists) => lists.reduce((sum, indices) => sum + runsOf(indices).length, 0));
  return axes.flat().every(isOrderly) && runs.reduce((product, count) => product * count, 1) <= MOST_IN_ALL;
}

export function inChunks(indices: readonly number[]): number[][] {
  const chunks: number[][] = [];
  let at = 0;
  for (const [place, { count, times }] of runsOf(indices).entries()) {
    const run = indices.slice(at, at + count * times);
    if (place % MOST_RUNS === 0) chunks.push([]);
    chunks.at(-1)!.push(...run);
    at += run.length;
  }
  return chunks;
}

/** Undefined where the list has too little order to be said so. `extent`: how many elements lie along the axis. */
export function gathered(x: string, axis: number, indices: readonly number[], extent: number): string | undefined {
  if (indices.length === extent && indices.every((index, place) => index === place)) return x;
  const runs = runsOf(indices);
  if (runs.length > MOST_RUNS) return undefined;
  const parts = runs.map(({ start, step, count, times }) => {
    const isWhole = start === 0 && step === 1 && count === extent;
    const cut = isWhole ? x : `slice(${x},${axis},${start},${step},${count})`;
    return times === 1 ? cut : `repeat(${cut},${axis},${times})`;
  });
  return parts.length === 1 ? parts[0]! : `concat(${axis},${parts.join()})`;
}

function runsOf(indices: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < indices.length;) {
    const run = longestAt(indices, at);
    runs.push(run);
    at += run.count * run.times;
  }
  return runs;
}

function longestAt(indices: readonly number[], at: number): Run {
  const start = indices[at]!;
  const same = countWhile(indices.length - at, (i) => indices[at + i] === start);
  const runs = Array.from({ length: same }, (_, i) => runBy(indices, at, i + 1));
  return runs.reduce((a, b) => (b.count * b.times > a.count * a.times ? b : a));
}

function runBy(indices: readonly number[], at: number, times: number): Run {
  const start = indices[at]!;
  const groups = Math.floor((indices.length - at) / times);
  const step = (indices[at + times] ?? start) - start || 1;
  const isGroup = (k: number): boolean =>
    Array.from({ length: times }, (_, i) => indices[at + k * times + i]).every((index) => index === start + k * step);
  return { start, step, count: countWhile(groups, isGroup), times };
}

function countWhile(most: number, holds: (i: number) => boolean): number {
  let count = 0;
  while (count < most && holds(count)) count++;
  return count;
}
