import type { KnobValue } from './config.js';
import type { Knob } from './knob.js';

/** For every knob, the place of its value among its choices: the digits of the index, least significant first. */
export function digitsAt(knobs: readonly Knob[], index: number): Int32Array {
  const digits = new Int32Array(knobs.length);
  let rest = index;
  for (let place = 0; place < knobs.length; place++) {
    const radix = knobs[place]!.values.length;
    const digit = rest % radix;
    rest = (rest - digit) / radix;
    digits[place] = digit;
  }
  return digits;
}

export function indexFrom(knobs: readonly Knob[], digits: Int32Array): number {
  return knobs.reduceRight((index, { values }, place) => index * values.length + digits[place]!, 0);
}

/** The value of every knob at an index. Plain loops, because every config of a search comes from here. */
export function valuesAt(knobs: readonly Knob[], index: number): Record<string, KnobValue> {
  const values: Record<string, KnobValue> = {};
  let rest = index;
  for (let place = 0; place < knobs.length; place++) {
    const knob = knobs[place]!;
    const radix = knob.values.length;
    const digit = rest % radix;
    rest = (rest - digit) / radix;
    values[knob.name] = knob.values[digit]!;
  }
  return values;
}

/**
 * Walks through the points of a space in the order of their indices. One object holds the values of the present point
 * and is changed in place, which makes a step cheap.
 */
export class Odometer {
  readonly values: Record<string, KnobValue>;
  readonly #knobs: readonly Knob[];
  readonly #digits: Int32Array;

  constructor(knobs: readonly Knob[], index: number) {
    this.#knobs = knobs;
    this.#digits = digitsAt(knobs, index);
    this.values = valuesAt(knobs, index);
  }

  /** The next point; after the last one, the first. */
  advance(): void {
    for (let place = 0; place < this.#knobs.length; place++) {
      const { name, values } = this.#knobs[place]!;
      const next = this.#digits[place]! + 1;
      const digit = next < values.length ? next : 0;
      this.#digits[place] = digit;
      this.values[name] = values[digit]!;
      if (digit > 0) return;
    }
  }
}
