/**
 * The loop matrix: for every loop of a nest, in the order of visit, its length, place and annotation, the arithmetic
 * directly inside it, and for every access below it how it touches memory. This is AutoTVM's itervar feature (NeurIPS
 * 2018, appendix; feature_visitor and touch_extractor in its sources): what the columns of `loop-columns.ts` are
 * compared with.
 */
import type { Index } from '../../src/ir/index.js';
import type { For, Nest } from '../../src/ir/nest.js';
import { loadsOf } from '../../src/ir/value.js';
import type { Tensor } from '../../src/ir/tensor.js';
import { isBlockAxis, isThreadAxis, type Annotation } from '../../src/ir/loop.js';
import { arithmeticOf, lengthOf, strideOf } from '../../src/features/statements.js';
import { eachStore, type Element } from '../../src/features/visit.js';

export interface LoopRow {
  /** Of the stage that it computes, and its own. */
  readonly stage: string;
  readonly name: string;
  readonly length: number;
  /** 1 for the outermost loop. */
  readonly nestLevel: number;
  /** Product of the lengths from the outermost loop to this one. */
  readonly topDown: number;
  /** The largest count × reuse of an access below, -1 where there is none. */
  readonly bottomUp: number;
  readonly annotation: Annotation;
  /** Floating-point additions and subtractions, multiplications, divisions whose innermost loop this is. */
  readonly adds: number;
  readonly muls: number;
  readonly divs: number;
  /** Accesses below this loop, by `tensor_occurrence`. */
  readonly touches: ReadonlyMap<string, Touch>;
}

interface Touch {
  /** Elements that one iteration of this loop moves on by; 0 if the loop does not move the access. */
  readonly stride: number;
  /** Elements touched in one run of this loop, and how often each. */
  readonly count: number;
  readonly reuse: number;
  /** The same per iteration of the nearest inner loop of a lower level of parallelism; 0 on serial loops. */
  readonly countPerThread: number;
  readonly reusePerThread: number;
}

/** The annotations in the order of AutoTVM's one-hot; the GPU's come first. A tensorized loop has none of them. */
const oneHot = [
  'blockX',
  'blockY',
  'blockZ',
  'threadX',
  'threadY',
  'threadZ',
  'unroll',
  'vectorize',
  'parallel',
  'serial',
  'vthread',
];

/**
 * Loops of the nest from outside in. Of the two sides of a branch the first is taken: the full tile, the inside of the
 * padding.
 */
export function loopMatrix(nest: Nest): LoopRow[] {
  const rows: Row[] = [];
  const rowOf = new Map<For, Row>();
  const around = (loops: readonly For[]): Row[] => loops.map((loop) => rowOf.get(loop)!);
  const occurrences = new Map<Tensor, number>();
  eachStore(
    nest,
    ({ store, loops, placeOf }) => {
      const outer = around(loops);
      const accesses: Element[] = [store, ...(store.update ? [store] : []), ...loadsOf(store.value)];
      for (const access of accesses) {
        const n = occurrences.get(access.tensor) ?? 0;
        occurrences.set(access.tensor, n + 1);
        touch(`${access.tensor.name}_${n}`, placeOf(access), outer);
      }
      const { adds, muls, divs } = arithmeticOf(store);
      const inner = outer.at(-1);
      if (!inner) return;
      inner.adds += adds;
      inner.muls += muls;
      inner.divs += divs;
    },
    (loop, loops) => {
      const row = rowFor(loop, around(loops));
      rowOf.set(loop, row);
      rows.push(row);
    },
  );
  return rows.map((row) => finish(row, rows));
}

/**
 * The matrix as one row of numbers; `log` takes log2(x + 1), as AutoTVM does for all but the nest level and the
 * one-hot.
 */
export function itervar(rows: readonly LoopRow[], log = true): number[] {
  const scale = (x: number): number => (!log ? x : x < 0 ? -Math.log2(1 - x) : Math.log2(x + 1));
  return rows.flatMap((row) => [
    ...[scale(row.length), row.nestLevel, scale(row.topDown), scale(row.bottomUp)],
    ...oneHot.map((name) => (name === row.annotation ? 1 : 0)),
    ...[row.adds, row.muls, row.divs].map(scale),
    ...[...row.touches.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      // The second number is AutoTVM's `mod`, which it never computes.
      .flatMap(([, t]) => [t.stride, -1, t.count, t.reuse, t.countPerThread, t.reusePerThread].map(scale)),
  ]);
}

interface Row {
  readonly loop: For;
  readonly length: number;
  readonly nestLevel: number;
  readonly topDown: number;
  adds: number;
  muls: number;
  divs: number;
  readonly touches: Map<string, { stride: number; count: number; reuse: number }>;
  readonly outer: readonly Row[];
}

function rowFor(loop: For, outer: readonly Row[]): Row {
  const length = lengthOf(loop);
  const topDown = outer.reduce((n, r) => n * r.length, length);
  const arithmetic = { adds: 0, muls: 0, divs: 0 };
  return { loop, length, nestLevel: outer.length + 1, topDown, ...arithmetic, touches: new Map(), outer };
}

/** Adds an access to every loop around it, from the inside out. */
function touch(key: string, at: Index, outer: readonly Row[]): void {
  let count = 1;
  let reuse = 1;
  for (const row of [...outer].reverse()) {
    const stride = strideOf(at, row.loop);
    if (stride !== 0) count *= row.length;
    else reuse *= row.length;
    row.touches.set(key, { stride, count, reuse });
  }
}

function finish(row: Row, rows: readonly Row[]): LoopRow {
  const { loop, length, nestLevel, topDown, adds, muls, divs } = row;
  const inner = level(row) > 0 ? rows.find((r) => r.outer.includes(row) && level(r) < level(row)) : undefined;
  const touches = new Map<string, Touch>();
  let bottomUp = -1;
  for (const [key, { stride, count, reuse }] of row.touches) {
    const below = inner?.touches.get(key);
    const perThread = {
      countPerThread: below ? count / below.count : 0,
      reusePerThread: below ? reuse / below.reuse : 0,
    };
    touches.set(key, { stride, count, reuse, ...perThread });
    bottomUp = Math.max(bottomUp, count * reuse);
  }
  return {
    stage: loop.stage,
    name: loop.loop.name,
    length,
    nestLevel,
    topDown,
    bottomUp,
    annotation: loop.annotation,
    adds,
    muls,
    divs,
    touches,
  };
}

/** AutoTVM's levels of parallelism: blocks 2, threads and parallel loops 1, the rest 0. */
function level({ loop: { annotation } }: Row): number {
  if (isBlockAxis(annotation)) return 2;
  return isThreadAxis(annotation) || annotation === 'parallel' ? 1 : 0;
}
