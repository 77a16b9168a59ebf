/**
 * What is already decided, on the way down a nest, about the conditions of padding (selects) and of masked tails
 * (guards).
 */
import { InstantiationError } from './errors.js';
import * as ix from './index.js';
import { inAllLanes, uses } from './index-facts.js';
import type { Index, Var } from './index.js';
import type { Instance, Placeholders } from './instance.js';
import type { Loop } from './loop.js';
import type { Compute, Condition, Value } from './tensor.js';
import { binary, call, cast, eachNode, select } from './value.js';

export type Select = Extract<Value, { kind: 'select' }>;

export function selectsOf(compute: Compute): Select[] {
  const found: Select[] = [];
  for (const value of valuesOf(compute))
    eachNode(value, (node) => {
      if (node.kind === 'select') found.push(node);
    });
  return found;
}

function valuesOf({ value, reduction }: Compute): Value[] {
  return [value, ...(reduction ? [reduction.source] : [])];
}

/** A select with those that matter only where it takes one side. */
interface Nested {
  readonly select: Select;
  readonly then: readonly Nested[];
  readonly otherwise: readonly Nested[];
}

function nestedIn(value: Value): readonly Nested[] {
  switch (value.kind) {
    case 'binary':
      return [...nestedIn(value.a), ...nestedIn(value.b)];
    case 'cast':
    case 'bits':
      return nestedIn(value.value);
    case 'call':
      return value.args.flatMap(nestedIn);
    case 'select':
      return [{ select: value, then: nestedIn(value.then), otherwise: nestedIn(value.otherwise) }];
    default:
      return [];
  }
}

type Decision =
  | { readonly kind: 'settled'; readonly choices: ConditionState }
  | {
      readonly kind: 'branch';
      readonly when: Index;
      readonly ifTrue: ConditionState;
      readonly ifFalse: ConditionState;
    };

interface Pending {
  readonly select: Select;
  readonly condition: Condition;
  readonly index: Index;
  /** Whether a loop that it depends on is not bound yet. */
  readonly free: boolean;
}

interface Decided {
  /** Which side selects take. */
  readonly sides: ReadonlyMap<Select, boolean>;
  readonly holding: ReadonlySet<Condition | Loop>;
  /** What tests have shown to be at least zero: much follows from it of what is picked by several lists. */
  readonly shown: readonly Index[];
  /** Variables of vectorized loops: what depends on them stays a select, or a mask, within the vector. */
  readonly vectors: readonly Var[];
}

export class ConditionState {
  private constructor(
    private readonly selects: readonly Nested[],
    private readonly now: Decided,
  ) {}

  static of(compute: Compute): ConditionState {
    const nothing = { sides: new Map(), holding: new Set<never>(), shown: [], vectors: [] };
    return new ConditionState(valuesOf(compute).flatMap(nestedIn), nothing);
  }

  /** The same but for some. */
  #but(change: Partial<Decided>): ConditionState {
    return new ConditionState(this.selects, { ...this.now, ...change });
  }

  inVector(v: Var): ConditionState {
    return this.#but({ vectors: [...this.now.vectors, v] });
  }

  withGuard(parent: Loop): ConditionState {
    return this.holds([parent]);
  }

  holds(conditions: readonly (Condition | Loop)[]): ConditionState {
    return this.#but({ holding: new Set([...this.now.holding, ...conditions]) });
  }

  with(node: Select, value: boolean): ConditionState {
    return this.#but({ sides: new Map(this.now.sides).set(node, value) });
  }

  #shows(index: Index): ConditionState {
    return this.#but({ shown: [...this.now.shown, index] });
  }

  /** Whether there is a select that is not decided. */
  get undecided(): boolean {
    return this.#open().size > 0;
  }

  /** Selects that are not decided, each before those in it; what is on the side that another does not take is none. */
  #open(): ReadonlySet<Select> {
    const open = new Set<Select>();
    const visit = ({ select, then, otherwise }: Nested): void => {
      const choice = this.now.sides.get(select);
      if (choice === undefined) open.add(select);
      if (choice !== false) then.forEach(visit);
      if (choice !== true) otherwise.forEach(visit);
    };
    this.selects.forEach(visit);
    return open;
  }

  /** Conditions of undecided selects that are not known to hold, in terms of bound loops and placeholders. */
  pending(instance: Instance): Pending[] {
    const undecided = this.#open();
    if (undecided.size === 0) return [];
    const placeholders: Placeholders = new Map();
    const axes = instance.axes(placeholders);
    return [...undecided].flatMap((node) =>
      node.when
        .filter((condition) => !this.now.holding.has(condition))
        .map((condition) => {
          const index = ix.substitute(condition, (v) => axes.get(v));
          return { select: node, condition, index, free: uses(index, (v) => placeholders.has(v)) };
        }),
    );
  }

  /** Decides all that can be decided without a test, then names the next test that is due. */
  decide(instance: Instance): Decision {
    const pending = this.pending(instance);
    const choices = this.withKnown(pending);
    const due = pending.find((p) => !p.free && !choices.#isDecided(p) && !choices.inLanes(p.index));
    if (!due) return { kind: 'settled', choices };
    return {
      kind: 'branch',
      when: due.index,
      ifTrue: choices.#shows(due.index),
      ifFalse: choices.#shows(below(due.index)),
    };
  }

  #isDecided({ select, condition }: Pending): boolean {
    return this.now.sides.has(select) || this.now.holding.has(condition);
  }

  /** Decides all that can be decided without a test, and leaves the rest to selects. */
  settled(instance: Instance): ConditionState {
    return this.withKnown(this.pending(instance));
  }

  private withKnown(pending: readonly Pending[]): ConditionState {
    const known: Condition[] = [];
    const failed = new Set<Select>();
    for (const p of pending) {
      if (this.#isAtLeastZero(p.index)) known.push(p.condition);
      else if (this.#isAtLeastZero(below(p.index))) failed.add(p.select);
    }
    let choices: ConditionState = known.length > 0 ? this.holds(known) : this;
    for (const node of failed) choices = choices.with(node, false);
    for (const node of choices.#open())
      if (node.when.every((c) => choices.now.holding.has(c))) choices = choices.with(node, true);
    return choices;
  }

  #isAtLeastZero(index: Index): boolean {
    const isSo = (one: Index): boolean => ix.range(one).min >= 0;
    return isSo(index) || this.now.shown.some((least) => isSo(ix.subtract(index, least)));
  }

  /** The next guard of a masked split whose loops are all bound. */
  openGuard(instance: Instance): { key: Loop; when: Index } | undefined {
    for (const { parent, extent } of instance.guards()) {
      const value = this.now.holding.has(parent) ? undefined : instance.value(parent);
      if (!value) continue;
      const when = ix.subtract(ix.subtract(extent, ix.constant(1)), value);
      const ofAll = this.now.vectors.reduce<Index | undefined>((of, v) => of && inAllLanes(of, v), when);
      if (!ofAll)
        throw new InstantiationError(
          `${parent.name} has a masked tail inside vector lanes that cannot be masked: give the split another tail`,
        );
      return { key: parent, when: ofAll };
    }
    return undefined;
  }

  private inLanes(index: Index): boolean {
    return this.now.vectors.length > 0 && uses(index, (v) => this.now.vectors.includes(v));
  }

  /** A value without its decided selects; the others keep the conditions that are still open. */
  resolve(value: Value, replace: (v: Var) => Index | undefined): Value {
    switch (value.kind) {
      case 'binary':
        return binary(value.op, this.resolve(value.a, replace), this.resolve(value.b, replace));
      case 'cast':
        return cast(value.to, this.resolve(value.value, replace));
      case 'bits':
        return { ...value, value: this.resolve(value.value, replace) };
      case 'call':
        return call(value.name, ...value.args.map((arg) => this.resolve(arg, replace)));
      case 'select': {
        const choice = this.now.sides.get(value);
        if (choice !== undefined) return this.resolve(choice ? value.then : value.otherwise, replace);
        const open = value.when.filter((c) => !this.now.holding.has(c)).map((c) => ix.substitute(c, replace));
        return select(open, this.resolve(value.then, replace), this.resolve(value.otherwise, replace));
      }
      default:
        return value;
    }
  }
}

/** At least zero where the index is less. */
function below(index: Index): Index {
  return ix.subtract(ix.constant(-1), index);
}
