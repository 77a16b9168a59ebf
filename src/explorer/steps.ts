import type { KnobValue } from '../space/config.js';
import type { Knob } from '../space/knob.js';
import { indexFrom } from '../space/odometer.js';
import type { Space } from '../space/space.js';

/**
 * Which values of a knob are neighbours. Numbers and the sizes of a split are ordered: x and y are neighbours when no
 * third value is in the box between them, every size between theirs (the rectangular influence graph of Ichino and
 * Sklansky, Pattern Recognition 1985). So a number has the next lower and the next higher one, and a tile can grow or
 * shrink in each of its sizes. Other values have no order: those that differ in the fewest places are neighbours.
 */
export class Steps {
  /** Places of the knobs that have a choice. */
  readonly places: readonly number[];
  private readonly space: Space;
  private readonly known = new Map<string, readonly number[]>();

  constructor(space: Space) {
    this.space = space;
    this.places = [...space.knobs.entries()].flatMap(([place, { values }]) => (values.length > 1 ? [place] : []));
  }

  /**
   * Digits of the values that neighbour the one of this digit, of the knob at this place; there is one at least where
   * there is a choice.
   */
  neighbours(place: number, digit: number): readonly number[] {
    const key = `${place} ${digit}`;
    let digits = this.known.get(key);
    if (!digits) {
      const knob = this.space.knobs[place]!;
      digits = isOrdered(knob) ? besideInOrder(knob.values.map(toNumbers), digit) : mostAlike(knob.values, digit);
      this.known.set(key, digits);
    }
    return digits;
  }

  /**
   * Indices of points where some knobs are one step from here, all of them up or all of them down in the order of their
   * values, forbidden ones included: first all knobs that can move, then, as in TVM's Droplet, their subsets in the
   * order of binary numbers that count down, up to `most` each way.
   */
  aroundTogether(index: number, most: number): number[] {
    const digits = this.space.digits(index);
    const moves = this.places.flatMap((place) =>
      this.neighbours(place, digits[place]!).map((digit) => ({ place, digit, isUp: digit > digits[place]! })),
    );
    return [true, false].flatMap((isUp) => {
      const ways = [...new Map(moves.filter((move) => move.isUp === isUp).map((move) => [move.place, move])).values()];
      const count = Math.min(most, 2 ** ways.length - 1);
      return Array.from({ length: count }, (_, left) => {
        // Bits of `left` are knobs that stay, the last one first.
        const moved = ways.filter((_, i) => ((left / 2 ** (ways.length - 1 - i)) & 1) === 0);
        return indexFrom(
          this.space.knobs,
          moved.reduce((all, { place, digit }) => all.with(place, digit), digits),
        );
      });
    });
  }

  /** Indices of the valid configs one step from here that are not visited. */
  untried(index: number, visited: ReadonlySet<number>): number[] {
    return this.around(index).filter((step) => !visited.has(step) && this.space.isValid(step));
  }

  /** Indices of the points where one knob is one step from here, forbidden ones included. */
  around(index: number): number[] {
    const { knobs } = this.space;
    const digits = this.space.digits(index);
    return this.places.flatMap((place) =>
      this.neighbours(place, digits[place]!).map((digit) => indexFrom(knobs, digits.with(place, digit))),
    );
  }
}

function isOrdered({ kind, values }: Knob): boolean {
  return kind === 'sp' || values.every((value) => typeof value === 'number');
}

function besideInOrder(values: readonly (readonly number[])[], digit: number): number[] {
  const from = values[digit]!;
  const others = [...values.keys()].filter((place) => place !== digit);
  others.sort((a, b) => distance(from, values[a]!) - distance(from, values[b]!));
  // What is in a box is nearer than its corner, and so came before.
  const beside: number[] = [];
  for (const place of others) {
    if (!beside.some((near) => isInBox(values[near]!, from, values[place]!))) beside.push(place);
  }
  return beside;
}

function mostAlike(values: readonly KnobValue[], digit: number): number[] {
  const differences = values.map((value) => countDifferences(value, values[digit]!));
  const others = differences.filter((_, place) => place !== digit);
  const fewest = others.reduce((a, b) => Math.min(a, b), Infinity);
  return [...values.keys()].filter((place) => place !== digit && differences[place] === fewest);
}

function toNumbers(value: KnobValue): readonly number[] {
  return (Array.isArray(value) ? value : [value]) as readonly number[];
}

function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, size, i) => sum + Math.abs(size - b[i]!), 0);
}

function isInBox(value: readonly number[], a: readonly number[], b: readonly number[]): boolean {
  return value.every((size, i) => size >= Math.min(a[i]!, b[i]!) && size <= Math.max(a[i]!, b[i]!));
}

function countDifferences(a: KnobValue, b: KnobValue): number {
  const entries = (value: KnobValue): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  const others = entries(b);
  return entries(a).filter((entry, i) => entry !== others[i]).length;
}
