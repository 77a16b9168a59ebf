import type { Config, KnobValue } from './config.js';
import type { Knob } from './knob.js';
import { valuesAt } from './odometer.js';
import type { Random } from './random.js';
import { Space, type Values } from './space.js';

/** Draws from the list before those that are excluded are taken out of it. */
const TRIES = 64;

const nothing: ReadonlySet<number> = new Set();

/**
 * A space whose valid configs are a list, however few of the combinations these are: nothing is searched for by trying.
 * `sentence` says what is wrong with all others. Throws RangeError when an index lies outside of the combinations.
 */
export class ListedSpace extends Space {
  /** Ascending. */
  readonly #indices: Float64Array;
  readonly #listed: ReadonlySet<number>;

  constructor(
    knobs: readonly Knob[],
    indices: Iterable<number>,
    private readonly sentence: string,
  ) {
    super(knobs, []);
    this.#listed = new Set(indices);
    this.#indices = Float64Array.from(this.#listed).sort();
    const outside = this.#indices.find((index) => !(index >= 0 && index < this.rawSize));
    if (outside !== undefined)
      throw new RangeError(`There is no config ${outside}: indices go from 0 to ${this.rawSize - 1}.`);
  }

  override get size(): number {
    return this.#indices.length;
  }

  override get sizeIsExact(): boolean {
    return true;
  }

  override get isListed(): boolean {
    return true;
  }

  override get(index: number): Config {
    if (!this.isValid(index)) throw new RangeError(`The config ${index} is forbidden: ${this.sentence}`);
    return this.#configAt(index);
  }

  override isValid(index: number): boolean {
    return this.#listed.has(index);
  }

  override violation(values: Values): string | undefined {
    return this.isValid(this.indexOf(values)) ? undefined : this.sentence;
  }

  override nextValid(from: number): number | undefined {
    let [low, high] = [0, this.#indices.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#indices[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return this.#indices.at(low);
  }

  /** A uniform config of the list whose index is not excluded; undefined when there is none. */
  override sample(random: Random, excluded: ReadonlySet<number> = nothing): Config | undefined {
    if (this.size === 0) return undefined;
    for (let draw = 0; draw < TRIES; draw++) {
      const index = random.pick(this.#indices);
      if (!excluded.has(index)) return this.#configAt(index);
    }
    const rest = this.#indices.filter((index) => !excluded.has(index));
    return rest.length === 0 ? undefined : this.#configAt(random.pick(rest));
  }

  #configAt(index: number): Config {
    const values: Readonly<Record<string, KnobValue>> = valuesAt(this.knobs, index);
    return { index, values };
  }
}
