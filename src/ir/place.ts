/**
 * A place in a nest that is being emitted: what is in force there, and how the elements of tensors are reached from it.
 */
import * as ix from './index.js';
import type { Index, Var } from './index.js';
import type { BorderCondition } from './border.js';
import type { ConditionState } from './choices.js';
import type { Instance, Placeholder, Placeholders, Spans } from './instance.js';
import { packedIndices } from './layout.js';
import type { Loop } from './loop.js';
import { isNothing, nothing } from './nest.js';
import type { Stmt } from './nest.js';
import type { Stage } from './stage.js';
import type { Condition, ReductionOp, Tensor, Value } from './tensor.js';
import { isNumber, transform, substituteOwn } from './value.js';

/**
 * How much of a nest is emitted: all of it, or its feature nest, which is what features are read from: of the two sides
 * of a branch the first (the full tile, the inside of the padding), of a sum what adds up, and loops of one iteration,
 * too, so that a loop is there whatever its length.
 */
export type Detail = 'full' | 'features';

/** What is in force around a place. */
export interface EmissionContext {
  readonly stages: readonly Stage[];
  readonly detail: Detail;
  /** Whether the schedule binds loops: it is for a GPU. */
  readonly onGpu: boolean;
  readonly open: ReadonlyMap<Stage, Instance>;
  readonly origins: ReadonlyMap<Tensor, readonly Index[]>;
  readonly spans: Spans;
  /** Padding conditions that hold in the interior that is being emitted. */
  readonly known: ReadonlySet<Condition>;
  /** Loops that run on the threads of a block, as its shared memory sees them: all iterations at once. */
  readonly threads: ReadonlyMap<Var, Placeholder>;
  /** Of what is kept several times, the buffer that is filled or read. */
  readonly buffers: ReadonlyMap<Tensor, Index>;
}

/** Leaf loops to walk, and what to emit when all are bound. */
export interface Plan {
  readonly leaves: readonly Loop[];
  /** Whether producers placed at these loops are emitted (not in the nests that only start or finish a sum). */
  readonly producers: boolean;
  readonly end: (here: Place, instance: Instance, choices: ConditionState) => Stmt;
}

/** What can be emitted at a place. Walking the loops of a stage leads to other places: that is `Emission`. */
export abstract class Place {
  constructor(readonly around: EmissionContext) {}

  /** The same place with something else in force. */
  abstract with(change: Partial<EmissionContext>): Place;

  /** The whole nest of a stage. */
  abstract stage(instance: Instance): Stmt;

  /** The leaves of a plan from the k-th on, and all that is placed in them. */
  abstract walk(plan: Plan, instance: Instance, choices: ConditionState, k: number): Stmt;

  /**
   * An If, unless one side is known to be taken, or neither does anything. A feature nest needs the second only where
   * the first is nothing.
   */
  branch(when: Index, then: () => Stmt, otherwise: () => Stmt): Stmt {
    const { min, max } = ix.range(when);
    if (min >= 0) return then();
    if (max < 0) return otherwise();
    const a = then();
    if (this.around.detail === 'features' && !isNothing(a)) return { kind: 'if', when, then: a, otherwise: nothing };
    const b = otherwise();
    return isNothing(a) && isNothing(b) ? nothing : { kind: 'if', when, then: a, otherwise: b };
  }

  /** The same place where these conditions hold. */
  knowing(all: readonly BorderCondition[]): Place {
    return this.with({ known: new Set([...this.around.known, ...all.map((h) => h.condition)]) });
  }

  /** An element of the stage is given a value, or adds it up. */
  store(instance: Instance, update: ReductionOp | undefined, value: Value): Stmt {
    if (update === 'add' && isNumber(value, 0)) return nothing;
    const { stage } = instance;
    return { kind: 'store', tensor: stage.tensor, indices: this.own(instance), value, update };
  }

  /** The stage's own element at this iteration. */
  self(instance: Instance): Value {
    return { kind: 'load', tensor: instance.stage.tensor, indices: this.own(instance) };
  }

  private own(instance: Instance): Index[] {
    const { compute, layout } = instance.stage;
    const indices = compute.axes.map((axis) => instance.local(axis));
    return this.inBuffer(instance.stage.tensor, layout ? packedIndices(indices, layout) : indices);
  }

  private inBuffer(tensor: Tensor, indices: Index[]): Index[] {
    const buffer = this.around.buffers.get(tensor);
    return buffer ? [buffer, ...indices] : indices;
  }

  /** The stage's epilogue over a finished sum (whose indices are relative already). */
  finished(total: Value, instance: Instance, choices: ConditionState): Value {
    const { value } = instance.stage.compute;
    if (value.kind === 'reduced') return total;
    return transform(this.resolve(value, instance, choices), (v) => (v.kind === 'reduced' ? total : v));
  }

  /** A value of the computation at this iteration: axes become loops, indices relative to where the storage starts. */
  resolve(value: Value, instance: Instance, choices: ConditionState): Value {
    const placeholders: Placeholders = new Map();
    const axes = instance.axes(placeholders);
    const replace = (v: Var): Index | undefined => axes.get(v);
    return transform(choices.resolve(value, replace), (node) => {
      if (node.kind === 'entry' || node.kind === 'bits') return substituteOwn(node, replace);
      if (node.kind !== 'load') return node;
      const origin = this.around.origins.get(node.tensor);
      const indices = node.indices.map((index, d) => {
        const at = ix.substitute(index, replace);
        return origin ? ix.subtract(at, origin[d]!) : at;
      });
      const layout = this.around.stages.find((stage) => stage.tensor === node.tensor)?.layout;
      return { ...node, indices: this.inBuffer(node.tensor, layout ? packedIndices(indices, layout) : indices) };
    });
  }
}
