/** One tensor's share of a schedule: its loops, their order and annotations, where it is computed and kept. */
import { InstantiationError } from './errors.js';
import type { Index, Var } from './index.js';
import type { Layout } from './layout.js';
import { isReduce, Loop } from './loop.js';
import type { Annotation, BlockAxis, Tail, ThreadAxis } from './loop.js';
import type { Compute, LoadValue, Tensor } from './tensor.js';
import { applied } from './trace.js';
import { loadsOfCompute } from './value.js';

/**
 * Where a stage keeps its elements: `workspace` (memory of the call), `register` (named variables: every loop over it
 * must be unrolled or vectorized), `prepacked` (made of one constant or free input by the pack function, off the
 * clock), `output` (the kernel's result), `shared` (memory of a GPU's block, which holds what all of its threads need),
 * `fragment` (matrix tiles, in registers of a CPU or held by the lanes of a warp together: every loop over them is
 * unrolled, tensorized, or bound to the lanes).
 */
export type Scope = 'workspace' | 'register' | 'shared' | 'fragment' | 'prepacked' | 'output';

type Placement = { readonly kind: 'root' } | { readonly kind: 'at'; readonly stage: Stage; readonly loop: Loop };

/**
 * At the start of each iteration of `loop` the caches are asked for what the stage reads of `tensor`, or writes if it
 * is its own, `distance` iterations later.
 */
export interface Prefetching {
  readonly tensor: Tensor;
  readonly loop: Loop;
  readonly distance: number;
}

/**
 * At the start of each iteration of `loop` the caches are asked for a share of `elements` of `tensor`, which lie
 * `ahead` elements behind the first that the stage reads there: for all of them until the loops `around` have ended.
 */
export interface Streaming {
  readonly tensor: Tensor;
  readonly loop: Loop;
  readonly ahead: number;
  readonly elements: number;
  readonly around: Around;
}

/** Loops of a stage that another one is computed in. */
export interface Around {
  readonly stage: Stage;
  readonly loops: readonly Loop[];
}

/**
 * The elements along one dimension that are computed at a place: from..to, of the first and of the last element that
 * is needed there along the others. The variables stand for them in sums over that dimension.
 */
export interface Part {
  readonly dim: number;
  readonly from: Index;
  readonly to: Index;
  readonly span: { readonly from: Var; readonly extent: Var };
}

export class Stage {
  /** Leaf loops, outermost first. */
  loops: Loop[];
  placement: Placement = { kind: 'root' };
  readonly prefetches: Prefetching[] = [];
  readonly streams: Streaming[] = [];
  scope: Scope = 'workspace';
  /** Layout of its elements in its storage; undefined: row-major. */
  layout: Layout | undefined;
  /** Whether a sum over blocks starts and ends by a test of the block number instead of loop nests of their own. */
  predicated = false;
  /** Whether the stage has elements outside its tensor's shape, too, all of them zero. */
  zeroOutside = false;
  /** Whether a prepacked copy has memory behind it, so that whole vectors are read at its end. */
  hasRoom = true;
  /** What alone is needed along one dimension; undefined: what its readers ask for. */
  part: Part | undefined;
  /** How often it is kept: it is filled one iteration less than that ahead, in the loop that it is placed in. */
  bufferCount = 1;
  /** Iterations by which readers may lag behind (`buffers`). */
  lag = 0;
  /** Elements that lie unused behind each run along a dimension of the storage. */
  readonly padding = new Map<number, number>();
  /** Bytes of the spans whose 16-byte chunks are in orders of their own; undefined: all are in order. */
  swizzling: 32 | 64 | 128 | undefined;
  #loads: { readonly of: Compute; readonly all: readonly LoadValue[] } | undefined;

  constructor(
    readonly tensor: Tensor,
    public compute: Compute,
  ) {
    this.loops = loopsOf(compute);
  }

  /** What its definition reads of a tensor. */
  loadsOf(tensor: Tensor): readonly LoadValue[] {
    const { compute } = this;
    if (this.#loads?.of !== compute) this.#loads = { of: compute, all: loadsOfCompute(compute) };
    return this.#loads.all.filter((load) => load.tensor === tensor);
  }

  /** The loop over an axis of the computation, by the axis's name. */
  loop(name: string): Loop {
    const found = this.loops.find((l) => l.name === name);
    if (!found) throw new Error(`stage ${this.tensor.name} has no loop ${name}; it has ${this.names()}`);
    return found;
  }

  /** The loops over axes of the computation, by the axes' names. */
  loopsOver<const Names extends readonly string[]>(...names: Names): { [Place in keyof Names]: Loop } {
    return names.map((name) => this.loop(name)) as { [Place in keyof Names]: Loop };
  }

  /** Splits a leaf into outer × inner, inner of `factor` iterations. */
  split(loop: Loop, factor: number, tail: Tail): [Loop, Loop] {
    const outer = new Loop(`${loop.name}o`, { kind: 'outer', parent: loop });
    const inner = new Loop(`${loop.name}i`, { kind: 'inner', parent: loop });
    this.replace(loop, [outer, inner]);
    loop.use = { kind: 'split', factor, tail, outer, inner };
    applied('split', this, [loop, factor, tail], [outer, inner]);
    return [outer, inner];
  }

  /** Fuses two adjacent leaves into one loop over their product. */
  fuse(outer: Loop, inner: Loop): Loop {
    const position = this.loops.indexOf(outer);
    if (this.loops[position + 1] !== inner || isReduce(outer) !== isReduce(inner))
      throw new Error(`fuse: ${outer.name} and ${inner.name} are not adjacent loops of one kind in ${this.names()}`);
    const fused = new Loop(`${outer.name}_${inner.name}`, { kind: 'fused', outer, inner });
    this.replace(outer, [fused], 2);
    outer.use = { kind: 'fuse', into: fused, role: 'outer' };
    inner.use = { kind: 'fuse', into: fused, role: 'inner' };
    applied('fuse', this, [outer, inner], [fused]);
    return fused;
  }

  /** Puts the given leaves in this order, in the places that they occupy now; the others stay where they are. */
  reorder(...order: Loop[]): this {
    const places = order.map((l) => this.loops.indexOf(l)).sort((a, b) => a - b);
    if (places[0] === -1)
      throw new Error(`reorder: not all of ${order.map((l) => l.name).join()} are in ${this.names()}`);
    places.forEach((place, i) => (this.loops[place] = order[i]!));
    applied('reorder', this, order);
    return this;
  }

  unroll(...loops: Loop[]): this {
    applied('unroll', this, loops);
    return this.annotate('unroll', loops);
  }

  /** Unrolls loops in the generated text, where `unroll` may leave it to a compiler. */
  unrollExplicit(...loops: Loop[]): this {
    for (const loop of loops) loop.explicit = true;
    applied('unrollExplicit', this, loops);
    return this.annotate('unroll', loops);
  }

  /**
   * Unrolls so many iterations of a serial loop at a time, with 1 none; its extent may be anything. Other loops are
   * unrolled as the compiler likes.
   */
  unrollBy(loop: Loop, factor: number): this {
    loop.unrollFactor = factor;
    applied('unrollBy', this, [loop, factor]);
    return this;
  }

  /** Runs up to `lanes` iterations at once in a vector; the loop must not be longer. */
  vectorize(loop: Loop, lanes: number): this {
    loop.lanes = lanes;
    applied('vectorize', this, [loop, lanes]);
    return this.annotate('vectorize', [loop]);
  }

  parallel(loop: Loop): this {
    applied('parallel', this, [loop]);
    return this.annotate('parallel', [loop]);
  }

  /** Runs the iterations of a loop on the blocks of a GPU's grid, or on the threads of a block. */
  bind(loop: Loop, axis: BlockAxis | ThreadAxis): this {
    applied('bind', this, [loop, axis]);
    return this.annotate(axis, [loop]);
  }

  /**
   * Marks the strided parts of a thread's tile (AutoTVM's virtual threads): unrolled, so that they are as if side by
   * side.
   */
  vthread(...loops: Loop[]): this {
    applied('vthread', this, loops);
    return this.annotate('unroll', loops);
  }

  /**
   * Lets the iterations of these innermost loops run at once, by one instruction (`tensorize` of TVM, OSDI 2018): a
   * product of matrix tiles by a CPU, a warp or several, the copy of a tile from shared memory into the lanes of a
   * warp, or the copy of a TMA tile of an argument into shared memory, for a whole block. The code generator says which
   * loops it has instructions for.
   */
  tensorize(...loops: Loop[]): this {
    applied('tensorize', this, loops);
    return this.annotate('tensorize', loops);
  }

  /**
   * Separates tiles at the border from the interior, in which the padding conditions of all stages placed inside hold
   * and are not tested: the few border tiles of a serial loop become code of their own, with constant positions;
   * elsewhere one test separates the two.
   */
  partition(...loops: Loop[]): this {
    for (const loop of loops) loop.partitioned = true;
    applied('partition', this, loops);
    return this;
  }

  private annotate(annotation: Annotation, loops: readonly Loop[]): this {
    for (const loop of loops) {
      if (!this.loops.includes(loop)) throw new Error(`${annotation}: ${loop.name} is not in ${this.names()}`);
      if (!['unroll', 'tensorize'].includes(annotation) && isReduce(loop))
        throw new InstantiationError(
          `${annotation} of the reduction loop ${loop.name} changes the order of its sum: annotate a spatial loop, or split the sum with rfactor`,
        );
      loop.annotation = annotation;
    }
    return this;
  }

  /**
   * Computes this stage inside a loop of another, just what one iteration of that loop needs, in memory of that size.
   */
  computeAt(stage: Stage, loop: Loop): this {
    this.placement = { kind: 'at', stage, loop };
    applied('computeAt', this, [stage, loop]);
    return this;
  }

  /** Keeps the elements in this layout. Loops stay as they are: only where an element lies changes. */
  store(layout: Layout): this {
    this.layout = layout;
    applied('store', this, [layout]);
    return this;
  }

  /**
   * Leaves room behind each run of elements along a dimension of the storage, so that the runs start in other banks of
   * a GPU's shared memory.
   */
  pad(dim: number, elements: number): this {
    this.padding.set(dim, elements);
    applied('pad', this, [dim, elements]);
    return this;
  }

  /**
   * Puts the 16-byte chunks of each span of 32, 64 or 128 bytes of the storage in another order than those of its
   * neighbours, by exclusive or with the number of the 128 bytes that it lies in. Rows of as many bytes (runs along the
   * last dimension) are read one chunk of each, or written chunk by chunk, in different banks of a GPU's shared memory,
   * without room between them; warpgroups multiply such rows in place. Throws InstantiationError, when code is
   * generated, for storage that is not made of such spans.
   */
  swizzle(bytes: 32 | 64 | 128): this {
    this.swizzling = bytes;
    applied('swizzle', this, [bytes]);
    return this;
  }

  /**
   * Keeps the stage `count` times: while an iteration of the serial loop that it is placed in reads it, what the next
   * `count - 1` iterations read is on its way (double buffering; with more, a software pipeline). With a lag of 1 the
   * iteration before may be reading, too, which products of warpgroups do while the next ones are in flight: one buffer
   * less is filled ahead, where there are three.
   */
  buffers(count: number, lag: 0 | 1 = 0): this {
    this.bufferCount = count;
    this.lag = lag;
    applied('buffers', this, [count, lag]);
    return this;
  }

  /**
   * Asks the caches for what an iteration of a loop reads of a tensor, or writes if it is the stage's own, `distance`
   * iterations before.
   */
  prefetch(tensor: Tensor, loop: Loop, distance: number): this {
    this.prefetches.push({ tensor, loop, distance });
    applied('prefetch', this, [tensor, loop, distance]);
    return this;
  }

  /**
   * Brings the next panel of a tensor to the caches while one is read again and again: each iteration of `loop`, one of
   * the stage's own, asks for as large a share of its `elements` as lets the last iteration of the loops `around` the
   * stage ask for the last of them. The next panel lies `ahead` elements behind the one that is read.
   */
  stream(tensor: Tensor, loop: Loop, ahead: number, elements: number, around: Around): this {
    this.streams.push({ tensor, loop, ahead, elements, around });
    applied('stream', this, [tensor, loop, ahead, elements, around.stage, around.loops]);
    return this;
  }

  /** Puts loops in the place of a leaf and `count - 1` after it. */
  private replace(leaf: Loop, by: readonly Loop[], count = 1): void {
    const position = this.loops.indexOf(leaf);
    if (position < 0) throw new Error(`${leaf.name} is not a leaf of ${this.names()}`);
    this.loops.splice(position, count, ...by);
  }

  private names(): string {
    return `${this.tensor.name}(${this.loops.map((l) => l.name).join(', ')})`;
  }
}

function loopsOf(compute: Compute): Loop[] {
  const spatial = compute.axes.map((axis) => new Loop(axis.name, { kind: 'axis', axis, reduce: false }));
  const reduce = compute.reduction?.axes ?? [];
  return [...spatial, ...reduce.map(({ axis }) => new Loop(axis.name, { kind: 'axis', axis, reduce: true }))];
}
