import type { KnobValue } from '../space/config.js';
import type { Decisions, Prefix } from '../space/decisions.js';

/**
 * The structure of a prefix seen from far and from near, as Halide's coarse-to-fine passes compare schedules: words and
 * switches always count, sizes by whether they are 1 at depth 1, by their octave in steps of four, of two and of one
 * from depth 2 to 4, and as they are beyond.
 */
export class Structure {
  /** For each depth, of each knob the key of each value. */
  readonly #keys: (readonly (readonly string[])[])[] = [];

  constructor(private readonly decisions: Decisions) {}

  /** A text that prefixes of one structure share. */
  of({ digits, depth }: Prefix, detail: number): string {
    const keys = (this.#keys[detail] ??= this.decisions.space.knobs.map(({ values }) =>
      values.map((value) => keyOf(value, detail)),
    ));
    return this.decisions.places
      .slice(0, depth)
      .map((place) => keys[place]![digits[place]!])
      .join();
  }
}

function keyOf(value: KnobValue, detail: number): string {
  if (typeof value === 'object') return value.map((one) => keyOf(one, detail)).join(':');
  return typeof value === 'number' ? sizeKey(value, detail) : String(value);
}

function sizeKey(size: number, detail: number): string {
  if (detail <= 0) return '';
  if (size <= 1 || detail > 4) return String(size);
  const octaves = [Infinity, 4, 2, 1][detail - 1]!;
  return `${Math.floor(Math.log2(size) / octaves)} octaves`;
}
