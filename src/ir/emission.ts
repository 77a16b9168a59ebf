/**
 * Emits the loop nest of a stage at one place, and of the stages placed inside it. The walk goes down the leaf loops;
 * after each binding it settles what has become known (`known-conditions.ts`) and emits the producers that start here.
 */
import { emitBorderAndInterior } from './bordered-loop.js';
import { ConditionState } from './choices.js';
import { InstantiationError } from './errors.js';
import * as ix from './index.js';
import type { Index, Var } from './index.js';
import { Instance } from './instance.js';
import { branchOnKnown } from './known-conditions.js';
import { forRange } from './loop-range.js';
import { isBlockAxis, isThreadAxis, type Loop } from './loop.js';
import { block, forLoop, isNothing, nothing, type Stmt } from './nest.js';
import { boundsOfParts, partition } from './partition.js';
import { pipelined } from './pipeline.js';
import { Place, type Detail, type EmissionContext, type Plan } from './place.js';
import { placedAt, placedInside } from './placement.js';
import { planOf } from './plans.js';
import { emitPrefetches } from './prefetches.js';
import { neededRegion } from './region.js';
import { spansIn, wholeSpans } from './spans.js';
import type { Stage } from './stage.js';
import { storageOf } from './storage.js';
import type { Condition } from './tensor.js';

export class Emission extends Place {
  static root(stages: readonly Stage[], detail: Detail): Emission {
    const [open, origins, threads, buffers] = [new Map(), new Map(), new Map(), new Map()];
    const around = { open, origins, spans: wholeSpans(stages), known: new Set<Condition>(), threads, buffers };
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
    const { stages, open, buffers, detail } = this.around;
    const shares = plan.producers && this.sharesInside(instance.stage, plan.leaves.slice(Math.max(0, k - 1)));
    return branchOnKnown(this, instance, choices, shares, (i, c) => {
      const here = this.with({ open: new Map(open).set(i.stage, i) });
      const [bound, next] = [plan.leaves[k - 1], plan.leaves[k]];
      const onward = (e: Emission): Stmt => {
        const spanning = i.spanning(e.around.spans);
        return next ? e.loop(plan, next, spanning, c, k) : plan.end(e, spanning, c);
      };
      const atLoop = plan.producers && bound ? placedAt(stages, i.stage, bound) : [];
      const producers = atLoop.filter(({ tensor }) => !buffers.has(tensor));
      const rest = here.produce(producers, onward);
      return plan.producers && detail === 'full' && !isNothing(rest)
        ? block(...emitPrefetches(here, bound, i, c), rest)
        : rest;
    });
  }

  /** The k-th leaf of a plan and all that is inside. */
  private loop(plan: Plan, loop: Loop, instance: Instance, choices: ConditionState, k: number): Stmt {
    const extent = instance.extent(loop);
    const most = ix.range(extent).max;
    if (most <= 0) return nothing;
    if (isBound(loop)) return this.boundLoop(plan, loop, instance, choices, k);
    if (ix.isConstant(extent) && most === 1) return this.singleIteration(plan, loop, instance, choices, k);
    return (
      this.pipelinedLoop(plan, loop, instance, choices, k) ??
      (loop.partitioned && plan.producers
        ? emitBorderAndInterior(this, plan, loop, instance, choices, k)
        : undefined) ??
      this.dividedLoop(plan, loop, instance, choices, k) ??
      this.plainLoop(plan, loop, instance, k, ix.zero, extent, (v) =>
        loop.annotation === 'vectorize' ? choices.inVector(v) : choices,
      )
    );
  }

  /**
   * A loop that a GPU's blocks or threads are the iterations of; it is there even with one, so that every kernel has a
   * grid.
   */
  private boundLoop(plan: Plan, loop: Loop, instance: Instance, choices: ConditionState, k: number): Stmt {
    const extent = instance.extent(loop);
    if (!ix.isConstant(extent))
      throw new InstantiationError(
        `${loop.name} is bound to ${loop.annotation} but has an extent known only at run time: split it by a constant`,
      );
    const v = new ix.Var(loop.name, extent.constant);
    const threads = new Map(this.around.threads).set(v, { extent, loose: false });
    const here = isThreadAxis(loop.annotation) ? this.with({ threads }) : this;
    const value = extent.constant === 1 ? ix.zero : ix.variable(v);
    const body = here.walk(plan, instance.bind(loop, value), choices, k + 1);
    return forLoop(instance.stage, loop, v, ix.zero, extent, body);
  }

  /** One iteration is no loop, but in a feature nest, where a loop is there whatever its length. */
  private singleIteration(plan: Plan, loop: Loop, instance: Instance, choices: ConditionState, k: number): Stmt {
    if (this.around.detail === 'full') return this.walk(plan, instance.bind(loop, ix.zero), choices, k + 1);
    return this.plainLoop(plan, loop, instance, k, ix.zero, ix.constant(1), () => choices);
  }

  /**
   * A loop in which stages are kept several times, filled ahead; undefined for any other. A feature nest has them as
   * they would be without.
   */
  private pipelinedLoop(
    plan: Plan,
    loop: Loop,
    instance: Instance,
    choices: ConditionState,
    k: number,
  ): Stmt | undefined {
    if (!plan.producers || this.around.detail === 'features' || loop.annotation !== 'serial') return undefined;
    if (ix.range(instance.extent(loop)).max <= 1) return undefined;
    const stages = placedAt(this.around.stages, instance.stage, loop).filter(({ bufferCount }) => bufferCount > 1);
    if (stages.length === 0) return undefined;
    return pipelined(this, { instance, loop, stages }, (here, bound) => here.walk(plan, bound, choices, k + 1));
  }

  /** A serial loop of a CPU that is cut where a padding condition changes; undefined where none does. */
  private dividedLoop(
    plan: Plan,
    loop: Loop,
    instance: Instance,
    choices: ConditionState,
    k: number,
  ): Stmt | undefined {
    if (loop.annotation !== 'serial' || this.around.onGpu) return undefined;
    const extent = instance.extent(loop);
    const parts = partition(instance, loop, extent, choices);
    if (parts)
      return parts.emit(
        (from, to, chosen) => this.plainLoop(plan, loop, instance, k, from, to, chosen),
        this.branch.bind(this),
      );
    const bounds = boundsOfParts(instance, loop, extent, choices);
    if (!bounds) return undefined;
    const inside = (value: Index): Stmt => this.walk(plan, instance.bind(loop, value), choices, k + 1);
    const range = (from: number, to: number): Stmt =>
      forRange(this.around.detail, instance.stage, loop, from, to, inside);
    return block(...bounds.slice(1).map((to, i) => range(bounds[i]!, to)));
  }

  private plainLoop(
    plan: Plan,
    loop: Loop,
    instance: Instance,
    k: number,
    from: Index,
    to: Index,
    choices: (v: Var) => ConditionState,
  ): Stmt {
    const v = new ix.Var(loop.name, ix.range(instance.extent(loop)).max);
    const body = this.walk(plan, instance.bind(loop, ix.variable(v)), choices(v), k + 1);
    return forLoop(instance.stage, loop, v, from, to, body);
  }

  /** Whether the threads of a block share what is made inside these loops of a stage. */
  private sharesInside(stage: Stage, loops: readonly Loop[]): boolean {
    const { onGpu, stages } = this.around;
    return onGpu && placedInside(stages, stage, loops).some(({ scope }) => scope === 'shared');
  }

  /** Emits producers, each in storage of the size that this place needs, and then the rest. */
  private produce(stages: readonly Stage[], rest: (e: Emission) => Stmt): Stmt {
    const [stage, ...others] = stages;
    if (!stage) return rest(this);
    const { threads, origins } = this.around;
    const region = neededRegion(stage.tensor, this.around, stage.scope === 'shared' ? threads : undefined);
    const spans = spansIn(this.around.spans, stage, region);
    const inside = this.with({ origins: new Map(origins).set(stage.tensor, region.origin), spans });
    const body = block(inside.stage(Instance.of(stage, region, spans)), inside.produce(others, rest));
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
