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
  /** The same by the values themselves, which configs of a space share. */
  readonly known: Map<KnobValue, KnobValue>;
}

/**
 * Configs elsewhere as those of a space. Each knob takes its nearest value (`nearestValue`: numbers are near when their
 * ratios are). Sizes of tiles stay as they are and do not scale with the extent: caches and vectors of a machine do not
 * grow with the shape, and on AutoTVM's VGG-16 tasks scaled tiles lose two to seven times as much after eight trials
 * (docs/design/search.md).
 */
export class Rebinding {
  readonly #bindings: readonly Binding[];
  /** By the index of the nearest values: what was best elsewhere differs in what a small shape does not distinguish. */
  readonly #configs = new Map<number, Config | undefined>();

  constructor(private readonly space: Space) {
    this.#bindings = space.knobs.map((knob) => ({ knob, nearest: new Map(), known: new Map() }));
  }

  /**
   * The nearest value of every knob, allowed together or not. A knob that the values lack takes what records mean that
   * lack it (`Knob.unsaid`); undefined where that is not said.
   */
  nearest(values: Values): Values | undefined {
    const found: Record<string, KnobValue> = {};
    for (const binding of this.#bindings) {
      const { name, unsaid } = binding.knob;
      const value = Object.hasOwn(values, name) ? values[name] : unsaid;
      if (value === undefined) return undefined;
      found[name] = bound(binding, value);
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

function bound({ knob, nearest, known }: Binding, value: KnobValue): KnobValue {
  const before = known.get(value);
  if (before !== undefined) return before;
  const key = keyOf(value);
  const near = nearest.get(key) ?? nearestValue(value, knob.values);
  nearest.set(key, near);
  known.set(value, near);
  return near;
}

/**
 * Configs of a space as points whose distances, summed over all coordinates, are those of their values: doublings
 * between numbers, 1 between other values that differ.
 */
export class Coordinates {
  readonly #ofKnobs: readonly PointsOfKnob[];
  /** Of a point. */
  readonly dimensions: number;

  constructor({ knobs }: Space) {
    this.#ofKnobs = knobs.map((knob) => {
      const points = pointsOf(knob);
      const known = new Map(knob.values.map((value, place) => [value, points[place]!]));
      const byKey = new Map(knob.values.map((value, place) => [keyOf(value), points[place]!]));
      return { name: knob.name, known, byKey, dimensions: points[0]?.length ?? 0 };
    });
    this.dimensions = this.#ofKnobs.reduce((sum, { dimensions }) => sum + dimensions, 0);
  }

  /** Throws RangeError for a value that the knob does not have. */
  of(values: Values): Float64Array {
    const point = new Float64Array(this.dimensions);
    let at = 0;
    for (const { name, known, byKey, dimensions } of this.#ofKnobs) {
      const value = values[name]!;
      const own = known.get(value) ?? byKey.get(keyOf(value));
      if (!own) throw new RangeError(`The knob "${name}" has no such value.`);
      point.set(own, at);
      at += dimensions;
    }
    return point;
  }
}

/** Points of the values of a knob, by the values that configs of the space share, and by their keys. */
interface PointsOfKnob {
  readonly name: string;
  readonly known: ReadonlyMap<KnobValue, readonly number[]>;
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  readonly dimensions: number;
}

/** In the order of the values. */
function pointsOf({ values }: Knob): readonly (readonly number[])[] {
  const numbers = values.map(numbersIn);
  const isNumeric = values.every((value, i) => numbers[i]!.length > 0 && numbers[i]!.length === [value].flat().length);
  const isOfOneLength = new Set(numbers.map(({ length }) => length)).size === 1;
  const pointAt = (place: number): readonly number[] =>
    isNumeric && isOfOneLength
      ? numbers[place]!.map((number) => Math.log2(1 + Math.abs(number)))
      : values.map((_, other) => (other === place ? 1 / 2 : 0));
  return values.map((_, place) => pointAt(place));
}
