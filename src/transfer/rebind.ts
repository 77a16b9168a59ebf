import type { Config, KnobValue } from '../space/config.js';
import { nearestValue, numbersIn } from '../space/entity.js';
import { keyOf, type Knob } from '../space/knob.js';
import type { Space, Values } from '../space/space.js';
import { nearestConfigs } from './nearest-config.js';

/** Configs that are looked at for one that is allowed. */
const LOOKS = 512;

/** What one knob makes of values elsewhere. */
interface Binding {
  readonly knob: Knob;
  readonly nearest: Map<string, KnobValue>;
}

/**
 * Configs elsewhere as those of a space. Each knob takes its nearest value (`nearestValue`: numbers are near when their
 * ratios are). Sizes of tiles stay as they are and do not scale with the extent: caches and vectors of a machine do not
 * grow with the shape, and on AutoTVM's VGG-16 tasks scaled tiles lose two to seven times as much after eight trials
 * (docs/transfer.md).
 */
export class Rebinding {
  readonly #bindings: readonly Binding[];
  /** By the index of the nearest values: what was best elsewhere differs in what a small shape does not tell apart. */
  readonly #configs = new Map<number, Config | undefined>();

  constructor(private readonly space: Space) {
    this.#bindings = space.knobs.map((knob) => ({ knob, nearest: new Map() }));
  }

  /**
   * The nearest value of every knob, allowed together or not. A knob that the values lack takes what records mean that
   * lack it (`Knob.unsaid`); undefined where that is not said.
   */
  nearest(values: Values): Values | undefined {
    const found: Record<string, KnobValue> = {};
    for (const { knob, nearest } of this.#bindings) {
      const value = Object.hasOwn(values, knob.name) ? values[knob.name] : knob.unsaid;
      if (value === undefined) return undefined;
      const key = keyOf(value);
      const near = nearest.get(key) ?? nearestValue(value, knob.values);
      nearest.set(key, near);
      found[knob.name] = near;
    }
    return found;
  }

  /** The same where the space allows it, otherwise the nearest config that it allows; undefined where none is near. */
  config(values: Values): Config | undefined {
    const near = this.nearest(values);
    if (!near) return undefined;
    const index = this.space.indexOf(near);
    if (!this.#configs.has(index)) this.#configs.set(index, this.#allowed(index, near));
    return this.#configs.get(index);
  }

  #allowed(index: number, near: Values): Config | undefined {
    if (this.space.isValid(index)) return this.space.get(index);
    for (const config of nearestConfigs(this.space, near, LOOKS)) return config;
    return undefined;
  }
}

/**
 * Configs of a space as points whose distances, summed over all coordinates, are those of their values: doublings
 * between numbers, 1 between other values that differ.
 */
export class Coordinates {
  readonly #ofKnobs: readonly { readonly name: string; readonly points: ReadonlyMap<string, readonly number[]> }[];

  constructor({ knobs }: Space) {
    this.#ofKnobs = knobs.map((knob) => ({ name: knob.name, points: pointsOf(knob) }));
  }

  /** Throws RangeError for a value that the knob does not have. */
  of(values: Values): Float64Array {
    return Float64Array.from(
      this.#ofKnobs.flatMap(({ name, points }) => {
        const point = points.get(keyOf(values[name]!));
        if (!point) throw new RangeError(`The knob "${name}" has no such value.`);
        return point;
      }),
    );
  }
}

function pointsOf({ values }: Knob): ReadonlyMap<string, readonly number[]> {
  const numbers = values.map(numbersIn);
  const isNumeric = values.every((value, i) => numbers[i]!.length > 0 && numbers[i]!.length === [value].flat().length);
  const isOfOneLength = new Set(numbers.map(({ length }) => length)).size === 1;
  const pointAt = (place: number): readonly number[] =>
    isNumeric && isOfOneLength
      ? numbers[place]!.map((number) => Math.log2(1 + Math.abs(number)))
      : values.map((_, other) => (other === place ? 1 / 2 : 0));
  return new Map(values.map((value, place) => [keyOf(value), pointAt(place)]));
}

/** Between two points, summed over all coordinates. */
export function distanceBetween(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum;
}
