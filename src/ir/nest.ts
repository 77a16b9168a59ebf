/**
 * The loop nest: what a schedule lowers to, and the only thing that code generators, features and checks read. A
 * stage's storage holds just the region that its place needs, so indices into it are relative to that region's origin.
 */
import type { Index, Var } from './index.js';
import type { Annotation } from './loop.js';
import type { Scope } from './stage.js';
import type { ReductionOp, Tensor, Value } from './tensor.js';

export interface Storage {
  readonly tensor: Tensor;
  /** Elements per dimension, row-major. */
  readonly shape: readonly number[];
  /** The same with what lies unused behind them, where that is more. */
  readonly room?: readonly number[];
  /**
   * Where the first dimension is buffers that the iterations of the loop inside rotate through: how many. One is read
   * (`lag` more of them, too) while the others are filled.
   */
  readonly buffers?: number;
  /** Iterations of that loop for which what reads a buffer may go on beyond its own. */
  readonly lag?: number;
  /** Bytes of the spans, 32, 64 or 128, that have their 16-byte chunks in orders of their own (`Stage.swizzle`). */
  readonly swizzle?: number | undefined;
  readonly scope: Scope;
}

export type Stmt = For | If | Block | Store | Alloc | Prefetch | Commit | Wait;

/** for (loop = from; loop < to; loop++) body */
export interface For {
  readonly kind: 'for';
  readonly loop: Var;
  readonly from: Index;
  readonly to: Index;
  readonly annotation: Annotation;
  /** Lanes of a vectorized loop's vectors, otherwise 1. */
  readonly lanes: number;
  /** Iterations of a serial loop that the code unrolls at a time; undefined where that is the compiler's to choose. */
  readonly unrollFactor: number | undefined;
  /**
   * Whether the generated text has every iteration of an unrolled loop; otherwise the generator may leave that to the
   * compiler.
   */
  readonly explicit?: boolean;
  /** Name of the tensor that the loop computes; the name of its variable is that of a loop of this stage. */
  readonly stage: string;
  readonly body: Stmt;
}

/** The branch is taken if the expression is >= 0. */
export interface If {
  readonly kind: 'if';
  readonly when: Index;
  readonly then: Stmt;
  readonly otherwise: Stmt;
}

export interface Block {
  readonly kind: 'block';
  readonly body: readonly Stmt[];
}

/** tensor[indices] = value, or tensor[indices] = tensor[indices] ∘ value for an update. */
export interface Store {
  readonly kind: 'store';
  readonly tensor: Tensor;
  readonly indices: readonly Index[];
  readonly value: Value;
  readonly update: ReductionOp | undefined;
}

/** Asks the caches for tensor[indices], or for the element `behind` places after it; means nothing. */
export interface Prefetch {
  readonly kind: 'prefetch';
  readonly tensor: Tensor;
  readonly indices: readonly Index[];
  /** Of what is read so late that it is to come no nearer than the second cache. */
  readonly behind?: Index;
}

/** Ends a group of copies that are made while others compute: what was stored to buffers since the last one. */
export interface Commit {
  readonly kind: 'commit';
}

/** Waits until at most `pending` groups of copies, the youngest, are not made yet. */
export interface Wait {
  readonly kind: 'wait';
  readonly pending: number;
  /** The buffers that are full then, as far as the thread filled them itself. */
  readonly full: readonly { readonly tensor: Tensor; readonly buffer: Index }[];
}

/** Storage that lives while the body runs; its contents are undefined at first. */
export interface Alloc {
  readonly kind: 'alloc';
  readonly storage: Storage;
  readonly body: Stmt;
}

/** A lowered schedule: what runs on each call, and what packs constants once. */
export interface Nest {
  readonly inputs: readonly Tensor[];
  readonly output: Tensor;
  readonly body: Stmt;
  /** Inputs prepacked: the original, its packed form, and the nest that fills it. */
  readonly packs: readonly Pack[];
  /**
   * Where the output has a layout of the kernel's choice: its storage, and the nest that brings it into row-major
   * order, off the clock.
   */
  readonly unpack: Unpack | undefined;
}

export interface Unpack {
  /** What `body` reads: the kernel's output as it lies in memory. */
  readonly packed: Storage;
  /** Writes `output`. */
  readonly output: Tensor;
  readonly body: Stmt;
}

export interface Pack {
  readonly original: Tensor;
  readonly packed: Storage;
  /** Whether there is memory behind it. */
  readonly hasRoom: boolean;
  readonly body: Stmt;
}

export const nothing: Block = { kind: 'block', body: [] };

export function isNothing(stmt: Stmt): boolean {
  return stmt.kind === 'block' && stmt.body.length === 0;
}

/** A block without empty or nested blocks. */
export function block(...stmts: readonly Stmt[]): Stmt {
  const body = stmts.flatMap((s) => (s.kind === 'block' ? s.body : [s]));
  const [only] = body;
  return only && body.length === 1 ? only : { kind: 'block', body };
}

/** A loop of a stage; nothing where its body is nothing. */
export function forLoop(
  { tensor }: { readonly tensor: Tensor },
  {
    annotation,
    lanes,
    unrollFactor,
    explicit,
  }: Required<Pick<For, 'annotation' | 'lanes' | 'unrollFactor' | 'explicit'>>,
  v: Var,
  from: Index,
  to: Index,
  body: Stmt,
): Stmt {
  return isNothing(body)
    ? nothing
    : { kind: 'for', loop: v, from, to, annotation, lanes, unrollFactor, explicit, stage: tensor.name, body };
}
