/**
 * Emits the loop nest of a stage at one place, and of the stages placed inside it. The walk goes down the leaf loops; after each binding it
 * settles what has become known: which side of a peeled tail this is, whether a padding condition holds, which producers start here.
 */
import * as ix from './index.js';
import type { Index, Var } from './index.js';
import { Instance } from './instance.js';
import type { Placeholders } from './instance.js';
import { axesOf, isReduce } from './loop.js';
import type { Loop } from './loop.js';
import { block, isNothing, nothing } from './nest.js';
import type { Stmt } from './nest.js';
import { partition } from './partition.js';
import { neededRegion } from './region.js';
import { Choices, selectsOf } from './choices.js';
import { loadsOfCompute } from './schedule.js';
import type { Prefetching, Stage } from './stage.js';
import type { Tensor } from './tensor.js';
import { binary, constantValue, isNumber, transform } from './value.js';
import type { LoadValue, Value } from './value.js';

/** Leaf loops to walk, and what to emit when all are bound. */
interface Plan {
  readonly leaves: readonly Loop[];
  /** Whether producers placed at these loops are emitted (not in the nests that only start or finish a sum). */
  readonly producers: boolean;
  readonly end: (emission: Emission, instance: Instance, choices: Choices) => Stmt;
}

export class Emission {
  private constructor(
    private readonly stages: readonly Stage[],
    private readonly open: ReadonlyMap<Stage, Instance>,
    private readonly origins: ReadonlyMap<Tensor, readonly Index[]>,
  ) {}

  static root(stages: readonly Stage[]): Emission {
    return new Emission(stages, new Map(), new Map());
  }

  stage(instance: Instance): Stmt {
    const { stage } = instance;
    const plan = this.planOf(stage);
    return this.walk(plan, instance, Choices.of(selectsOf(stage.compute)), 0);
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
    return {
      leaves: stage.loops.slice(0, first),
      producers: true,
      end: (e, i, c) => block(...plans.map((plan) => e.walk(plan, i, c, 0))),
    };
  }

  /** Adds up blocks in the output itself: the first block stores, the last one finishes. */
  private predicatedSum(stage: Stage): Plan {
    const placed = this.stages.flatMap((s) =>
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
          value.kind === 'reduced' ? put(false, false) : () => branch(isLast, put(false, true), put(false, false));
        return branch(isFirst, () => branch(isLast, put(true, true), put(true, false)), middle);
      },
    };
  }

  private walk(plan: Plan, instance: Instance, choices: Choices, k: number): Stmt {
    return this.settle(instance, choices, (i, c) => {
      const here = new Emission(this.stages, new Map(this.open).set(i.stage, i), this.origins);
      const onward = (e: Emission): Stmt => (k === plan.leaves.length ? plan.end(e, i, c) : e.loop(plan, i, c, k));
      const placed = plan.producers && k > 0 ? here.placedAt(i.stage, plan.leaves[k - 1]) : [];
      const due = plan.producers ? i.stage.prefetches.filter((p) => k > 0 && p.loop === plan.leaves[k - 1]) : [];
      return block(...due.map((p) => here.prefetch(p, i, c)), here.produce(placed, onward));
    });
  }

  private loop(plan: Plan, instance: Instance, choices: Choices, k: number): Stmt {
    const loop = plan.leaves[k];
    const extent = instance.extent(loop);
    const most = ix.range(extent).max;
    if (most <= 0) return nothing;
    if (ix.isConstant(extent) && most === 1) return this.walk(plan, instance.bind(loop, ix.zero), choices, k + 1);
    const emit = (from: Index, to: Index, chosen: (v: Var) => Choices): Stmt => {
      const v = new ix.Var(loop.name, most);
      const { annotation, lanes, copies } = loop;
      const body = this.walk(plan, instance.bind(loop, ix.variable(v)), chosen(v), k + 1);
      return isNothing(body) ? nothing : { kind: 'for', loop: v, from, to, annotation, lanes, copies, body };
    };
    if (loop.annotation === 'serial') {
      const parts = partition(instance, loop, extent, choices);
      if (parts) return parts.emit(emit, branch);
    }
    return emit(ix.zero, extent, (v) => (loop.annotation === 'vectorize' ? choices.inVector(v) : choices));
  }

  /** Branches on what is known now and was not before: tails first, then conditions. */
  private settle(instance: Instance, choices: Choices, then: (i: Instance, c: Choices) => Stmt): Stmt {
    const peel = instance.duePeels().at(0);
    if (peel) {
      const whole = instance.extent(parentOf(peel.inner)).constant;
      const full = Math.floor(whole / peel.factor);
      const inFull = ix.subtract(ix.constant(full - 1), instance.value(peel.outer)!);
      const side = (extent: number) => () => this.settle(instance.peel(peel.inner, extent), choices, then);
      return branch(inFull, side(peel.factor), side(whole % peel.factor));
    }
    const guard = choices.openGuard(instance);
    if (guard)
      return branch(
        guard.when,
        () => this.settle(instance, choices.withGuard(guard.key), then),
        () => nothing,
      );
    const next = choices.decide(instance);
    if (next.kind === 'settled') return then(instance, next.choices);
    return branch(
      next.when,
      () => this.settle(instance, next.ifTrue, then),
      () => this.settle(instance, next.ifFalse, then),
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
    return block(...loadsOfCompute(stage.compute).flatMap((l) => (l.tensor === tensor ? [fetch(l)] : [])));
  }

  private placedAt(stage: Stage, loop: Loop): Stage[] {
    return this.stages.filter(({ placement: p }) => p.kind === 'at' && p.stage === stage && p.loop === loop);
  }

  /** Emits producers, each in storage of the size that this place needs, and then the rest. */
  private produce(stages: readonly Stage[], rest: (e: Emission) => Stmt): Stmt {
    if (stages.length === 0) return rest(this);
    const [stage, ...others] = stages;
    const region = neededRegion(stage.tensor, this.stages, this.open);
    const inside = new Emission(this.stages, this.open, new Map(this.origins).set(stage.tensor, region.origin));
    const shape = region.extent.map((e) => ix.range(e).max);
    const body = block(inside.stage(Instance.of(stage, region)), inside.produce(others, rest));
    return { kind: 'alloc', storage: { tensor: stage.tensor, shape, scope: stage.scope }, body };
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
    return instance.stage.compute.axes.map((axis) => instance.local(axis));
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
      if (node.kind !== 'load') return node;
      const origin = this.origins.get(node.tensor);
      const indices = node.indices.map((index, d) => {
        const at = ix.substitute(index, replace);
        return origin ? ix.subtract(at, origin[d]) : at;
      });
      return { ...node, indices };
    });
  }
}

/** An If, unless one side is known to be taken, or neither does anything. */
function branch(when: Index, then: () => Stmt, otherwise: () => Stmt): Stmt {
  const { min, max } = ix.range(when);
  if (min >= 0) return then();
  if (max < 0) return otherwise();
  const [a, b] = [then(), otherwise()];
  return isNothing(a) && isNothing(b) ? nothing : { kind: 'if', when, then: a, otherwise: b };
}

function parentOf(inner: Loop): Loop {
  if (inner.origin.kind !== 'inner') throw new Error(`${inner.name} is not the inner loop of a split`);
  return inner.origin.parent;
}
