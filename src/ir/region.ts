/**
 * Bound inference: which part of a tensor its readers need at a place, from their index expressions by interval
 * arithmetic.
 */
import * as ix from './index.js';
import { uses } from './index-facts.js';
import type { Atom, Index, Var } from './index.js';
import { ancestryOf, fits } from './loop-ancestry.js';
import type { Instance, Placeholder, Placeholders, Region, Spans } from './instance.js';
import type { Part, Stage } from './stage.js';
import type { Tensor } from './tensor.js';

/** Around a place: the stages, those being lowered with the loops that they have bound, and parts of tensors. */
export interface Around {
  readonly stages: readonly Stage[];
  readonly open: ReadonlyMap<Stage, Instance>;
  readonly spans: Spans;
}

/**
 * The region of `tensor` needed here. `threads` are bound loops of which all iterations need it together: what is
 * shared by the threads of a block is what any of them needs.
 */
export function neededRegion(
  tensor: Tensor,
  around: Around,
  threads: ReadonlyMap<Var, Placeholder> = new Map(),
): Region {
  const { stages } = around;
  const stage = stages.find((s) => s.tensor === tensor);
  const endless = stage?.zeroOutside === true;
  let region: Region | undefined;
  for (const reader of stages) {
    const loads = reader.loadsOf(tensor);
    if (loads.length === 0) continue;
    const placeholders: Placeholders = new Map(threads);
    const boundsOf = boundsIn(axesOf(reader, around, placeholders), placeholders);
    for (const load of loads) {
      const used = load.indices.map(boundsOf);
      const extent = used.map((u, d) => (endless ? u.extent : clip(u, tensor.shape[d]!)));
      const one = { origin: used.map((u) => u.origin), extent };
      region = region ? union(region, one, tensor) : one;
    }
  }
  if (!region) throw new Error(`no stage reads ${tensor.name}: remove it from the computation`);
  return stage?.part ? confined(region, stage, stage.part) : region;
}

/** The region with the part of one dimension that the others need. */
function confined({ origin, extent }: Region, { compute: { axes } }: Stage, { dim, from, to }: Part): Region {
  const last = axes.map((_, d) => ix.subtract(ix.add(origin[d]!, extent[d]!), ix.constant(1)));
  const at = (place: readonly Index[], index: Index): Index => ix.substitute(index, (v) => place[axes.indexOf(v)]);
  const first = at(origin, from);
  return { origin: origin.with(dim, first), extent: extent.with(dim, ix.subtract(at(last, to), first)) };
}

/**
 * Bounds of indices over these axes. Loads of neighbours differ in constants only, so that most bounds are those of
 * another, moved.
 */
function boundsIn(axes: ReadonlyMap<Var, Index>, placeholders: Placeholders): (index: Index) => Bounds {
  const known = new Map<Index['terms'], Bounds>();
  return ({ constant, terms }) => {
    let found = known.get(terms);
    if (!found) {
      const index = ix.substitute({ constant: 0, terms }, (v) => axes.get(v));
      known.set(terms, (found = bounds(index, placeholders)));
    }
    return constant === 0 ? found : { ...found, origin: ix.add(found.origin, ix.constant(constant)) };
  };
}

export function wholeRegion(tensor: Tensor): Region {
  return { origin: tensor.shape.map(() => ix.zero), extent: tensor.shape.map(ix.constant) };
}

/**
 * The axes of a stage in terms of the loops that are bound and of placeholders, whether it is being lowered or is
 * placed deeper.
 */
export function axesOf(reader: Stage, around: Around, placeholders: Placeholders): Map<Var, Index> {
  const instance = around.open.get(reader);
  if (instance) return instance.axes(placeholders);
  // A reader placed deeper: it will need the region that its own readers need here.
  const region = neededRegion(reader.tensor, around);
  const axes = new Map<Var, Index>(around.spans);
  reader.compute.axes.forEach((axis, d) => {
    const extent = region.extent[d]!;
    const local = new ix.Var(axis.name, ix.range(extent).max);
    placeholders.set(local, { extent, loose: false });
    axes.set(axis, ix.add(region.origin[d]!, ix.variable(local)));
  });
  for (const { axis, extent } of reader.compute.reduction?.axes ?? []) {
    const bound = ix.substitute(extent, (v) => axes.get(v));
    const dependent = uses(bound, (v) => placeholders.has(v));
    const own = withTail(dependent ? singlePoint(bound, placeholders) : bound, reader, axis);
    const local = new ix.Var(axis.name, Math.max(axis.extent, ix.range(own).max));
    placeholders.set(local, { extent: own, loose: false });
    axes.set(axis, ix.variable(local));
  }
  return axes;
}

/** The extent of a sum whose last tile runs beyond it, over zeros. */
function withTail(extent: Index, reader: Stage, axis: Var): Index {
  const use = ancestryOf(reader).roots.get(axis)?.use;
  if (use?.kind !== 'split' || use.tail !== 'zero' || fits(extent, use)) return extent;
  return ix.scale(ix.div(ix.add(extent, ix.constant(use.factor - 1)), use.factor), use.factor);
}

/**
 * Resolves placeholders of one iteration to 0; an extent that really varies within the region is taken at its largest.
 */
function singlePoint(extent: Index, placeholders: Placeholders): Index {
  const resolved = ix.substitute(extent, (v) => {
    const size = placeholders.get(v)?.extent;
    return size && ix.isConstant(size) && size.constant === 1 ? ix.zero : undefined;
  });
  return uses(resolved, (v) => placeholders.has(v)) ? ix.constant(ix.range(resolved).max) : resolved;
}

interface Bounds {
  readonly origin: Index;
  readonly extent: Index;
  /** Whether the extent may run past what is really read. */
  readonly loose: boolean;
}

/** Smallest value and count of an index expression as its placeholders run over their extents. */
export function bounds(index: Index, placeholders: Placeholders): Bounds {
  let origin = ix.constant(index.constant);
  let extent = ix.constant(1);
  let loose = false;
  for (const { atom, coefficient } of index.terms) {
    const term: Index = { constant: 0, terms: [{ atom, coefficient }] };
    if (!uses(term, (v) => placeholders.has(v))) {
      origin = ix.add(origin, term);
    } else if (atom.kind === 'var') {
      const placeholder = placeholders.get(atom.of)!;
      const steps = ix.scale(ix.subtract(placeholder.extent, ix.constant(1)), coefficient);
      if (coefficient < 0) origin = ix.add(origin, steps);
      extent = ix.add(extent, ix.scale(steps, Math.sign(coefficient)));
      loose ||= placeholder.loose;
    } else {
      const { min, max } = ix.range(term);
      origin = ix.add(origin, ix.constant(min));
      extent = ix.add(extent, ix.constant(max - min));
      loose ||= !isExact(atom, placeholders);
    }
  }
  return { origin, extent, loose };
}

/** Whether the range of an atom is what it really takes: quotient or remainder of a lone loop of constant extent. */
function isExact(atom: Atom, placeholders: Placeholders): boolean {
  if (!('by' in atom) || atom.of.constant !== 0 || atom.of.terms.length !== 1) return false;
  const [only] = atom.of.terms;
  const loop = only?.atom.kind === 'var' && only.coefficient === 1 ? placeholders.get(only.atom.of) : undefined;
  return loop !== undefined && !loop.loose && ix.isConstant(loop.extent);
}

/** Keeps a loose extent inside the tensor: the last tile would run over. */
function clip({ origin, extent, loose }: Bounds, size: number): Index {
  return loose || ix.isConstant(origin) ? ix.min(extent, ix.subtract(ix.constant(size), origin)) : extent;
}

/** The smallest box around two regions, where their origins differ by constants; the whole of a dimension otherwise. */
function union(a: Region, b: Region, tensor: Tensor): Region {
  const origin: Index[] = [];
  const extent: Index[] = [];
  a.origin.forEach((from, d) => {
    const shift = ix.subtract(b.origin[d]!, from);
    if (ix.isConstant(shift)) {
      origin.push(ix.add(from, ix.constant(Math.min(0, shift.constant))));
      const endA = ix.add(a.extent[d]!, ix.constant(Math.max(0, -shift.constant)));
      const endB = ix.add(b.extent[d]!, ix.constant(Math.max(0, shift.constant)));
      extent.push(ix.max(endA, endB));
    } else {
      origin.push(ix.zero);
      extent.push(ix.constant(tensor.shape[d]!));
    }
  });
  return { origin, extent };
}
