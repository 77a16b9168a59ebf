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

/** Shared tensors that were written, and read, since the last barrier. */
interface Since {
  readonly written: ReadonlySet<Tensor>;
  readonly read: ReadonlySet<Tensor>;
}

/** What the walk is inside of: variables that differ between threads, and whether not all threads come here. */
interface Inside {
  readonly ofThreads: ReadonlySet<Var>;
  readonly divergent: boolean;
}

/** The statements of a kernel before which there is a barrier. Throws where not all threads of a block would come to one. */
export function barriersOf(kernel: Stmt, block: BlockShape): ReadonlySet<Stmt> {
  return new Barriers(block, kernel).found;
}

class Barriers {
  readonly found = new Set<Stmt>();
  private readonly shared: ReadonlySet<Tensor>;

  constructor(
    private readonly block: BlockShape,
    kernel: Stmt,
  ) {
    const storages = storagesOf(kernel).filter(({ scope }) => scope === 'shared');
    this.shared = new Set(storages.map(({ tensor }) => tensor));
    const before: Since = { written: new Set(), read: new Set() };
    if (this.shared.size > 0) this.meet(kernel, before, { ofThreads: new Set(), divergent: false });
  }

  /** What is so after a statement; notes the barriers in and before it. */
  private meet(stmt: Stmt, before: Since, inside: Inside): Since {
    const { reads, writes } = this.sharedAccesses(stmt);
    if (overlap(reads, writes)) return this.meetInside(stmt, before, inside);
    if (!overlap(reads, before.written) && !overlap(writes, before.read))
      return { written: union(before.written, writes), read: union(before.read, reads) };
    if (inside.divergent) throw new Error('a barrier would stand where not all threads of a block come');
    this.found.add(stmt);
    return { written: writes, read: reads };
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

  private meetLoop(loop: For, before: Since, inside: Inside): Since {
    const once = this.meet(loop.body, before, inside);
    if (isThreadAxis(loop.annotation)) return once;
    const again = this.meet(loop.body, either(before, once), inside);
    return ix.range(loop.from).max < ix.range(loop.to).min ? again : either(before, again);
  }

  private insideLoop(loop: For, inside: Inside): Inside {
    const { annotation } = loop;
    if (isThreadAxis(annotation)) {
      const some = ix.range(loop.to).max < this.block[annotation];
      return { ofThreads: new Set([...inside.ofThreads, loop.loop]), divergent: inside.divergent || some };
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

function either(a: Since, b: Since): Since {
  return { written: union(a.written, b.written), read: union(a.read, b.read) };
}

function union(a: ReadonlySet<Tensor>, b: ReadonlySet<Tensor>): Set<Tensor> {
  return new Set([...a, ...b]);
}

function overlap(a: ReadonlySet<Tensor>, b: ReadonlySet<Tensor>): boolean {
  return [...a].some((t) => b.has(t));
}
