/**
 * Where the threads of a block must wait for each other: before a statement that reads shared memory which was written since the last barrier, and
 * before one that writes what was read since. A statement that does not both read and write a shared tensor is a unit, however large, so that
 * barriers come as far out as they can; others are looked into. A loop's body is met with what its own last iteration leaves behind, too.
 */
import * as ix from '../ir/index.js';
import type { Index, Var } from '../ir/index.js';
import { isThreadAxis } from '../ir/loop.js';
import type { ThreadAxis } from '../ir/loop.js';
import type { For, Stmt } from '../ir/nest.js';
import type { Tensor } from '../ir/tensor.js';
import { accessesOf, childrenOf, storagesOf } from './cuda-accesses.js';

/** Threads of a block along each axis. */
export type BlockShape = Readonly<Record<ThreadAxis, number>>;

/** A shared tensor, or the half of it that an iteration fills for the next one. */
type Memory = Tensor | NextHalf;

interface NextHalf {
  readonly next: Tensor;
}

/** Shared memory that was written, and read, since the last barrier. */
interface Since {
  readonly written: ReadonlySet<Memory>;
  readonly read: ReadonlySet<Memory>;
}

/** What the walk is inside of: variables that differ between threads, and whether not all threads come here. */
interface Inside {
  readonly ofThreads: ReadonlySet<Var>;
  readonly divergent: boolean;
  /** Where barriers are noted. */
  readonly found: Set<Stmt>;
}

/** The statements of a kernel before which there is a barrier. Throws where not all threads of a block would come to one. */
export function barriersOf(kernel: Stmt, block: BlockShape): ReadonlySet<Stmt> {
  const found = new Set<Stmt>();
  new Barriers(block, kernel).meet(
    kernel,
    { written: new Set(), read: new Set() },
    { ofThreads: new Set(), divergent: false, found },
  );
  return found;
}

class Barriers {
  private readonly shared: ReadonlySet<Tensor>;
  private readonly nextHalves: ReadonlyMap<Tensor, NextHalf>;

  constructor(
    private readonly block: BlockShape,
    kernel: Stmt,
  ) {
    const storages = storagesOf(kernel).filter(({ scope }) => scope === 'shared');
    this.shared = new Set(storages.map(({ tensor }) => tensor));
    const doubled = storages.filter((s) => s.doubled);
    this.nextHalves = new Map(doubled.map(({ tensor }) => [tensor, { next: tensor }]));
  }

  /** What is so after a statement; notes the barriers in and before it. */
  meet(stmt: Stmt, before: Since, inside: Inside): Since {
    const { reads, writes } = this.sharedAccesses(stmt);
    if (overlap(reads, writes)) return this.meetInside(stmt, before, inside);
    // What is kept twice is filled for the next iteration, and read of this one.
    const filled = new Set([...writes].map((tensor) => this.nextHalves.get(tensor) ?? tensor));
    if (!overlap(reads, before.written) && !overlap(filled, before.read))
      return { written: union(before.written, filled), read: union(before.read, reads) };
    if (inside.divergent) throw new Error('a barrier would stand where not all threads of a block come');
    inside.found.add(stmt);
    return { written: filled, read: reads };
  }

  private meetInside(stmt: Stmt, before: Since, inside: Inside): Since {
    switch (stmt.kind) {
      case 'block':
        return stmt.body.reduce((since, s) => this.meet(s, since, inside), before);
      case 'alloc':
        return this.meet(stmt.body, before, inside);
      case 'if': {
        const divergent = inside.divergent || differs(stmt.when, inside);
        const [a, b] = childrenOf(stmt).map((s) => this.meet(s, before, { ...inside, divergent }));
        return either(a, b);
      }
      case 'for':
        return this.meetLoop(stmt, before, this.insideLoop(stmt, inside));
      default:
        throw new Error('a statement reads the shared memory that it writes');
    }
  }

  /** Barriers of the body are those that it needs whatever iteration came before: it is first met without noting any until nothing new is left behind. */
  private meetLoop(loop: For, before: Since, inside: Inside): Since {
    if (isThreadAxis(loop.annotation)) return this.meet(loop.body, before, inside);
    const turned = this.turnedBy(loop);
    let start = turn(before, turned);
    for (;;) {
      const end = this.meet(loop.body, start, { ...inside, found: new Set() });
      const next = either(start, turn(end, turned));
      if (next.written.size === start.written.size && next.read.size === start.read.size) break;
      start = next;
    }
    const end = this.meet(loop.body, start, inside);
    return ix.range(loop.from).max < ix.range(loop.to).min ? end : either(before, end);
  }

  /** Tensors whose halves change places from one iteration of the loop to the next. */
  private turnedBy({ body }: For): ReadonlyMap<Tensor, NextHalf> {
    const { reads, writes } = accessesOf(body);
    const own = new Set(storagesOf(body).map(({ tensor }) => tensor));
    return new Map([...this.nextHalves].filter(([t]) => reads.has(t) && writes.has(t) && !own.has(t)));
  }

  private insideLoop(loop: For, inside: Inside): Inside {
    const { annotation } = loop;
    if (isThreadAxis(annotation)) {
      const some = ix.range(loop.to).max < this.block[annotation];
      const ofThreads = new Set([...inside.ofThreads, loop.loop]);
      return { ...inside, ofThreads, divergent: inside.divergent || some };
    }
    return { ...inside, divergent: inside.divergent || differs(loop.from, inside) || differs(loop.to, inside) };
  }

  private sharedAccesses(stmt: Stmt): { reads: ReadonlySet<Tensor>; writes: ReadonlySet<Tensor> } {
    const { reads, writes } = accessesOf(stmt);
    const ofShared = (all: ReadonlySet<Tensor>): Set<Tensor> => new Set([...all].filter((t) => this.shared.has(t)));
    return { reads: ofShared(reads), writes: ofShared(writes) };
  }
}

function differs(index: Index, { ofThreads }: Inside): boolean {
  return ix.uses(index, (v) => ofThreads.has(v));
}

/** The same at the start of the next iteration, in which the halves of these tensors have changed places. */
function turn({ written, read }: Since, turned: ReadonlyMap<Tensor, NextHalf>): Since {
  const other = (memory: Memory): Memory => {
    const tensor = 'next' in memory ? memory.next : memory;
    const half = turned.get(tensor);
    return half ? (memory === half ? tensor : half) : memory;
  };
  return { written: new Set([...written].map(other)), read: new Set([...read].map(other)) };
}

function either(a: Since, b: Since): Since {
  return { written: union(a.written, b.written), read: union(a.read, b.read) };
}

function union(a: ReadonlySet<Memory>, b: ReadonlySet<Memory>): Set<Memory> {
  return new Set([...a, ...b]);
}

function overlap(a: ReadonlySet<Memory>, b: ReadonlySet<Memory>): boolean {
  return [...a].some((t) => b.has(t));
}
