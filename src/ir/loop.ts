/**
 * Loops of a stage as the schedule sees them: handles without extents, since those are known only where the stage is
 * placed.
 */
import type { Var } from './index.js';

/**
 * What the loops of a GPU's kernel run on, by AutoTVM's names: coordinates of a block in the grid, and of a thread in
 * its block.
 */
export const blockAxes = ['blockX', 'blockY', 'blockZ'] as const;
export const threadAxes = ['threadX', 'threadY', 'threadZ'] as const;
export type BlockAxis = (typeof blockAxes)[number];
export type ThreadAxis = (typeof threadAxes)[number];

/** `tensorize`: the loop is one of those that an instruction runs at once. */
export type Annotation = 'serial' | 'unroll' | 'vectorize' | 'parallel' | 'tensorize' | BlockAxis | ThreadAxis;

export function isBlockAxis(annotation: Annotation): annotation is BlockAxis {
  return blockAxes.some((axis) => axis === annotation);
}

export function isThreadAxis(annotation: Annotation): annotation is ThreadAxis {
  return threadAxes.some((axis) => axis === annotation);
}

/**
 * What happens where a factor does not divide an extent:
 * `peel`: the last, shorter tile is code of its own with a constant extent, so that it can be unrolled and vectorized;
 * `min`: the inner loop's bound is min(factor, what is left);
 * `guard`: the inner loop runs over the end, and what it does there is masked by a condition;
 * `zero`: the inner loop of a sum runs over the end, where all that it adds is zero (`cacheRead`).
 */
export type Tail = 'peel' | 'min' | 'guard' | 'zero';

export class Loop {
  annotation: Annotation = 'serial';
  /** Lanes of the vectors of a vectorized loop; a shorter loop uses part of one. */
  lanes = 1;
  /** Whether tiles at the border, where padding conditions of stages inside may fail, are code of their own. */
  partitioned = false;
  /** Iterations that a serial loop's code unrolls at a time; undefined where that is the compiler's to choose. */
  unrollFactor: number | undefined;
  /** Whether the text of an unrolled loop has every iteration, also where a compiler would unroll it. */
  explicit = false;
  /** How this loop was replaced; undefined for a leaf. */
  use: SplitUse | FuseUse | undefined;

  constructor(
    readonly name: string,
    readonly origin: Origin,
  ) {}
}

type Origin =
  | { readonly kind: 'axis'; readonly axis: Var; readonly reduce: boolean }
  | { readonly kind: 'outer' | 'inner'; readonly parent: Loop }
  | { readonly kind: 'fused'; readonly outer: Loop; readonly inner: Loop };

export interface SplitUse {
  readonly kind: 'split';
  readonly factor: number;
  readonly tail: Tail;
  readonly outer: Loop;
  readonly inner: Loop;
}

interface FuseUse {
  readonly kind: 'fuse';
  readonly into: Loop;
  readonly role: 'outer' | 'inner';
}

/** The axes of the computation that a loop stems from. */
export function axesOf(loop: Loop): readonly Var[] {
  switch (loop.origin.kind) {
    case 'axis':
      return [loop.origin.axis];
    case 'outer':
    case 'inner':
      return axesOf(loop.origin.parent);
    case 'fused':
      return [...axesOf(loop.origin.outer), ...axesOf(loop.origin.inner)];
  }
}

/** Whether a loop stems from a reduction axis. */
export function isReduce(loop: Loop): boolean {
  switch (loop.origin.kind) {
    case 'axis':
      return loop.origin.reduce;
    case 'outer':
    case 'inner':
      return isReduce(loop.origin.parent);
    case 'fused':
      return isReduce(loop.origin.outer);
  }
}

/**
 * Whether the loop, or one that it was split or fused into, is bound to threads or part of an instruction: all of it
 * runs, whatever is left to do.
 */
export function runsWhole({ annotation, use }: Loop): boolean {
  if (!use) return isThreadAxis(annotation) || annotation === 'tensorize';
  return use.kind === 'fuse' ? runsWhole(use.into) : runsWhole(use.outer) || runsWhole(use.inner);
}
