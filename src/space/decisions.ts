import type { Config, KnobValue } from './config.js';
import { digitsAt, indexFrom } from './odometer.js';
import type { Constraint, Space, Values } from './space.js';

/** Prefixes that a completion may look at before it gives up. */
const MOST_STEPS = 2 ** 8;

/** Combinations of a space of which all beginnings of valid configs are listed. */
const LISTED = 2 ** 16;

/** The first decisions of a space. */
export interface Prefix {
  /** For every knob, the place of its value among its choices; 0 where that is not decided. */
  readonly digits: Int32Array;
  /** How many of `Decisions.places` are decided. */
  readonly depth: number;
  /** The constraints that other decisions may still break. */
  readonly open: readonly Constraint[];
}

/**
 * A space as a tree: the knobs that have a choice are decided one after the other, in the order of the space. What a
 * prefix forbids is known as soon as a constraint has read enough: one that reads no knob beyond the prefix gives the
 * same answer for all that begins with it. Of small spaces, and of those that are a list, the beginnings of all configs
 * are listed.
 */
export class Decisions {
  /** Places of the knobs that have a choice, in the order in which they are decided. */
  readonly places: readonly number[];
  readonly #known: KnownValues;
  readonly #beginnings: Beginnings | undefined;

  constructor(readonly space: Space) {
    this.places = [...space.knobs.entries()].flatMap(([place, { values }]) => (values.length > 1 ? [place] : []));
    this.#known = new KnownValues(space, this.places);
    this.#beginnings = space.isListed || space.rawSize <= LISTED ? new Beginnings(space, this.places) : undefined;
  }

  /** The prefix of no decision. */
  root(): Prefix {
    return { digits: new Int32Array(this.space.knobs.length), depth: 0, open: this.space.constraints };
  }

  isComplete({ depth }: Prefix): boolean {
    return depth === this.places.length;
  }

  /** The prefixes of one decision more that break no constraint; of a large space some may have no completion. */
  next({ digits, depth, open }: Prefix): readonly Prefix[] {
    const place = this.places[depth];
    if (place === undefined) return [];
    return Array.from(this.space.knobs[place]!.values.keys()).flatMap((digit) => {
      const decided = digits.with(place, digit);
      if (this.#beginnings?.has(decided, depth + 1) === false) return [];
      const left = this.#known.undecided(decided, depth + 1, open);
      return left ? [{ digits: decided, depth: depth + 1, open: left }] : [];
    });
  }

  /**
   * A config that begins with a prefix and is as `preferred` says where constraints allow it, otherwise near to that;
   * undefined where there is none, or the search for one ran out of steps.
   */
  complete(prefix: Prefix, preferred: Int32Array): Config | undefined {
    const wanted = prefix.digits.slice();
    for (const place of this.places.slice(prefix.depth)) wanted[place] = preferred[place]!;
    const direct = this.#configOf(wanted);
    if (direct) return direct;
    let steps = MOST_STEPS;
    const descend = (from: Prefix): Config | undefined => {
      if (this.isComplete(from)) return this.#configOf(from.digits);
      const place = this.places[from.depth]!;
      const distance = ({ digits }: Prefix): number => Math.abs(digits[place]! - wanted[place]!);
      for (const child of this.next(from).toSorted((a, b) => distance(a) - distance(b))) {
        if (steps-- <= 0) return undefined;
        const found = descend(child);
        if (found) return found;
      }
      return undefined;
    };
    return descend(prefix);
  }

  /** For every knob, the place of a config's value. */
  digits({ index }: Config): Int32Array {
    return digitsAt(this.space.knobs, index);
  }

  #configOf(digits: Int32Array): Config | undefined {
    const index = indexFrom(this.space.knobs, digits);
    return this.space.isValid(index) ? this.space.get(index) : undefined;
  }
}

/** What the configs of a space begin with. */
class Beginnings {
  /** For each depth, indices without the digits of what is decided later: of the lowest digits only. */
  readonly #known: readonly ReadonlySet<number>[];

  constructor(
    private readonly space: Space,
    places: readonly number[],
  ) {
    const moduli = places.map((last) =>
      space.knobs.slice(0, last + 1).reduce((product, { values }) => product * values.length, 1),
    );
    const known = places.map(() => new Set<number>());
    for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1))
      for (const [depth, modulus] of moduli.entries()) known[depth]!.add(index % modulus);
    this.#known = known;
  }

  has(digits: Int32Array, depth: number): boolean {
    return this.#known[depth - 1]!.has(indexFrom(this.space.knobs, digits));
  }
}

/** Thrown where a constraint reads a knob that is not decided. Without a stack, as it is thrown often. */
const notDecided: unknown = Object.freeze({ reason: 'a knob is not decided' });

/** The values of a prefix, as constraints read them. */
class KnownValues {
  readonly #values: Values;
  readonly #all: ReadonlyMap<string | symbol, { readonly rank: number; readonly place: number }>;
  #digits: Int32Array = new Int32Array(0);
  #depth = 0;

  constructor(
    private readonly space: Space,
    private readonly places: readonly number[],
  ) {
    this.#all = new Map(space.knobs.map(({ name }, place) => [name, { rank: places.indexOf(place), place }]));
    this.#values = new Proxy<Record<string, KnobValue>>(Object.create(null) as Record<string, KnobValue>, {
      get: (_, name) => this.#read(name),
      has: (_, name) => this.#all.has(name),
      getOwnPropertyDescriptor: (_, name) => {
        const value = this.#read(name);
        return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
      },
      ownKeys: () => {
        // Who asks for all knobs goes by all of them.
        if (this.#depth < this.places.length) throw notDecided;
        return [...this.#all.keys()];
      },
    });
  }

  /** Of these constraints those that a prefix does not decide; undefined where it breaks one. */
  undecided(digits: Int32Array, depth: number, open: readonly Constraint[]): readonly Constraint[] | undefined {
    this.#digits = digits;
    this.#depth = depth;
    const left: Constraint[] = [];
    for (const constraint of open) {
      try {
        if (!constraint.test(this.#values)) return undefined;
      } catch (error) {
        if (error !== notDecided) throw error;
        left.push(constraint);
      }
    }
    return left;
  }

  #read(name: string | symbol): KnobValue | undefined {
    const known = this.#all.get(name);
    if (!known) return undefined;
    if (known.rank >= this.#depth) throw notDecided;
    return this.space.knobs[known.place]!.values[this.#digits[known.place]!];
  }
}
