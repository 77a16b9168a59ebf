/**
 * A nest as features see it: for each stage the statement that computes it, the loops around that, and how its accesses
 * move with them. Of several statements of a stage (the start and end of a sum, border and interior, the parts of a cut
 * loop) it is the one that runs most.
 */
import { functions } from '../ir/functions.js';
import { range, subtract } from '../ir/index.js';
import { stride } from '../ir/index-facts.js';
import type { Index } from '../ir/index.js';
import type { For, Nest, Store } from '../ir/nest.js';
import type { Tensor, Value } from '../ir/tensor.js';
import { eachNode, loadsOf } from '../ir/value.js';
import { eachStore, type Element, type Visit } from './visit.js';

export interface Statement {
  /** Name of the tensor that it computes. */
  readonly stage: string;
  /** Loops around it, outermost first, without what they enclose: a nest is larger than all that is kept of it. */
  readonly loops: readonly Enclosing[];
  /** The most iterations of each of them. */
  readonly lengths: readonly number[];
  readonly arithmetic: Arithmetic;
  /** The store, and of each role that is read the first load. */
  readonly accesses: readonly Access[];
}

type Enclosing = Pick<For, 'stage' | 'loop' | 'annotation'>;

/** Floating-point operations of one execution: additions and subtractions, multiplications, divisions. */
interface Arithmetic {
  readonly adds: number;
  readonly muls: number;
  readonly divs: number;
}

export interface Access {
  readonly mode: 'reads' | 'writes';
  /** The input that the tensor is or holds, or the output. */
  readonly role: string;
  /**
   * Elements that one iteration of each loop moves on by, and would where the loop runs once; 0 where the loop does not
   * move the access.
   */
  readonly strides: readonly number[];
}

/**
 * One statement a stage, in the order in which stages first appear. Of the two sides of a branch the first is taken.
 */
export function statementsOf(nest: Nest): Statement[] {
  const most = new Map<Tensor, CountedVisit>();
  const roles = new Roles(nest);
  eachStore(nest, (visit) => {
    const { store, loops } = visit;
    roles.meet(store);
    const runs = loops.reduce((n, loop) => n * lengthOf(loop), 1);
    const candidate = { ...visit, reads: loadsOf(store.value).length > 0, runs };
    if (isHotter(candidate, most.get(store.tensor))) most.set(store.tensor, candidate);
  });
  return [...most.values()].map((visit) => ({
    stage: visit.store.tensor.name,
    loops: visit.loops.map(({ stage, loop, annotation }) => ({ stage, loop, annotation })),
    lengths: visit.loops.map(lengthOf),
    arithmetic: arithmeticOf(visit.store),
    accesses: accessesOf(visit, roles),
  }));
}

interface CountedVisit extends Visit {
  readonly reads: boolean;
  readonly runs: number;
}

/**
 * What writes constants only (the zeros of a border, the start of a sum) stands for its stage where there is nothing
 * else.
 */
function isHotter(candidate: CountedVisit, other: CountedVisit | undefined): boolean {
  if (!other || candidate.reads !== other.reads) return !other || candidate.reads;
  return candidate.runs > other.runs;
}

/**
 * The most iterations of a loop.
 *
 * @internal A test derives the loop matrix by itself from it.
 */
export function lengthOf({ from, to }: For): number {
  return range(subtract(to, from)).max;
}

/**
 * Elements that one iteration of a loop moves an access on by; 1 where that is no constant, as AutoTVM has it.
 *
 * @internal A test derives the loop matrix by itself from it.
 */
export function strideOf(at: Index, { loop }: For): number {
  return stride(at, loop) ?? 1;
}

/** @internal A test derives the loop matrix by itself from it. */
export function arithmeticOf({ value, update }: Store): Arithmetic {
  const count = { add: update ? 1 : 0, sub: 0, mul: 0, div: 0, min: 0, max: 0 };
  eachNode(value, (node) => {
    if (node.kind === 'binary') count[node.op]++;
    if (node.kind !== 'call') return;
    count.add += functions[node.name].work;
    count.mul += functions[node.name].work;
  });
  return { adds: count.add + count.sub, muls: count.mul, divs: count.div };
}

function accessesOf({ store, loops, placeOf }: Visit, roles: Roles): Access[] {
  const access = (mode: Access['mode'], { tensor, indices }: Element): Access => {
    const place = placeOf({ tensor, indices });
    return { mode, role: roles.of(tensor), strides: loops.map((loop) => strideOf(place, loop)) };
  };
  const accesses = [access('writes', store)];
  const seen = new Set<string>();
  for (const load of loadsOf(store.value)) {
    const role = roles.of(load.tensor);
    if (!seen.has(role)) accesses.push(access('reads', load));
    seen.add(role);
  }
  return accesses;
}

/**
 * What tensors hold: what is made of one input alone (a copy, a packed or a transformed one) counts as that input, all
 * else as the output.
 */
class Roles {
  private readonly output: Tensor;
  private readonly sources = new Map<Tensor, ReadonlySet<Tensor>>();

  constructor({ inputs, output, packs }: Nest) {
    this.output = output;
    for (const tensor of inputs) this.sources.set(tensor, new Set([tensor]));
    for (const { original, packed } of packs) this.sources.set(packed.tensor, new Set([original]));
  }

  /** Learns of what a store makes its tensor. */
  meet({ tensor, value }: Store): void {
    this.sources.set(tensor, new Set([...this.sourcesOf(tensor), ...this.sourcesIn(value)]));
  }

  of(tensor: Tensor): string {
    const sources = this.sourcesOf(tensor);
    const [source] = sources;
    return source && sources.size === 1 && tensor !== this.output ? source.name : this.output.name;
  }

  private sourcesIn(value: Value): Tensor[] {
    return loadsOf(value).flatMap(({ tensor }) => [...this.sourcesOf(tensor)]);
  }

  private sourcesOf(tensor: Tensor): ReadonlySet<Tensor> {
    return this.sources.get(tensor) ?? new Set();
  }
}
