/**
 * Where the threads of a block must wait for each other: before a statement that reads shared memory which was written since the last barrier, and
 * before one that writes what was read since. A statement that does not both read and write a shared tensor is a unit, however large, so that
 * barriers come as far out as they can; others are looked into. A loop's body is met with what its own last iteration leaves behind, too.
 *
 * What is filled ahead may be copied at once, or until the thread waits for it: it is written then, and again when it is waited for. Boxes
 * (`cuda-boxes.ts`) are waited for by every thread: where they have come, no barrier is needed before they are read. What lags behind reads the buffer of
 * the iteration before, too.
 */
import * as ix from '../../../ir/index.js';
import type { Index, Var } from '../../../ir/index.js';
import { isBlockAxis, isThreadAxis } from '../../../ir/loop.js';
import type { ThreadAxis } from '../../../ir/loop.js';
import type { Alloc, For, Stmt, Storage, Wait } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import { boxedTensors } from './boxes.js';
import { childrenOf, eachAccess, eachStatement, storagesOf } from '../../../codegen/accesses.js';
import {
  blurred,
  either,
  everyBuffer,
  oneBuffer,
  oneEarlier,
  overlap,
  same,
  turned,
  union,
  untouched,
  without,
} from './since.js';
import type { Buffers, Since } from './since.js';

/** Threads of a block along each axis. */
export type BlockShape = Readonly<Record<ThreadAxis, number>>;

/** How many buffers a tensor has, and the loop whose iterations take turns in them, where it is inside that one. */
interface Turns {
  readonly count: number;
  readonly loop: Var | undefined;
}

/** What the walk is inside of: variables that differ between threads, and whether not all threads come here. */
interface Inside {
  readonly ofThreads: ReadonlySet<Var>;
  readonly divergent: boolean;
  readonly turns: ReadonlyMap<Tensor, Turns>;
  /** Where barriers are noted. */
  readonly found: Set<Stmt>;
}

/** The statements of a kernel before which there is a barrier. Throws where not all threads of a block would come to one. */
export function barriersOf(kernel: Stmt, block: BlockShape): ReadonlySet<Stmt> {
  const found = new Set<Stmt>();
  new Barriers(block, kernel).meet(kernel, untouched, {
    ofThreads: new Set(),
    divergent: false,
    turns: new Map(),
    found,
  });
  return found;
}

class Barriers {
  private readonly shared: ReadonlyMap<Tensor, Storage>;
  private readonly boxed: Buffers;

  constructor(
    private readonly block: BlockShape,
    kernel: Stmt,
  ) {
    const storages = storagesOf(kernel).filter(({ scope }) => scope === 'shared');
    this.shared = new Map(storages.map((storage) => [storage.tensor, storage]));
    this.boxed = new Map([...boxedTensors(kernel).keys()].map((tensor) => [tensor, everyBuffer]));
  }

  /** What is so after a statement; notes the barriers in and before it. */
  meet(stmt: Stmt, before: Since, inside: Inside): Since {
    if (stmt.kind === 'wait') return this.arrived(stmt, before, inside);
    const { reads, writes } = this.accesses(stmt, inside);
    if ([...reads.keys()].some((tensor) => writes.has(tensor)) || waits(stmt))
      return this.meetInside(stmt, before, inside);
    if (overlap(reads, before.underWay)) throw new Error('shared memory is read that was not waited for');
    const ahead = new Map([...writes].filter(([tensor]) => inside.turns.has(tensor)));
    const underWay = union(before.underWay, ahead);
    const written = without(writes, this.boxed);
    if (!overlap(reads, before.written) && !overlap(writes, before.read))
      return { written: union(before.written, written), read: union(before.read, reads), underWay };
    if (inside.divergent) throw new Error('a barrier would stand where not all threads of a block come');
    inside.found.add(stmt);
    return { written, read: reads, underWay };
  }

  private meetInside(stmt: Stmt, before: Since, inside: Inside): Since {
    switch (stmt.kind) {
      case 'block':
        return stmt.body.reduce((since, s) => this.meet(s, since, inside), before);
      case 'alloc':
        return this.meet(stmt.body, ...this.insideAlloc(stmt, before, inside));
      case 'if': {
        const divergent = inside.divergent || differs(stmt.when, inside);
        const [a, b] = childrenOf(stmt).map((s) => this.meet(s, before, { ...inside, divergent }));
        return either(a, b);
      }
      case 'for':
        return this.meetLoop(stmt, before, inside);
      default:
        throw new Error('a statement reads the shared memory that it writes');
    }
  }

  /** What is under way to an earlier life of the tensor is nobody's to read. */
  private insideAlloc({ storage: { tensor, buffers } }: Alloc, before: Since, inside: Inside): [Since, Inside] {
    if (!this.shared.has(tensor)) return [before, inside];
    const turns = new Map(inside.turns);
    if (buffers === undefined) turns.delete(tensor);
    else turns.set(tensor, { count: buffers, loop: undefined });
    const since = blurred(before, (t) => t === tensor);
    return [
      { ...since, underWay: without(since.underWay, new Map([[tensor, everyBuffer]])) },
      { ...inside, turns },
    ];
  }

  /** Barriers of the body are those that it needs whatever iteration came before: it is first met without noting any until nothing new is left behind. */
  private meetLoop(loop: For, before: Since, outside: Inside): Since {
    const inside = this.insideLoop(loop, outside);
    // Each block has shared memory of its own.
    if (isThreadAxis(loop.annotation) || isBlockAxis(loop.annotation)) return this.meet(loop.body, before, inside);
    const counts = new Map(
      [...inside.turns].flatMap(([t, turns]) => (turns.loop === loop.loop ? [[t, turns.count]] : [])),
    );
    // Before the first iteration, which is number 0, buffers have numbers of their own.
    const first = ix.equal(loop.from, ix.zero) ? before : blurred(before, (t) => counts.has(t));
    let start = first;
    for (;;) {
      const end = this.meet(loop.body, start, { ...inside, found: new Set() });
      const next = either(start, turned(end, counts));
      if (same(next, start)) break;
      start = next;
    }
    const end = this.meet(loop.body, start, inside);
    const after = ix.range(loop.from).max < ix.range(loop.to).min ? end : either(before, end);
    return blurred(after, (t) => counts.has(t));
  }

  private insideLoop(loop: For, inside: Inside): Inside {
    const { annotation } = loop;
    const turns = this.turnsOf(loop, inside);
    if (isThreadAxis(annotation)) {
      const some = ix.range(loop.to).max < this.block[annotation];
      const ofThreads = new Set([...inside.ofThreads, loop.loop]);
      return { ...inside, turns, ofThreads, divergent: inside.divergent || some };
    }
    const divergent = inside.divergent || differs(loop.from, inside) || differs(loop.to, inside);
    return { ...inside, turns, divergent };
  }

  /** Tensors that take turns in their buffers by the iterations of the loop. */
  private turnsOf(loop: For, { turns }: Inside): ReadonlyMap<Tensor, Turns> {
    if (turns.size === 0) return turns;
    const inside = new Map(turns);
    eachAccess(loop.body, (_, { tensor, indices }) => {
      const around = turns.get(tensor);
      if (around && ix.uses(indices[0], (v) => v === loop.loop)) inside.set(tensor, { ...around, loop: loop.loop });
    });
    return inside;
  }

  private arrived({ full }: Wait, { written, read, underWay }: Since, inside: Inside): Since {
    const filled = new Map(full.map(({ tensor, buffer }) => [tensor, bufferAt(tensor, buffer, inside)]));
    return { written: union(written, without(filled, this.boxed)), read, underWay: without(underWay, filled) };
  }

  private accesses(stmt: Stmt, inside: Inside): { reads: Buffers; writes: Buffers } {
    const found = { reads: new Map<Tensor, bigint>(), writes: new Map<Tensor, bigint>() };
    eachAccess(stmt, (kind, { tensor, indices }) => {
      const storage = this.shared.get(tensor);
      if (!storage) return;
      const before = found[kind].get(tensor) ?? 0n;
      const own = bufferAt(tensor, indices[0], inside);
      found[kind].set(tensor, before | own | (kind === 'reads' ? lagging(own, storage) : 0n));
    });
    return found;
  }
}

function differs(index: Index, { ofThreads }: Inside): boolean {
  return ix.uses(index, (v) => ofThreads.has(v));
}

/** Which buffer of a tensor is meant, counted from the current iteration's. */
function bufferAt(tensor: Tensor, index: Index, { turns }: Inside): bigint {
  const around = turns.get(tensor);
  if (!around) return everyBuffer;
  const { count, loop } = around;
  const own = loop ? ix.variable(loop) : ix.zero;
  for (let d = 0; d < count; d++) if (ix.equal(index, ix.mod(ix.add(own, ix.constant(d)), count))) return oneBuffer(d);
  return everyBuffer;
}

/** The buffers that were read an iteration before these. */
function lagging(own: bigint, { lag = 0, buffers = 1 }: Storage): bigint {
  return lag === 0 || own === everyBuffer ? 0n : oneEarlier(own, buffers);
}

function waits(stmt: Stmt): boolean {
  let found = false;
  eachStatement(stmt, ({ kind }) => {
    found ||= kind === 'wait';
  });
  return found;
}
