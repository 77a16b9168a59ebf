/**
 * Cuts a loop where a padding condition turns true or false, so that no iteration tests it: [before) zeros, [inside)
 * data, [after) zeros. Inner loops of copies become plain runs this way, which code generators turn into memcpy and
 * memset. Conditions of several selects (a concatenation) cut it where they are known at once.
 */
import * as ix from './index.js';
import { stride } from './index-facts.js';
import type { Index, Var } from './index.js';
import type { ConditionState, Select } from './choices.js';
import type { Instance } from './instance.js';
import type { Loop } from './loop.js';
import { block, nothing } from './nest.js';
import type { Stmt } from './nest.js';
import type { Condition } from './tensor.js';

type EmitPart = (from: Index, to: Index, chosen: (v: Var) => ConditionState) => Stmt;
type Branch = (when: Index, then: () => Stmt, otherwise: () => Stmt) => Stmt;

interface Cut {
  readonly condition: Condition;
  /** The condition is base + sign * v >= 0. */
  readonly base: Index;
  readonly sign: 1 | -1;
}

/** The parts of a loop, or undefined when no single select's condition depends on it. */
export function partition(
  instance: Instance,
  loop: Loop,
  extent: Index,
  choices: ConditionState,
): { emit: (part: EmitPart, branch: Branch) => Stmt } | undefined {
  const { cuts, selects } = cutsOf(instance, loop, extent, choices);
  const [node] = selects;
  if (!node || selects.size > 1) return undefined;
  return { emit: (part, branch) => emitParts(node, cuts, extent, choices, part, branch) };
}

/** Parts of code of its own that a loop is cut into at most. */
const MOST_PARTS = 32;

/**
 * Where conditions change in a loop, its ends included; undefined if nowhere, or too often. Of a partitioned loop,
 * whose iterations are blocks of inner ones, where blocks begin or cease to be on one side; else those of several
 * selects.
 */
export function boundsOfParts(
  instance: Instance,
  loop: Loop,
  extent: Index,
  choices: ConditionState,
): readonly number[] | undefined {
  if (!ix.isConstant(extent)) return undefined;
  const blocks = loop.partitioned ? boundsAt(seamsOf(instance, loop, extent, choices), extent.constant) : undefined;
  if (blocks) return blocks;
  const { cuts, selects } = cutsOf(instance, loop, extent, choices);
  if (selects.size < 2 || !cuts.every(({ base }) => ix.isConstant(base))) return undefined;
  const places = cuts.map(({ base, sign }) => (sign === 1 ? -base.constant : base.constant + 1));
  return boundsAt(places, extent.constant);
}

/** Of each condition the first block that is on both sides of it, and the first that is on the other one. */
function seamsOf(instance: Instance, loop: Loop, extent: Index, choices: ConditionState): readonly number[] {
  const probe = new ix.Var(loop.name, ix.range(extent).max);
  return choices.pending(instance.bind(loop, ix.variable(probe))).flatMap(({ index }) => {
    const step = stride(index, probe);
    if (step === undefined || step === 0) return [];
    const { min, max } = ix.range(ix.subtract(index, ix.scale(ix.variable(probe), step)));
    return [min, max].map((rest) => (step > 0 ? Math.ceil(-rest / step) : Math.floor(rest / -step) + 1));
  });
}

/** Places in a loop, with its ends, in order. */
function boundsAt(places: readonly number[], extent: number): readonly number[] | undefined {
  const inside = places.filter((place) => place > 0 && place < extent);
  const bounds = [...new Set([0, ...inside, extent])].toSorted((a, b) => a - b);
  return bounds.length > 2 && bounds.length - 1 <= MOST_PARTS ? bounds : undefined;
}

interface Cuts {
  readonly cuts: readonly Cut[];
  readonly selects: ReadonlySet<Select>;
}

function cutsOf(instance: Instance, loop: Loop, extent: Index, choices: ConditionState): Cuts {
  const selects = new Set<Select>();
  const cuts: Cut[] = [];
  if (!choices.undecided) return { cuts, selects };
  const probe = new ix.Var(loop.name, ix.range(extent).max);
  for (const p of choices.pending(instance.bind(loop, ix.variable(probe)))) {
    const sign = p.free ? undefined : stride(p.index, probe);
    if (sign !== 1 && sign !== -1) continue;
    cuts.push({ condition: p.condition, base: ix.subtract(p.index, ix.scale(ix.variable(probe), sign)), sign });
    selects.add(p.select);
  }
  return { cuts, selects };
}

function emitParts(
  node: Select,
  cuts: readonly Cut[],
  extent: Index,
  choices: ConditionState,
  part: EmitPart,
  branch: Branch,
): Stmt {
  const holding = choices.holds(cuts.map((c) => c.condition));
  const inside = (): ConditionState => holding;
  const outside = (): ConditionState => choices.with(node, false);
  const [low, high] = bounds(cuts, extent);
  const inParts = (): Stmt =>
    block(
      nonEmpty(ix.zero, low, (from, to) => part(from, to, outside)),
      nonEmpty(low, high, (from, to) => part(from, to, inside)),
      nonEmpty(high, extent, (from, to) => part(from, to, outside)),
    );
  // Where only the last tile is short, the others keep a constant trip count.
  const open = cuts.map((cut) => worst(cut, extent)).filter((w) => ix.range(w).min < 0);
  const [short] = open;
  if (short && open.length === 1 && !ix.isConstant(short))
    return branch(short, () => part(ix.zero, extent, inside), inParts);
  return inParts();
}

function bounds(cuts: readonly Cut[], extent: Index): [Index, Index] {
  let low = ix.zero;
  let high = extent;
  for (const { base, sign } of cuts) {
    if (sign === 1) low = ix.max(low, ix.scale(base, -1));
    else high = ix.min(high, ix.add(base, ix.constant(1)));
  }
  low = ix.min(low, extent);
  return [low, ix.max(high, low)];
}

/** The condition at the iteration where it is least likely to hold. */
function worst({ base, sign }: Cut, extent: Index): Index {
  return sign === 1 ? base : ix.subtract(ix.add(base, ix.constant(1)), extent);
}

function nonEmpty(from: Index, to: Index, emit: (from: Index, to: Index) => Stmt): Stmt {
  return ix.range(ix.subtract(to, from)).max <= 0 ? nothing : emit(from, to);
}
