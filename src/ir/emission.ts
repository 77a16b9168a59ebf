/**
 * Emits the loop nest of a stage at one place, and of the stages placed inside it. The walk goes down the leaf loops;
 * after each binding it settles what has become known: which side of a peeled tail this is, whether a padding condition
 * holds, which producers start here.
 */
import * as ix from './index.js';
import type { Index, Var } from './index.js';
import { borderConditions, interiorOf } from './border.js';
import { Instance } from './instance.js';
import { axesOf, isBlockAxis, isReduce, isThreadAxis } from './loop.js';
import type { Loop } from './loop.js';
import { block, forLoop, nothing } from './nest.js';
import type { Stmt } from './nest.js';
import { boundsOfParts, partition } from './partition.js';
import { pipelined } from './pipeline.js';
import { Place } from './place.js';
import type { Detail, Plan, EmissionContext } from './place.js';
import { planOf } from './plans.js';
import { neededRegion } from './region.js';
import { ConditionState } from './choices.js';
import { InstantiationError } from './errors.js';
import type { Prefetching, Stage } from './stage.js';
import { storageOf } from './storage.js';
import type { Condition, LoadValue } from './tensor.js';

/**
 * Border tiles of a loop that become code of their own; with more, one test per tile tells border and interior apart.
 */
const maxBorderTiles = 4;

export class Emission extends Place {
  static root(stages: readonly Stage[], detail: Detail): Emission {
    const [open, origins, threads, buffers] = [new Map(), new Map(), new Map(), new Map()];
    const around = { open, origins, known: new Set<Condition>(), threads, buffers };
    return new Emission({ stages, detail, onGpu: bindsLoops(stages), ...around });
  }

  override with(change: Partial<EmissionContext>): Emission {
    return new Emission({ ...this.around, ...change });
  }

  override stage(instance: Instance): Stmt {
    const { stage } = instance;
    const plan = planOf(stage, this.around);
    return this.walk(plan, instance, ConditionState.of(stage.compute).holds([...this.around.known]), 0);
  }

  override walk(plan: Plan, instance: Instance, choices: ConditionState, k: number): Stmt {
    const shares = plan.producers && this.sharesInside(instance.stage, plan.leaves.slice(Math.max(0, k - 1)));
    return this.resolveConditions(instance, choices, shares, (i, c) => {
      const here = this.with({ open: new Map(this.around.open).set(i.stage, i) });
      const [bound, next] = [plan.leaves[k - 1], plan.leaves[k]];
      const onward = (e: Emission): Stmt => (next ? e.loop(plan, next, i, c, k) : plan.end(e, i, c));
      const atLoop = plan.producers && bound ? here.placedAt(i.stage, bound) : [];
      const placed = atLoop.filter(({ tensor }) => !this.around.buffers.has(tensor));
      const due =
        plan.producers && this.around.detail === 'full' ? i.stage.prefetches.filter((p) => p.loop === bound) : [];
      return block(...due.map((p) => here.prefetch(p, i, c)), here.produce(placed, onward));
    });
  }

  /** The k-th leaf of a plan and all that is inside. */
  private loop(plan: Plan, loop: Loop, instance: Instance, choices: ConditionState, k: number): Stmt {
    const extent = instance.extent(loop);
    const most = ix.range(extent).max;
    if (most <= 0) return nothing;
    if (isBound(loop)) return this.boundLoop(plan, loop, instance, choices, k);
    if (ix.isConstant(extent) && most === 1 && this.around.detail === 'full')
      return this.walk(plan, instance.bind(loop, ix.zero), choices, k + 1);
    if (ix.isConstant(extent) && most === 1) {
      const v = new ix.Var(loop.name, 1);
      const once = this.walk(plan, instance.bind(loop, ix.variable(v)), choices, k + 1);
      return forLoop(instance.stage, loop, v, ix.zero, extent, once);
    }
    const emit = (from: Index, to: Index, chosen: (v: Var) => ConditionState): Stmt => {
      const v = new ix.Var(loop.name, most);
      const body = this.walk(plan, instance.bind(loop, ix.variable(v)), chosen(v), k + 1);
      return forLoop(instance.stage, loop, v, from, to, body);
    };
    const pipelinedStages = plan.producers && most > 1 ? this.pipelinedStages(instance.stage, loop) : [];
    if (pipelinedStages.length > 0) {
      return pipelined(this, { instance, loop, stages: pipelinedStages }, (here, bound) =>
        here.walk(plan, bound, choices, k + 1),
      );
    }
    if (loop.partitioned && plan.producers) {
      const parts = this.borderAndInterior(plan, loop, instance, choices, k);
      if (parts) return parts;
    }
    if (loop.annotation === 'serial' && !this.around.onGpu) {
      const parts = partition(instance, loop, extent, choices);
      if (parts) return parts.emit(emit, this.branch.bind(this));
      const bounds = boundsOfParts(instance, loop, extent, choices);
      const inside = (value: Index): Stmt => this.walk(plan, instance.bind(loop, value), choices, k + 1);
      if (bounds)
        return block(...bounds.slice(1).map((to, i) => this.shifted(instance.stage, loop, bounds[i]!, to, inside)));
    }
    return emit(ix.zero, extent, (v) => (loop.annotation === 'vectorize' ? choices.inVector(v) : choices));
  }

  /**
   * A loop that a GPU's blocks or threads are the iterations of; it is there even with one, so that every kernel has a
   * grid.
   */
  private boundLoop(plan: Plan, loop: Loop, instance: Instance, choices: ConditionState, k: number): Stmt {
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

  /** Stages placed in a loop that are kept several times. A feature nest has them as they would be without. */
  private pipelinedStages(stage: Stage, loop: Loop): Stage[] {
    if (this.around.detail === 'features' || loop.annotation !== 'serial') return [];
    return this.placedAt(stage, loop).filter(({ bufferCount }) => bufferCount > 1);
  }

  /** A partitioned loop: its border tiles and its interior, or undefined where no condition inside depends on it. */
  private borderAndInterior(
    plan: Plan,
    loop: Loop,
    instance: Instance,
    choices: ConditionState,
    k: number,
  ): Stmt | undefined {
    const extent = instance.extent(loop);
    const v = new ix.Var(loop.name, ix.range(extent).max);
    const open = new Map(this.around.open).set(instance.stage, instance.bind(loop, ix.variable(v)));
    const all = borderConditions(
      this.placedInside(instance.stage, plan.leaves.slice(k)),
      this.around.stages,
      open,
      v,
      this.around.known,
    );
    if (all.length === 0) return undefined;

    const at = (e: Place) => (tile: Index) => e.walk(plan, instance.bind(loop, tile), choices, k + 1);
    const [border, interior] = [at(this), at(this.knowing(all))];
    const parts = loop.annotation === 'serial' && ix.isConstant(extent) && interiorOf(all, v, extent.constant);
    if (parts && parts.border <= maxBorderTiles) {
      const ofBorder = (from: number, to: number): Stmt[] => numbers(from, to).map((i) => border(ix.constant(i)));
      const { from, to } = parts;
      if (this.around.detail === 'features' && to - from > 1)
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
   * Branches on what is known now and was not before: tails first, then conditions. On a GPU, where threads differ in
   * what is known, conditions stay selects, and guards wait (`shares`) until what threads share is made: they must not
   * enclose a barrier.
   */
  private resolveConditions(
    instance: Instance,
    choices: ConditionState,
    shares: boolean,
    then: (i: Instance, c: ConditionState) => Stmt,
  ): Stmt {
    const peel = instance.duePeels().at(0);
    if (peel) {
      const whole = instance.extent(parentOf(peel.inner)).constant;
      const full = Math.floor(whole / peel.factor);
      const inFull = ix.subtract(ix.constant(full - 1), instance.value(peel.outer)!);
      const side = (extent: number) => () =>
        this.resolveConditions(instance.peel(peel.inner, extent), choices, shares, then);
      return this.branch(inFull, side(peel.factor), side(whole % peel.factor));
    }
    const guard = shares ? undefined : choices.openGuard(instance);
    if (guard)
      return this.branch(
        guard.when,
        () => this.resolveConditions(instance, choices.withGuard(guard.key), shares, then),
        () => nothing,
      );
    if (this.around.onGpu) return then(instance, choices.settled(instance));
    const next = choices.decide(instance);
    if (next.kind === 'settled') return then(instance, next.choices);
    return this.branch(
      next.when,
      () => this.resolveConditions(instance, next.ifTrue, shares, then),
      () => this.resolveConditions(instance, next.ifFalse, shares, then),
    );
  }

  /**
   * A prefetch for each vector of what an iteration reads or writes. It may lie outside the tensor at the end, which
   * does no harm.
   */
  private prefetch({ tensor, loop, distance }: Prefetching, instance: Instance, choices: ConditionState): Stmt {
    const { stage } = instance;
    const later = instance.bind(loop, ix.add(instance.value(loop)!, ix.constant(distance)));
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
    const [stage, ...others] = stages;
    if (!stage) return rest(this);
    const { stages: all, open, threads } = this.around;
    const region = neededRegion(stage.tensor, all, open, stage.scope === 'shared' ? threads : undefined);
    const inside = this.with({ origins: new Map(this.around.origins).set(stage.tensor, region.origin) });
    const body = block(inside.stage(Instance.of(stage, region)), inside.produce(others, rest));
    return { kind: 'alloc', storage: storageOf(stage, region.extent), body };
  }
}

/** Whether any loop of the stages is bound. */
export function bindsLoops(stages: readonly Stage[]): boolean {
  return stages.some(({ loops }) => loops.some(isBound));
}

function isBound({ annotation }: Loop): boolean {
  return isBlockAxis(annotation) || isThreadAxis(annotation);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function parentOf(inner: Loop): Loop {
  if (inner.origin.kind !== 'inner') throw new Error(`${inner.name} is not the inner loop of a split`);
  return inner.origin.parent;
}
