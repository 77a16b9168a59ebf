/**
 * The loop matrix: for every loop of a nest, in the order of visit, its length, place and annotation, the arithmetic directly inside it, and
 * for every access below it how it touches memory. This is AutoTVM's itervar feature (NeurIPS 2018, appendix; feature_visitor and
 * touch_extractor in its sources), here a pure function of our loop nest.
 */
import * as ix from '../ir/index.js';
import type { For, Nest, Stmt } from '../ir/nest.js';
import { eachNode, loadsOf } from '../ir/value.js';
import type { Tensor } from '../ir/tensor.js';
import type { Annotation } from '../ir/loop.js';

export interface LoopRow {
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

export interface Touch {
  /** Elements that one iteration of this loop moves on by; 0 if the loop does not move the access. */
  readonly stride: number;
  /** Elements touched in one run of this loop, and how often each. */
  readonly count: number;
  readonly reuse: number;
  /** The same per iteration of the nearest inner loop of a lower level of parallelism; 0 on serial loops. */
  readonly countPerThread: number;
  readonly reusePerThread: number;
}

/** The annotations in the order of AutoTVM's one-hot; the GPU's come first. */
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

/** Loops of the nest from outside in. Of the two sides of a branch the first is taken: the full tile, the inside of the padding. */
export function loopMatrix(nest: Nest): LoopRow[] {
  const rows: Row[] = [];
  const occurrences = new Map<Tensor, number>();
  visit(nest.body, [], rows, occurrences);
  return rows.map((row) => finish(row, rows));
}

/** The matrix as one row of numbers; `log` takes log2(x + 1), as AutoTVM does for all but the nest level and the one-hot. */
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

function visit(stmt: Stmt, outer: readonly Row[], rows: Row[], occurrences: Map<Tensor, number>): void {
  switch (stmt.kind) {
    case 'block':
      for (const s of stmt.body) visit(s, outer, rows, occurrences);
      break;
    case 'if':
      visit(stmt.then, outer, rows, occurrences);
      break;
    case 'alloc':
      visit(stmt.body, outer, rows, occurrences);
      break;
    case 'for': {
      const length = ix.range(ix.subtract(stmt.to, stmt.from)).max;
      const topDown = outer.reduce((n, r) => n * r.length, length);
      const arithmetic = { adds: 0, muls: 0, divs: 0 };
      const row: Row = {
        loop: stmt,
        length,
        nestLevel: outer.length + 1,
        topDown,
        ...arithmetic,
        touches: new Map(),
        outer,
      };
      rows.push(row);
      visit(stmt.body, [...outer, row], rows, occurrences);
      break;
    }
    case 'prefetch':
      break;
    case 'store': {
      const self = { tensor: stmt.tensor, indices: stmt.indices };
      const accesses = [self, ...(stmt.update ? [self] : []), ...loadsOf(stmt.value)];
      for (const { tensor, indices } of accesses) {
        const n = occurrences.get(tensor) ?? 0;
        occurrences.set(tensor, n + 1);
        touch(`${tensor.name}_${n}`, flat(tensor, indices), outer);
      }
      const inner = outer.at(-1);
      if (!inner) break;
      if (stmt.update) inner.adds++;
      eachNode(stmt.value, (node) => {
        if (node.kind !== 'binary') return;
        if (node.op === 'add' || node.op === 'sub') inner.adds++;
        else if (node.op === 'mul') inner.muls++;
        else if (node.op === 'div') inner.divs++;
      });
    }
  }
}

function flat(tensor: Tensor, indices: readonly ix.Index[]): ix.Index {
  return indices.reduce((sum, index, d) => ix.add(ix.scale(sum, tensor.shape[d]), index), ix.zero);
}

/** Adds an access to every loop around it, from the inside out. */
function touch(key: string, at: ix.Index, outer: readonly Row[]): void {
  let count = 1;
  let reuse = 1;
  for (const row of [...outer].reverse()) {
    const stride = ix.stride(at, row.loop.loop) ?? 1;
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
function level(row: Row): number {
  return row.loop.annotation === 'parallel' ? 1 : 0;
}
