/**
 * Where the threads of a block must wait for each other: before a statement that reads shared memory which was written
 * since the last barrier, and before one that writes what was read since. It is a data-flow analysis over statements.
 * One that does not both read and write a shared tensor is a unit, however large, so that barriers come as far out as
 * they can; others are looked into. A loop's body also starts from what its own last iteration leaves behind.
 *
 * What is software-pipelined may be copied at once, or until the thread waits for it: it is written then, and again
 * when it is waited for. What an instruction fills that has every thread wait for it (TMA tiles and their mbarriers)
 * needs no barrier before it is read. What lags behind reads the buffer of the iteration before, too.
 */
import * as ix from '../../../ir/index.js';
import { uses } from '../../../ir/index-facts.js';
import type { Index, Var } from '../../../ir/index.js';
import { isBlockAxis, isThreadAxis } from '../../../ir/loop.js';
import type { ThreadAxis } from '../../../ir/loop.js';
import type { Alloc, For, Stmt, Storage, Wait } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import { eachAccess, eachStatement, storagesOf } from '../../../codegen/accesses.js';
import {
  either,
  everyBuffer,
  inAnyBuffer,
  oneBuffer,
  overlap,
  previousBuffer,
  rotated,
  same,
  union,
  untouched,
  without,
} from './shared-accesses.js';
import type { Buffers, SharedAccesses } from './shared-accesses.js';

/** Threads of a block along each axis. */
export type BlockShape = Readonly<Record<ThreadAxis, number>>;

/** How many buffers a tensor has, and the loop whose iterations rotate through them, where it is inside that one. */
interface Rotation {
  readonly count: number;
  readonly loop: Var | undefined;
}

/** What the walk is inside of: variables that differ between threads, and whether not all threads come here. */
interface Inside {
  readonly ofThreads: ReadonlySet<Var>;
  readonly divergent: boolean;
  readonly rotations: ReadonlyMap<Tensor, Rotation>;
  /** Where barriers are noted. */
  readonly found: Set<Stmt>;
}

/**
 * The statements of a kernel before which there is a barrier. `awaited` are the tensors that every thread waits for, so
 * that they need none before they are read. Throws where not all threads of a block would come to a barrier.
 */
export function barriersOf(
  kernel: Stmt,
  block: BlockShape,
  awaited: ReadonlySet<Tensor> = new Set(),
): ReadonlySet<Stmt> {
  const found = new Set<Stmt>();
  new Barriers(block, kernel, awaited).transfer(kernel, untouched, {
    ofThreads: new Set(),
    divergent: false,
    rotations: new Map(),
    found,
  });
  return found;
}

class Barriers {
  private readonly shared: ReadonlyMap<Tensor, Storage>;
  private readonly awaited: Buffers;

  constructor(
    private readonly block: BlockShape,
    kernel: Stmt,
    awaited: ReadonlySet<Tensor>,
  ) {
    const storages = storagesOf(kernel).filter(({ scope }) => scope === 'shared');
    this.shared = new Map(storages.map((storage) => [storage.tensor, storage]));
    this.awaited = new Map([...awaited].map((tensor) => [tensor, everyBuffer]));
  }

  /** What is so after a statement; notes the barriers in and before it. */
  transfer(stmt: Stmt, before: SharedAccesses, inside: Inside): SharedAccesses {
    if (stmt.kind === 'wait') return this.wait(stmt, before, inside);
    const { reads, writes } = this.accesses(stmt, inside);
    if ([...reads.keys()].some((tensor) => writes.has(tensor)) || waits(stmt))
      return this.transferInside(stmt, before, inside);
    if (overlap(reads, before.inFlight)) throw new Error('a statement reads shared memory without a barrier before it');
    const pipelined = new Map([...writes].filter(([tensor]) => inside.rotations.has(tensor)));
    const inFlight = union(before.inFlight, pipelined);
    const written = without(writes, this.awaited);
    if (!overlap(reads, before.written) && !overlap(writes, before.read))
      return { written: union(before.written, written), read: union(before.read, reads), inFlight };
    if (inside.divergent) throw new Error('a barrier is in code that not all threads of a block run');
    inside.found.add(stmt);
    return { written, read: reads, inFlight };
  }

  private transferInside(stmt: Stmt, before: SharedAccesses, inside: Inside): SharedAccesses {
    switch (stmt.kind) {
      case 'block':
        return stmt.body.reduce((accesses, s) => this.transfer(s, accesses, inside), before);
      case 'alloc':
        return this.transfer(stmt.body, ...this.insideAlloc(stmt, before, inside));
      case 'if': {
        const divergent = inside.divergent || differs(stmt.when, inside);
        const sides = { ...inside, divergent };
        return either(this.transfer(stmt.then, before, sides), this.transfer(stmt.otherwise, before, sides));
      }
      case 'for':
        return this.transferLoop(stmt, before, inside);
      default:
        throw new Error('a statement reads and writes the same shared memory');
    }
  }

  /** What is in flight to an earlier life of the tensor is nobody's to read. */
  private insideAlloc(
    { storage: { tensor, buffers } }: Alloc,
    before: SharedAccesses,
    inside: Inside,
  ): [SharedAccesses, Inside] {
    if (!this.shared.has(tensor)) return [before, inside];
    const rotations = new Map(inside.rotations);
    if (buffers === undefined) rotations.delete(tensor);
    else rotations.set(tensor, { count: buffers, loop: undefined });
    const accesses = inAnyBuffer(before, (t) => t === tensor);
    return [
      { ...accesses, inFlight: without(accesses.inFlight, new Map([[tensor, everyBuffer]])) },
      { ...inside, rotations },
    ];
  }

  /**
   * Barriers of the body are those that it needs whatever iteration came before: it is gone through without noting any
   * until nothing new is left behind.
   */
  private transferLoop(loop: For, before: SharedAccesses, outside: Inside): SharedAccesses {
    const inside = this.insideLoop(loop, outside);
    // Each block has shared memory of its own.
    if (isThreadAxis(loop.annotation) || isBlockAxis(loop.annotation)) return this.transfer(loop.body, before, inside);
    const counts = new Map(
      [...inside.rotations].flatMap(([t, rotation]) => (rotation.loop === loop.loop ? [[t, rotation.count]] : [])),
    );
    // Before the first iteration, which is number 0, buffers have numbers of their own.
    const first = ix.equal(loop.from, ix.zero) ? before : inAnyBuffer(before, (t) => counts.has(t));
    let start = first;
    for (;;) {
      const end = this.transfer(loop.body, start, { ...inside, found: new Set() });
      const next = either(start, rotated(end, counts));
      if (same(next, start)) break;
      start = next;
    }
    const end = this.transfer(loop.body, start, inside);
    const after = ix.range(loop.from).max < ix.range(loop.to).min ? end : either(before, end);
    return inAnyBuffer(after, (t) => counts.has(t));
  }

  private insideLoop(loop: For, inside: Inside): Inside {
    const { annotation } = loop;
    const rotations = this.rotationsOf(loop, inside);
    if (isThreadAxis(annotation)) {
      const some = ix.range(loop.to).max < this.block[annotation];
      const ofThreads = new Set([...inside.ofThreads, loop.loop]);
      return { ...inside, rotations, ofThreads, divergent: inside.divergent || some };
    }
    const divergent = inside.divergent || differs(loop.from, inside) || differs(loop.to, inside);
    return { ...inside, rotations, divergent };
  }

  /** Tensors through whose buffers the iterations of the loop rotate, and those of loops around it. */
  private rotationsOf(loop: For, { rotations }: Inside): ReadonlyMap<Tensor, Rotation> {
    if (rotations.size === 0) return rotations;
    const inside = new Map(rotations);
    eachAccess(loop.body, (_, { tensor, indices }) => {
      const around = rotations.get(tensor);
      const buffer = indices.at(0);
      if (around && buffer && uses(buffer, (v) => v === loop.loop)) inside.set(tensor, { ...around, loop: loop.loop });
    });
    return inside;
  }

  private wait({ full }: Wait, { written, read, inFlight }: SharedAccesses, inside: Inside): SharedAccesses {
    const filled = new Map(full.map(({ tensor, buffer }) => [tensor, bufferAt(tensor, buffer, inside)]));
    return { written: union(written, without(filled, this.awaited)), read, inFlight: without(inFlight, filled) };
  }

  private accesses(stmt: Stmt, inside: Inside): { reads: Buffers; writes: Buffers } {
    const found = { reads: new Map<Tensor, bigint>(), writes: new Map<Tensor, bigint>() };
    eachAccess(stmt, (kind, { tensor, indices }) => {
      const storage = this.shared.get(tensor);
      if (!storage) return;
      const before = found[kind].get(tensor) ?? 0n;
      const own = bufferAt(tensor, indices.at(0)!, inside);
      found[kind].set(tensor, before | own | (kind === 'reads' ? lagging(own, storage) : 0n));
    });
    return found;
  }
}

function differs(index: Index, { ofThreads }: Inside): boolean {
  return uses(index, (v) => ofThreads.has(v));
}

/** Which buffer of a tensor is meant, counted from the current iteration's. */
function bufferAt(tensor: Tensor, index: Index, { rotations }: Inside): bigint {
  const around = rotations.get(tensor);
  if (!around) return everyBuffer;
  const { count, loop } = around;
  const own = loop ? ix.variable(loop) : ix.zero;
  for (let d = 0; d < count; d++) if (ix.equal(index, ix.mod(ix.add(own, ix.constant(d)), count))) return oneBuffer(d);
  return everyBuffer;
}

/** The buffers that were read an iteration before these. */
function lagging(own: bigint, { lag = 0, buffers = 1 }: Storage): bigint {
  return lag === 0 || own === everyBuffer ? 0n : previousBuffer(own, buffers);
}

function waits(stmt: Stmt): boolean {
  let found = false;
  eachStatement(stmt, ({ kind }) => {
    found ||= kind === 'wait';
  });
  return found;
}
