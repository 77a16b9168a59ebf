/**
 * Emits the loop nest of a stage at one place, and of the stages placed inside it. The walk goes down the leaf loops; after each binding it
 * settles what has become known: which side of a peeled tail this is, whether a padding condition holds, which producers start here.
 */
import * as ix from './index.js';
import type { Index, Var } from './index.js';
import { hinges, interiorOf } from './border.js';
import type { Hinge } from './border.js';
import { Instance } from './instance.js';
import type { Placeholder, Placeholders, Region } from './instance.js';
import { packedIndices, packedShape } from './layout.js';
import { axesOf, isBlockAxis, isReduce, isThreadAxis } from './loop.js';
import type { Loop } from './loop.js';
import { block, isNothing, nothing } from './nest.js';
import type { Stmt, Storage } from './nest.js';
import { partition } from './partition.js';
import { neededRegion } from './region.js';
import { Choices, selectsOf } from './choices.js';
import { InstantiationError } from './errors.js';
import type { Prefetching, Stage } from './stage.js';
import type { Tensor } from './tensor.js';
import { binary, constantValue, entry, isNumber, transform } from './value.js';
import type { Condition, LoadValue, Value } from './value.js';

/** Border tiles of a loop that become code of their own; with more, one test per tile tells border and interior apart. */
const mostBorderTiles = 4;

/**
 * How much of a nest is emitted: all of it, or its outline, which is what features are read from: of the two sides of a branch the first (the
 * full tile, the inside of the padding), of a sum what adds up, and loops of one iteration, too, so that a loop is there whatever its length.
 */
export type Detail = 'full' | 'outline';

/** Leaf loops to walk, and what to emit when all are bound. */
interface Plan {
  readonly leaves: readonly Loop[];
  /** Whether producers placed at these loops are emitted (not in the nests that only start or finish a sum). */
  readonly producers: boolean;
  readonly end: (emission: Emission, instance: Instance, choices: Choices) => Stmt;
}

/** What is in force around a place. */
interface Surroundings {
  readonly stages: readonly Stage[];
  readonly detail: Detail;
  /** Whether the schedule binds loops: it is for a GPU. */
  readonly onGpu: boolean;
  readonly open: ReadonlyMap<Stage, Instance>;
  readonly origins: ReadonlyMap<Tensor, readonly Index[]>;
  /** Padding conditions that hold in the interior that is being emitted. */
  readonly known: ReadonlySet<Condition>;
  /** Loops that run on the threads of a block, as its shared memory sees them: all iterations at once. */
  readonly threads: ReadonlyMap<Var, Placeholder>;
  /** Of what is kept twice, the half that is filled or read. */
  readonly halves: ReadonlyMap<Tensor, Index>;
}

export class Emission {
  private constructor(private readonly around: Surroundings) {}

  static root(stages: readonly Stage[], detail: Detail): Emission {
    const [open, origins, threads, halves] = [new Map(), new Map(), new Map(), new Map()];
    const around = { open, origins, known: new Set<Condition>(), threads, halves };
    return new Emission({ stages, detail, onGpu: bindsLoops(stages), ...around });
  }

  private with(change: Partial<Surroundings>): Emission {
    return new Emission({ ...this.around, ...change });
  }

  stage(instance: Instance): Stmt {
    const { stage } = instance;
    const plan = this.planOf(stage);
    return this.walk(plan, instance, Choices.of(selectsOf(stage.compute)).holds([...this.around.known]), 0);
  }

  private planOf(stage: Stage): Plan {
    const { reduction, value } = stage.compute;
    if (!reduction) {
      const end: Plan['end'] = (e, i, c) => e.store(i, undefined, e.resolve(value, i, c));
      return { leaves: stage.loops, producers: true, end };
    }
    return stage.predicated ? this.predicatedSum(stage) : this.plainSum(stage);
  }

  /** Zero, add up, finish: each a nest over the loops inside the first reduction loop. */
  private plainSum(stage: Stage): Plan {
    const first = stage.loops.findIndex(isReduce);
    const inside = stage.loops.slice(first);
    const spatial = inside.filter((l) => !isReduce(l));
    const { op, source } = stage.compute.reduction!;
    const { value } = stage.compute;
    const start: Plan = {
      leaves: spatial,
      producers: false,
      end: (e, i) => e.store(i, undefined, constantValue(op === 'add' ? 0 : -Infinity)),
    };
    const update: Plan = {
      leaves: inside,
      producers: true,
      end: (e, i, c) => e.store(i, op, e.resolve(source, i, c)),
    };
    const finish: Plan = {
      leaves: spatial,
      producers: false,
      end: (e, i, c) => e.store(i, undefined, e.finished(e.self(i), i, c)),
    };
    const plans = value.kind === 'reduced' ? [start, update] : [start, update, finish];
    const shown = this.around.detail === 'full' ? plans : [update];
    return {
      leaves: stage.loops.slice(0, first),
      producers: true,
      end: (e, i, c) => block(...shown.map((plan) => e.walk(plan, i, c, 0))),
    };
  }

  /** Adds up blocks in the output itself: the first block stores, the last one finishes. */
  private predicatedSum(stage: Stage): Plan {
    const placed = this.around.stages.flatMap((s) =>
      s.placement.kind === 'at' && s.placement.stage === stage ? [s.placement.loop] : [],
    );
    const last = Math.max(...stage.loops.map((l, k) => (isReduce(l) || placed.includes(l) ? k : -1)));
    const rest = stage.loops.slice(last + 1);
    const { op, axes, source } = stage.compute.reduction!;
    const write = (first: boolean, final: boolean): Plan => ({
      leaves: rest,
      producers: false,
      end: (e, i, c) => {
        const part = e.resolve(source, i, c);
        if (!final) return e.store(i, first ? undefined : op, part);
        const total = first ? part : binary(op, e.self(i), part);
        return e.store(i, undefined, e.finished(total, i, c));
      },
    });
    const { value } = stage.compute;
    return {
      leaves: stage.loops.slice(0, last + 1),
      producers: true,
      end: (e, i, c) => {
        const number = axes.map(({ axis }) => i.axis(axis)!).reduce(ix.add);
        const lastNumber = axes.reduce((n, { axis }) => n + axis.extent - 1, 0);
        const isFirst = ix.scale(number, -1);
        const isLast = ix.subtract(number, ix.constant(lastNumber));
        const put = (first: boolean, final: boolean) => () => e.walk(write(first, final), i, c, 0);
        // Without an epilogue the last block is like the others.
        const middle =
          value.kind === 'reduced' ? put(false, false) : () => this.branch(isLast, put(false, true), put(false, false));
        return this.branch(isFirst, () => this.branch(isLast, put(true, true), put(true, false)), middle);
      },
    };
  }

  private walk(plan: Plan, instance: Instance, choices: Choices, k: number): Stmt {
    const shares = plan.producers && this.sharesInside(instance.stage, plan.leaves.slice(Math.max(0, k - 1)));
    return this.settle(instance, choices, shares, (i, c) => {
      const here = this.with({ open: new Map(this.around.open).set(i.stage, i) });
      const onward = (e: Emission): Stmt => (k === plan.leaves.length ? plan.end(e, i, c) : e.loop(plan, i, c, k));
      const atLoop = plan.producers && k > 0 ? here.placedAt(i.stage, plan.leaves[k - 1]) : [];
      const placed = atLoop.filter(({ tensor }) => !this.around.halves.has(tensor));
      const due =
        plan.producers && this.around.detail === 'full'
          ? i.stage.prefetches.filter((p) => k > 0 && p.loop === plan.leaves[k - 1])
          : [];
      return block(...due.map((p) => here.prefetch(p, i, c)), here.produce(placed, onward));
    });
  }

  private loop(plan: Plan, instance: Instance, choices: Choices, k: number): Stmt {
    const loop = plan.leaves[k];
    const extent = instance.extent(loop);
    const most = ix.range(extent).max;
    if (most <= 0) return nothing;
    if (isBound(loop)) return this.boundLoop(plan, instance, choices, k);
    if (ix.isConstant(extent) && most === 1 && this.around.detail === 'full')
      return this.walk(plan, instance.bind(loop, ix.zero), choices, k + 1);
    if (ix.isConstant(extent) && most === 1) {
      const v = new ix.Var(loop.name, 1);
      const once = this.walk(plan, instance.bind(loop, ix.variable(v)), choices, k + 1);
      return forLoop(instance.stage, loop, v, ix.zero, extent, once);
    }
    const emit = (from: Index, to: Index, chosen: (v: Var) => Choices): Stmt => {
      const v = new ix.Var(loop.name, most);
      const body = this.walk(plan, instance.bind(loop, ix.variable(v)), chosen(v), k + 1);
      return forLoop(instance.stage, loop, v, from, to, body);
    };
    const ahead = plan.producers ? this.filledAhead(instance.stage, loop) : [];
    if (ahead.length > 0) return this.pipelined(plan, instance, choices, k, ahead);
    if (loop.partitioned && plan.producers) {
      const parts = this.borderAndInterior(plan, instance, choices, k);
      if (parts) return parts;
    }
    if (loop.annotation === 'serial' && !this.around.onGpu) {
      const parts = partition(instance, loop, extent, choices);
      if (parts) return parts.emit(emit, this.branch.bind(this));
    }
    return emit(ix.zero, extent, (v) => (loop.annotation === 'vectorize' ? choices.inVector(v) : choices));
  }

  /** A loop that a GPU's blocks or threads are the iterations of; it is there even with one, so that every kernel has a grid. */
  private boundLoop(plan: Plan, instance: Instance, choices: Choices, k: number): Stmt {
    const loop = plan.leaves[k];
    const extent = instance.extent(loop);
    if (!ix.isConstant(extent))
      throw new InstantiationError(
        `${loop.name} is bound to ${loop.annotation} but its extent is known only at run time`,
      );
    const v = new ix.Var(loop.name, extent.constant);
    const threads = new Map(this.around.threads).set(v, { extent, loose: false });
    const here = isThreadAxis(loop.annotation) ? this.with({ threads }) : this;
    const value = extent.constant === 1 ? ix.zero : ix.variable(v);
    return forLoop(
      instance.stage,
      loop,
      v,
      ix.zero,
      extent,
      here.walk(plan, instance.bind(loop, value), choices, k + 1),
    );
  }

  /** Stages placed in a loop that are kept twice. An outline has them as they would be without. */
  private filledAhead(stage: Stage, loop: Loop): Stage[] {
    if (this.around.detail === 'outline' || loop.annotation !== 'serial') return [];
    return this.placedAt(stage, loop).filter(({ doubled }) => doubled);
  }

  /** A loop in whose iterations stages are filled for the next: the first fill comes before it, and none in the last iteration. */
  private pipelined(plan: Plan, instance: Instance, choices: Choices, k: number, ahead: readonly Stage[]): Stmt {
    const loop = plan.leaves[k];
    const { stage } = instance;
    const extent = instance.extent(loop);
    const most = ix.range(extent).max;
    const at = (tile: Index): Emission => {
      const open = new Map(this.around.open).set(stage, instance.bind(loop, tile));
      const [origins, halves] = [new Map(this.around.origins), new Map(this.around.halves)];
      for (const { tensor } of ahead) {
        origins.set(tensor, neededRegion(tensor, this.around.stages, open, this.around.threads).origin);
        halves.set(tensor, ix.mod(tile, 2));
      }
      return this.with({ open, origins, halves });
    };
    const regionAt = (e: Emission, { tensor }: Stage): Region =>
      neededRegion(tensor, e.around.stages, e.around.open, e.around.threads);
    const fill = (tile: Index, known: readonly Hinge[]): Stmt => {
      const there = at(tile).knowing(known);
      return block(...ahead.map((s) => there.stage(Instance.of(s, regionAt(there, s)))));
    };
    const v = new ix.Var(loop.name, most);
    const tile = ix.variable(v);
    const next = ix.add(tile, ix.constant(1));
    // Conditions that hold in all tiles but the first: ranges do not know that there is none after the last.
    const later = new ix.Var(loop.name, most - 1);
    const open = at(ix.add(ix.variable(later), ix.constant(1))).around.open;
    const holding = hinges(ahead, this.around.stages, open, later, this.around.known).filter((h) => {
      return ix.range(h.worst).min >= 0;
    });
    const isThere = ix.subtract(ix.subtract(extent, ix.constant(1)), next);
    const here = at(tile);
    const refill = this.branch(
      isThere,
      () => fill(next, holding),
      () => nothing,
    );
    const body = block(refill, here.walk(plan, instance.bind(loop, tile), choices, k + 1));
    const all = block(fill(ix.zero, []), forLoop(stage, loop, v, ix.zero, extent, body));
    return ahead.reduceRight<Stmt>((inside, s) => {
      return { kind: 'alloc', storage: storageOf(s, regionAt(here, s).extent, true), body: inside };
    }, all);
  }

  /** A partitioned loop: its border tiles and its interior, or undefined where no condition inside hinges on it. */
  private borderAndInterior(plan: Plan, instance: Instance, choices: Choices, k: number): Stmt | undefined {
    const loop = plan.leaves[k];
    const extent = instance.extent(loop);
    const v = new ix.Var(loop.name, ix.range(extent).max);
    const open = new Map(this.around.open).set(instance.stage, instance.bind(loop, ix.variable(v)));
    const all = hinges(
      this.placedInside(instance.stage, plan.leaves.slice(k)),
      this.around.stages,
      open,
      v,
      this.around.known,
    );
    if (all.length === 0) return undefined;

    const at = (e: Emission) => (tile: Index) => e.walk(plan, instance.bind(loop, tile), choices, k + 1);
    const [border, interior] = [at(this), at(this.knowing(all))];
    const parts = loop.annotation === 'serial' && ix.isConstant(extent) && interiorOf(all, v, extent.constant);
    if (parts && parts.border <= mostBorderTiles) {
      const ofBorder = (from: number, to: number): Stmt[] => numbers(from, to).map((i) => border(ix.constant(i)));
      const { from, to } = parts;
      if (this.around.detail === 'outline' && to - from > 1)
        return this.shifted(instance.stage, loop, from, to, interior);
      return block(
        ...ofBorder(0, from),
        this.shifted(instance.stage, loop, from, to, interior),
        ...ofBorder(to, extent.constant),
      );
    }
    const holds = all.map((h) => h.worst).reduce(ix.min);
    const tile = ix.variable(v);
    const either = this.branch(
      holds,
      () => interior(tile),
      () => border(tile),
    );
    return forLoop(instance.stage, loop, v, ix.zero, extent, either);
  }

  /** The iterations from..to, counted from 0, so that the range of what is computed from them is known. */
  private shifted(stage: Stage, loop: Loop, from: number, to: number, body: (value: Index) => Stmt): Stmt {
    if (from >= to) return nothing;
    const v = new ix.Var(loop.name, to - from);
    const once = to - from === 1;
    const inside = body(once ? ix.constant(from) : ix.add(ix.variable(v), ix.constant(from)));
    return once && this.around.detail === 'full'
      ? inside
      : forLoop(stage, loop, v, ix.zero, ix.constant(to - from), inside);
  }

  /** An If, unless one side is known to be taken, or neither does anything. An outline needs the second only where the first is nothing. */
  private branch(when: Index, then: () => Stmt, otherwise: () => Stmt): Stmt {
    const { min, max } = ix.range(when);
    if (min >= 0) return then();
    if (max < 0) return otherwise();
    const a = then();
    if (this.around.detail === 'outline' && !isNothing(a)) return { kind: 'if', when, then: a, otherwise: nothing };
    const b = otherwise();
    return isNothing(a) && isNothing(b) ? nothing : { kind: 'if', when, then: a, otherwise: b };
  }

  private knowing(all: readonly Hinge[]): Emission {
    return this.with({ known: new Set([...this.around.known, ...all.map((h) => h.condition)]) });
  }

  /** Whether the threads of a block share what is made inside these loops of a stage. */
  private sharesInside(stage: Stage, loops: readonly Loop[]): boolean {
    return this.around.onGpu && this.placedInside(stage, loops).some(({ scope }) => scope === 'shared');
  }

  /** Stages placed at these loops of a stage, and those placed inside them. */
  private placedInside(stage: Stage, loops: readonly Loop[]): Stage[] {
    const direct = loops.flatMap((loop) => this.placedAt(stage, loop));
    return direct.flatMap((s) => [s, ...this.placedInside(s, s.loops)]);
  }

  /**
   * Branches on what is known now and was not before: tails first, then conditions. On a GPU, where threads differ in what is known, conditions
   * stay selects, and guards wait (`shares`) until what threads share is made: they must not enclose a barrier.
   */
  private settle(instance: Instance, choices: Choices, shares: boolean, then: (i: Instance, c: Choices) => Stmt): Stmt {
    const peel = instance.duePeels().at(0);
    if (peel) {
      const whole = instance.extent(parentOf(peel.inner)).constant;
      const full = Math.floor(whole / peel.factor);
      const inFull = ix.subtract(ix.constant(full - 1), instance.value(peel.outer)!);
      const side = (extent: number) => () => this.settle(instance.peel(peel.inner, extent), choices, shares, then);
      return this.branch(inFull, side(peel.factor), side(whole % peel.factor));
    }
    const guard = shares ? undefined : choices.openGuard(instance);
    if (guard)
      return this.branch(
        guard.when,
        () => this.settle(instance, choices.withGuard(guard.key), shares, then),
        () => nothing,
      );
    if (this.around.onGpu) return then(instance, choices.settled(instance));
    const next = choices.decide(instance);
    if (next.kind === 'settled') return then(instance, next.choices);
    return this.branch(
      next.when,
      () => this.settle(instance, next.ifTrue, shares, then),
      () => this.settle(instance, next.ifFalse, shares, then),
    );
  }

  /** A prefetch for each vector of what an iteration reads or writes. It may lie outside the tensor at the end, which does no harm. */
  private prefetch({ tensor, loop, ahead }: Prefetching, instance: Instance, choices: Choices): Stmt {
    const { stage } = instance;
    const later = instance.bind(loop, ix.add(instance.value(loop)!, ix.constant(ahead)));
    const inside = stage.loops.slice(stage.loops.indexOf(loop) + 1).filter((l) => !isReduce(l));
    const fetch = (load: LoadValue | undefined): Stmt => {
      const used = (l: Loop): boolean =>
        !load || load.indices.some((index) => ix.uses(index, (v) => axesOf(l).includes(v)));
      const end: Plan['end'] = (e, i, c) => {
        const at = load ? e.resolve(load, i, c) : e.self(i);
        return at.kind === 'load' ? { kind: 'prefetch', tensor, indices: at.indices } : nothing;
      };
      return this.walk({ leaves: inside.filter(used), producers: false, end }, later, choices, 0);
    };
    if (tensor === stage.tensor) return fetch(undefined);
    return block(...stage.loadsOf(tensor).map(fetch));
  }

  private placedAt(stage: Stage, loop: Loop): Stage[] {
    return this.around.stages.filter(({ placement: p }) => p.kind === 'at' && p.stage === stage && p.loop === loop);
  }

  /** Emits producers, each in storage of the size that this place needs, and then the rest. */
  private produce(stages: readonly Stage[], rest: (e: Emission) => Stmt): Stmt {
    if (stages.length === 0) return rest(this);
    const [stage, ...others] = stages;
    const { stages: all, open, threads } = this.around;
    const region = neededRegion(stage.tensor, all, open, stage.scope === 'shared' ? threads : undefined);
    const inside = this.with({ origins: new Map(this.around.origins).set(stage.tensor, region.origin) });
    const body = block(inside.stage(Instance.of(stage, region)), inside.produce(others, rest));
    return { kind: 'alloc', storage: storageOf(stage, region.extent), body };
  }

  private store(instance: Instance, update: 'add' | 'max' | undefined, value: Value): Stmt {
    if (update === 'add' && isNumber(value, 0)) return nothing;
    const { stage } = instance;
    return { kind: 'store', tensor: stage.tensor, indices: this.own(instance), value, update };
  }

  /** The stage's own element at this iteration. */
  private self(instance: Instance): Value {
    return { kind: 'load', tensor: instance.stage.tensor, indices: this.own(instance) };
  }

  private own(instance: Instance): Index[] {
    const { compute, layout } = instance.stage;
    const indices = compute.axes.map((axis) => instance.local(axis));
    return this.inHalf(instance.stage.tensor, layout ? packedIndices(indices, layout) : indices);
  }

  private inHalf(tensor: Tensor, indices: Index[]): Index[] {
    const half = this.around.halves.get(tensor);
    return half ? [half, ...indices] : indices;
  }

  /** The stage's epilogue over a finished sum (whose indices are relative already). */
  private finished(total: Value, instance: Instance, choices: Choices): Value {
    const { value } = instance.stage.compute;
    if (value.kind === 'reduced') return total;
    return transform(this.resolve(value, instance, choices), (v) => (v.kind === 'reduced' ? total : v));
  }

  /** A value of the computation at this iteration: axes become loops, indices relative to where the storage starts. */
  private resolve(value: Value, instance: Instance, choices: Choices): Value {
    const placeholders: Placeholders = new Map();
    const axes = instance.axes(placeholders);
    const replace = (v: Var): Index | undefined => axes.get(v);
    return transform(choices.resolve(value, replace), (node) => {
      if (node.kind === 'entry')
        return entry(node.matrix, ix.substitute(node.row, replace), ix.substitute(node.column, replace));
      if (node.kind !== 'load') return node;
      const origin = this.around.origins.get(node.tensor);
      const indices = node.indices.map((index, d) => {
        const at = ix.substitute(index, replace);
        return origin ? ix.subtract(at, origin[d]) : at;
      });
      const layout = this.around.stages.find((stage) => stage.tensor === node.tensor)?.layout;
      return { ...node, indices: this.inHalf(node.tensor, layout ? packedIndices(indices, layout) : indices) };
    });
  }
}

/** Whether any loop of the stages is bound. */
export function bindsLoops(stages: readonly Stage[]): boolean {
  return stages.some(({ loops }) => loops.some(isBound));
}

function isBound({ annotation }: Loop): boolean {
  return isBlockAxis(annotation) || isThreadAxis(annotation);
}

/** The storage of a stage's elements, so many in each dimension (at most). */
export function storageOf(
  { tensor, scope, layout, padding }: Stage,
  extent: readonly Index[],
  doubled = false,
): Storage {
  const extents = extent.map((e) => ix.range(e).max);
  const once = layout ? packedShape(extents, layout) : extents;
  const halves = doubled ? [2] : [];
  const shape = [...halves, ...once];
  const room = padding.size > 0 && [...halves, ...once.map((size, d) => size + (padding.get(d) ?? 0))];
  return { tensor, shape, scope, ...(room && { room }), ...(doubled && { doubled }) };
}

/** A loop of a stage. */
function forLoop(
  { tensor }: Stage,
  { annotation, lanes, copies }: Loop,
  v: Var,
  from: Index,
  to: Index,
  body: Stmt,
): Stmt {
  return isNothing(body)
    ? nothing
    : { kind: 'for', loop: v, from, to, annotation, lanes, copies, stage: tensor.name, body };
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function parentOf(inner: Loop): Loop {
  if (inner.origin.kind !== 'inner') throw new Error(`${inner.name} is not the inner loop of a split`);
  return inner.origin.parent;
}
