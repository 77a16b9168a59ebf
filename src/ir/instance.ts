/**
 * A stage while it is being lowered at one place: where its region starts, how far it goes, and which of its loops are
 * already bound. Instances are immutable; binding a loop gives a new one, so that the two sides of a branch cannot
 * disturb each other.
 */
import { InstantiationError } from './errors.js';
import * as ix from './index.js';
import { remainder, uses } from './index-facts.js';
import type { Index, Var } from './index.js';
import { ancestryOf, fits, runsOver, splitsAbove, type LoopAncestry, type SplitAbove } from './loop-ancestry.js';
import type { Loop, SplitUse } from './loop.js';
import type { Stage } from './stage.js';

/** The part of a tensor that a place needs: per dimension the origin, and how many elements. */
export interface Region {
  readonly origin: readonly Index[];
  readonly extent: readonly Index[];
}

/** Stands for an unbound loop in index expressions. */
export interface Placeholder {
  readonly extent: Index;
  /** Whether the extent is only an upper bound, since the loop runs inside a tile whose last one is shorter. */
  readonly loose: boolean;
}

export type Placeholders = Map<Var, Placeholder>;

/** What is known at a place of the parts of tensors that are kept there (`Schedule.confine`). */
export type Spans = ReadonlyMap<Var, Index>;

export class Instance {
  private readonly extents = new Map<Loop, Index>();

  private constructor(
    readonly stage: Stage,
    private readonly ancestry: LoopAncestry,
    private readonly region: Region,
    private readonly bound: ReadonlyMap<Loop, Index>,
    /** Extents of the inner loops of peeled splits, on the side of the branch that is being lowered. */
    private readonly peeled: ReadonlyMap<Loop, number>,
    private readonly spans: Spans,
  ) {}

  static of(stage: Stage, region: Region, spans: Spans): Instance {
    return new Instance(stage, ancestryOf(stage), region, new Map(), new Map(), spans);
  }

  #but({
    bound = this.bound,
    peeled = this.peeled,
    spans = this.spans,
  }: {
    readonly bound?: ReadonlyMap<Loop, Index>;
    readonly peeled?: ReadonlyMap<Loop, number>;
    readonly spans?: Spans;
  }): Instance {
    return new Instance(this.stage, this.ancestry, this.region, bound, peeled, spans);
  }

  /** The same where other parts of tensors are kept. */
  spanning(spans: Spans): Instance {
    return spans === this.spans ? this : this.#but({ spans });
  }

  /**
   * Throws InstantiationError for the inner loop of a tile that is bound before the outer one, which says whether the
   * tile is a shorter last one.
   */
  bind(loop: Loop, value: Index): Instance {
    for (const { use, parent, inner } of this.splitsAbove(loop)) {
      if (inner && !runsOver(use) && !fits(this.extent(parent), use) && !this.isBound(use.outer))
        throw new InstantiationError(
          `${loop.name} is outside ${use.outer.name}, whose last tile is shorter: reorder it to the inside`,
        );
    }
    return this.#but({ bound: new Map(this.bound).set(loop, value) });
  }

  peel(inner: Loop, extent: number): Instance {
    return this.#but({ peeled: new Map(this.peeled).set(inner, extent) });
  }

  /** Whether the loop, or a part of it, is bound. */
  private isBegun(loop: Loop): boolean {
    const { use } = loop;
    if (this.bound.has(loop) || !use) return this.bound.has(loop);
    return use.kind === 'split' ? this.isBegun(use.outer) || this.isBegun(use.inner) : this.isBegun(use.into);
  }

  isBound(loop: Loop): boolean {
    return this.value(loop) !== undefined;
  }

  /** The loop's value in terms of bound loops, or undefined while any loop that it depends on is unbound. */
  value(loop: Loop): Index | undefined {
    const bound = this.bound.get(loop);
    if (bound) return bound;
    const { use } = loop;
    if (!use) return undefined;
    if (use.kind === 'split') {
      const outer = this.value(use.outer);
      const inner = outer && this.value(use.inner);
      return inner && ix.add(ix.scale(outer, use.factor), inner);
    }
    const fused = this.value(use.into);
    return fused && this.part(fused, use.into, use.role);
  }

  private part(fused: Index, into: Loop, role: 'outer' | 'inner'): Index {
    if (into.origin.kind !== 'fused') throw new Error(`${into.name} is not fused`);
    const innerExtent = this.constantExtent(into.origin.inner);
    return role === 'outer' ? ix.div(fused, innerExtent) : ix.mod(fused, innerExtent);
  }

  /** Like `value`, with placeholders for the loops of which no part is bound. */
  private valueWith(loop: Loop, placeholders: Placeholders, leafs: Map<Loop, Var>): Index {
    const bound = this.bound.get(loop);
    if (bound) return bound;
    const { use } = loop;
    const begun = this.isBegun(loop);
    if (use?.kind === 'split' && (begun || this.endsInZeros(loop, use))) {
      const outer = this.valueWith(use.outer, placeholders, leafs);
      return ix.add(ix.scale(outer, use.factor), this.valueWith(use.inner, placeholders, leafs));
    }
    if (begun && use?.kind === 'fuse')
      return this.part(this.valueWith(use.into, placeholders, leafs), use.into, use.role);
    const extent = this.extent(loop);
    if (ix.isConstant(extent) && extent.constant === 1) return ix.zero;
    let leaf = leafs.get(loop);
    if (!leaf) {
      leaf = new ix.Var(loop.name, ix.range(extent).max);
      leafs.set(loop, leaf);
      placeholders.set(leaf, { extent, loose: this.isLoose(loop) });
    }
    return ix.variable(leaf);
  }

  /** Whether a loop is cut into tiles of which the last runs beyond it, over zeros that must be there. */
  private endsInZeros(loop: Loop, use: SplitUse): boolean {
    return use.tail === 'zero' && !fits(this.extent(loop), use);
  }

  /** Every axis of the stage in terms of bound loops and placeholders. */
  axes(placeholders: Placeholders): Map<Var, Index> {
    const leafs = new Map<Loop, Var>();
    const out = new Map<Var, Index>(this.spans);
    for (const [axis, root] of this.ancestry.roots) {
      out.set(axis, ix.add(this.origin(axis), this.valueWith(root, placeholders, leafs)));
    }
    return out;
  }

  /** The value of an axis where all its loops are bound. */
  axis(axis: Var): Index | undefined {
    const root = this.ancestry.roots.get(axis);
    const value = root && this.value(root);
    return value && ix.add(this.origin(axis), value);
  }

  /** The place of an axis within the stage's region, where all its loops are bound. */
  local(axis: Var): Index {
    const value = this.value(this.ancestry.roots.get(axis)!);
    if (!value) throw new Error(`${axis.name} of ${this.stage.tensor.name} is not bound`);
    return value;
  }

  /** The loop's extent; an upper bound while loops that it depends on are unbound. */
  extent(loop: Loop): Index {
    let extent = this.extents.get(loop);
    if (!extent) {
      extent = this.computeExtent(loop);
      this.extents.set(loop, extent);
    }
    return extent;
  }

  private computeExtent(loop: Loop): Index {
    const { origin } = loop;
    switch (origin.kind) {
      case 'axis':
        return this.axisExtent(origin.axis, origin.reduce);
      case 'fused':
        return ix.constant(this.constantExtent(origin.outer) * this.constantExtent(origin.inner));
      case 'outer':
        return ix.ceilDiv(this.extent(origin.parent), (origin.parent.use as SplitUse).factor);
      case 'inner':
        return this.innerExtent(origin.parent);
    }
  }

  private innerExtent(parent: Loop): Index {
    const use = parent.use as SplitUse;
    const { outer, inner, factor, tail } = use;
    const peeled = this.peeled.get(inner);
    if (peeled !== undefined) return ix.constant(peeled);
    const whole = this.extent(parent);
    if (ix.isConstant(whole) && whole.constant <= factor && fits(whole, use)) return whole;
    if (runsOver(use) || fits(whole, use)) return ix.constant(factor);
    if (tail === 'peel' && remainder(whole, factor) !== undefined) return ix.constant(factor);
    const done = this.value(outer);
    return done ? ix.min(ix.constant(factor), ix.subtract(whole, ix.scale(done, factor))) : ix.constant(factor);
  }

  private axisExtent(axis: Var, reduce: boolean): Index {
    return reduce ? this.terms(axis) : this.region.extent[this.stage.compute.axes.indexOf(axis)]!;
  }

  /** How far an axis of the stage's sum goes. */
  terms(axis: Var): Index {
    const { extent } = this.stage.compute.reduction!.axes.find((r) => r.axis === axis)!;
    if (ix.isConstant(extent)) return extent;
    // A bound that depends on unbound axes is taken at its largest.
    const bound = ix.substitute(extent, (v) => this.spans.get(v) ?? this.axis(v));
    const free = uses(bound, (v) => this.ancestry.roots.has(v));
    return free ? ix.constant(axis.extent) : bound;
  }

  private constantExtent(loop: Loop): number {
    const extent = this.extent(loop);
    if (!ix.isConstant(extent)) throw new Error(`fuse: the extent of ${loop.name} is not constant`);
    return extent.constant;
  }

  private origin(axis: Var): Index {
    return this.region.origin[this.stage.compute.axes.indexOf(axis)] ?? ix.zero;
  }

  private splitsAbove(loop: Loop): readonly SplitAbove[] {
    return this.ancestry.splits.get(loop) ?? splitsAbove(loop);
  }

  private isLoose(loop: Loop): boolean {
    return this.splitsAbove(loop).some(({ use, parent, inner }) => {
      if (!inner || this.peeled.has(use.inner) || fits(this.extent(parent), use)) return false;
      return use.tail !== 'min' || !this.isBound(use.outer);
    });
  }

  /** Splits with a shorter last tile whose branch is due: the outer loop is bound, the inner one not yet. */
  duePeels(): SplitUse[] {
    return this.ancestry.peels.flatMap(({ use, parent }) => {
      if (this.peeled.has(use.inner)) return [];
      const whole = this.extent(parent);
      if (remainder(whole, use.factor) === undefined || fits(whole, use)) return [];
      return this.isBound(use.outer) && !this.isBound(use.inner) ? [use] : [];
    });
  }

  /** Guarded splits: conditions under which an iteration is inside, once their loops are bound. */
  guards(): { parent: Loop; extent: Index }[] {
    return this.ancestry.guards.flatMap(({ use, parent }) => {
      const extent = this.extent(parent);
      return fits(extent, use) ? [] : [{ parent, extent }];
    });
  }
}
