import { UsageError } from '../target/errors.js';
import type { Config, KnobValue } from './config.js';
import { keyOf, type Knob } from './knob.js';
import { digitsAt, Odometer, valuesAt } from './odometer.js';
import { Random } from './random.js';

/** The values of all knobs at one point. */
export type Values = Config['values'];

/** What every config of a space satisfies. The sentence says what is wrong where it does not. */
export interface Constraint {
  readonly sentence: string;
  /** Must be pure, and must not keep `values`, which may be changed afterwards. */
  readonly test: (values: Values) => boolean;
}

/** Spaces of up to this many raw points are enumerated where that helps. */
const ENUMERABLE = 2 ** 22;
/** Draws from a larger space before it is walked through, and to estimate its size. */
const DRAWS = 2 ** 16;
/** Points of a larger space that are walked through in search of a valid one. */
const WALK = 2 ** 24;
/** Changes that `neighbour` tries, and draws from a small space, before something surer. */
const TRIES = 64;

const nothing: ReadonlySet<number> = new Set();

/**
 * The configs of a template: every combination of the knobs' values that no constraint forbids. A config's index counts
 * all combinations in mixed radix, the first knob least significant, as AutoTVM does. Made by `SpaceBuilder`, which
 * knows the types of the values.
 */
export class Space<V extends Values = Values> {
  readonly knobs: readonly Knob[];
  readonly constraints: readonly Constraint[];
  /** Number of combinations, forbidden ones included; below 2^53. Indices are in [0, rawSize). */
  readonly rawSize: number;
  /** What one step of each knob adds to the index. */
  readonly #strides: readonly number[];
  /** Places of the knobs that have a choice. */
  readonly #varied: readonly number[];
  readonly #places = new Map<Knob, ReadonlyMap<string, number>>();
  /** Of each point whether it is valid (1) or not (2), once asked for. */
  #asked: Uint8Array | undefined;
  #valid?: Uint32Array;
  #size?: number;

  /** Throws UsageError when a knob has no value, or when there are 2^53 points or more. */
  constructor(knobs: readonly Knob[], constraints: readonly Constraint[]) {
    this.knobs = knobs;
    this.constraints = constraints;
    let size = 1;
    const strides: number[] = [];
    for (const { name, values } of knobs) {
      if (values.length === 0)
        throw new UsageError(`The knob "${name}" has no value for this shape; try another template.`);
      strides.push(size);
      size *= values.length;
    }
    if (size >= 2 ** 53)
      throw new UsageError('The space has 2^53 points or more; try another template or a smaller shape.');
    this.rawSize = size;
    this.#strides = strides;
    this.#varied = knobs.flatMap(({ values }, place) => (values.length > 1 ? [place] : []));
  }

  /**
   * Number of valid configs, counted when first asked for: exact if `sizeIsExact`, otherwise estimated from 65,536
   * draws.
   */
  get size(): number {
    this.#size ??= this.#count();
    return this.#size;
  }

  /** False beyond 4 million raw points with constraints. */
  get sizeIsExact(): boolean {
    return this.constraints.length === 0 || this.rawSize <= ENUMERABLE;
  }

  /** Whether the valid configs are a list, of which constraints say nothing. */
  get isListed(): boolean {
    return false;
  }

  /** The config of an index. Throws RangeError when it is outside of the space or forbidden. */
  get(index: number): Config<V> {
    if (!this.#contains(index))
      throw new RangeError(`There is no config ${index}: indices go from 0 to ${this.rawSize - 1}.`);
    const config = this.#at(index);
    const violation = this.violation(config.values);
    if (violation !== undefined) throw new RangeError(`The config ${index} is forbidden: ${violation}`);
    return config;
  }

  isValid(index: number): boolean {
    if (!this.#contains(index)) return false;
    if (this.rawSize > ENUMERABLE) return this.violation(valuesAt(this.knobs, index)) === undefined;
    // A walk asks for the same points again and again.
    this.#asked ??= new Uint8Array(this.rawSize);
    if (this.#asked[index] === 0)
      this.#asked[index] = this.violation(valuesAt(this.knobs, index)) === undefined ? 1 : 2;
    return this.#asked[index] === 1;
  }

  /** The sentence of the first constraint that the values break. */
  violation(values: Values): string | undefined {
    for (const { sentence, test } of this.constraints) if (!test(values)) return sentence;
    return undefined;
  }

  /** The index of a value for every knob, valid or not. Throws RangeError when a knob has no such value. */
  indexOf(values: Values): number {
    return this.knobs.reduce((index, { name }, place) => index + this.termOf(place, values[name]!), 0);
  }

  /** What a value of the knob at a place adds to the index. Throws RangeError when the knob has no such value. */
  termOf(place: number, value: KnobValue): number {
    const knob = this.knobs[place]!;
    const key = keyOf(value);
    const digit = this.#placesOf(knob).get(key);
    if (digit === undefined) throw new RangeError(`The knob "${knob.name}" has no value ${key}.`);
    return digit * this.#strides[place]!;
  }

  /** The config with these values. Throws RangeError when a knob has no such value or a constraint forbids it. */
  config(values: Values): Config<V> {
    return this.get(this.indexOf(values));
  }

  /** For every knob, the place of its value among its choices. */
  digits(index: number): Int32Array {
    return digitsAt(this.knobs, index);
  }

  /**
   * The first valid index that is not below `from`, found by walking through the space; undefined when there is none
   * among as many points as are given.
   */
  nextValid(from: number, points = Infinity): number | undefined {
    return from < this.rawSize ? this.#walk(from, Math.min(points, this.rawSize - from), nothing) : undefined;
  }

  /**
   * A uniform valid config whose index is not excluded; undefined when there is none. In a space of more than 4 million
   * raw points, where fewer than one in 65,536 remain, it is the first after a random point, and undefined when 16
   * million points after it hold none.
   */
  sample(random: Random, excluded: ReadonlySet<number> = nothing): Config<V> | undefined {
    const small = this.rawSize <= ENUMERABLE;
    for (let draw = small ? TRIES : DRAWS; draw > 0; draw--) {
      const config = this.#configAt(random.int(this.rawSize));
      if (config && !excluded.has(config.index)) return config;
    }
    const index = small ? this.#sampleRest(random, excluded) : this.#walk(random.int(this.rawSize), WALK, excluded);
    return index === undefined ? undefined : this.get(index);
  }

  /**
   * A valid neighbour of this config: a random knob set to another random value, as AutoTVM's `random_walk` does, but
   * each try starts from the config again, so that in a tightly constrained space the neighbour is still near. Where no
   * single change was valid, two knobs change; after 64 tries it is any other config, and the config itself when it is
   * the only one.
   */
  neighbour(config: Config<V>, random: Random): Config<V> {
    if (this.#varied.length === 0) return config;
    for (let tries = 0; tries < TRIES; tries++) {
      let { index } = config;
      for (let changes = tries < TRIES / 2 ? 1 : 2; changes > 0; changes--) {
        const place = random.pick(this.#varied);
        const digit = random.int(this.knobs[place]!.values.length);
        index += (digit - this.#digit(index, place)) * this.#strides[place]!;
      }
      if (index !== config.index && this.isValid(index)) return this.#at(index);
    }
    return this.sample(random, new Set([config.index])) ?? config;
  }

  #contains(index: number): boolean {
    return Number.isInteger(index) && index >= 0 && index < this.rawSize;
  }

  #digit(index: number, place: number): number {
    return Math.floor(index / this.#strides[place]!) % this.knobs[place]!.values.length;
  }

  #configAt(index: number): Config<V> | undefined {
    return this.isValid(index) ? this.#at(index) : undefined;
  }

  #at(index: number): Config<V> {
    return { index, values: valuesAt(this.knobs, index) as V };
  }

  #placesOf(knob: Knob): ReadonlyMap<string, number> {
    let places = this.#places.get(knob);
    if (!places) {
      places = new Map(knob.values.map((value, place) => [keyOf(value), place]));
      this.#places.set(knob, places);
    }
    return places;
  }

  #count(): number {
    if (this.constraints.length === 0) return this.rawSize;
    if (this.rawSize <= ENUMERABLE) return this.#validIndices().length;
    const random = new Random(this.rawSize);
    let hits = 0;
    for (let draw = 0; draw < DRAWS; draw++) if (this.#configAt(random.int(this.rawSize))) hits++;
    return Math.max(1, Math.round((this.rawSize / DRAWS) * hits));
  }

  #validIndices(): Uint32Array {
    if (!this.#valid) {
      const valid = new Uint32Array(this.rawSize);
      let count = 0;
      const point = new Odometer(this.knobs, 0);
      for (let index = 0; index < this.rawSize; index++) {
        if (this.violation(point.values) === undefined) valid[count++] = index;
        point.advance();
      }
      this.#valid = valid.slice(0, count);
    }
    return this.#valid;
  }

  /** A uniform index among the valid ones that are not excluded, by listing them. */
  #sampleRest(random: Random, excluded: ReadonlySet<number>): number | undefined {
    const rest = this.#validIndices().filter((index) => !excluded.has(index));
    return rest.length === 0 ? undefined : random.pick(rest);
  }

  /** The first valid index not excluded among `count` points from `from` on, continuing with 0 after the last. */
  #walk(from: number, count: number, excluded: ReadonlySet<number>): number | undefined {
    const point = new Odometer(this.knobs, from);
    let index = from;
    for (let left = Math.min(count, this.rawSize); left > 0; left--) {
      if (this.violation(point.values) === undefined && !excluded.has(index)) return index;
      point.advance();
      index = index + 1 < this.rawSize ? index + 1 : 0;
    }
    return undefined;
  }
}
