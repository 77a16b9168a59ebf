/** What is known of a function at one point: its cells, or that it is not defined there. */
export type Cells = Float64Array | 'undefined';

/** How many values each digit has, and the numbers that these stand for where they are sizes. */
export interface Digits {
  /** A point's index counts the digits in mixed radix, the first least significant. */
  readonly radices: readonly number[];
  /** Positive numbers; undefined for a digit whose values are no sizes. */
  readonly sizes: readonly (readonly number[] | undefined)[];
}

/** What decides a cell: digits of the point, and perhaps what stands for more of them. */
export interface Key {
  readonly digits: readonly number[];
  readonly via?: Via;
}

/**
 * Another cell's value, which stands for the digits that decide that; or into how many tiles of the size of a digit it
 * is cut.
 */
interface Via {
  readonly cell: number;
  readonly tile?: number;
}

/** A point, and those of its cells that a key needs. */
export interface Point {
  readonly digits: ArrayLike<number>;
  readonly cells: ArrayLike<number>;
}

export function numberOf({ cell, tile }: Via, { digits, cells }: Point, { sizes }: Digits): number {
  const value = cells[cell]!;
  return tile === undefined ? value : Math.ceil(value / sizes[tile]![digits[tile]!]!);
}

/** How many combinations of some digits there are. */
export function combinationsOf(some: readonly number[], { radices }: Digits): number {
  return some.reduce((product, digit) => product * radices[digit]!, 1);
}

/** Which of these a point has. */
export function placeOf(some: readonly number[], digits: ArrayLike<number>, { radices }: Digits): number {
  let place = 0;
  for (let i = some.length - 1; i >= 0; i--) {
    const digit = some[i]!;
    place = place * radices[digit]! + digits[digit]!;
  }
  return place;
}

interface Entry {
  /** A point that has this key. */
  readonly witness: number;
  readonly values: readonly number[];
}

/** Values of cells that have the same key, by the values of that. */
export class DependencyTable {
  readonly #entries = new Map<number, Entry>();
  /** What `via` gives, numbered as it is met. */
  readonly #numbers = new Map<number, number>();
  /** Combinations of the digits. */
  readonly #combinations: number;

  constructor(
    readonly key: Key,
    readonly cells: readonly number[],
    private readonly digits: Digits,
  ) {
    this.#combinations = combinationsOf(key.digits, digits);
  }

  find(point: Point): Entry | undefined {
    const { via } = this.key;
    if (!via) return this.#entries.get(this.#place(point, 0));
    const number = this.#numbers.get(numberOf(via, point, this.digits));
    return number === undefined ? undefined : this.#entries.get(this.#place(point, number));
  }

  add(point: Point, entry: Entry): void {
    this.#entries.set(this.#place(point, this.key.via ? this.#number(this.key.via, point) : 0), entry);
  }

  #number(via: Via, point: Point): number {
    const value = numberOf(via, point, this.digits);
    const number = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, number);
    return number;
  }

  #place({ digits }: Point, number: number): number {
    return placeOf(this.key.digits, digits, this.digits) + number * this.#combinations;
  }
}
