/** What is known of a function at one point: its cells, or that it is not defined there. */
export type Cells = Float64Array | 'undefined';

/** What decides a cell: digits of the point, and perhaps the value of another cell, which stands for digits that decide that one. */
export interface Key {
  readonly digits: readonly number[];
  readonly via?: number;
}

export interface Entry {
  /** A point that has this key. */
  readonly witness: number;
  readonly values: readonly number[];
}

/** Values of cells that have the same key, by the values of that. */
export class JuntaTable {
  readonly #entries = new Map<number, Entry>();
  /** Values of the other cell, numbered as they are met. */
  readonly #numbers = new Map<number, number>();
  /** Combinations of the digits. */
  readonly #combinations: number;

  constructor(
    readonly key: Key,
    readonly cells: readonly number[],
    private readonly radices: readonly number[],
  ) {
    this.#combinations = key.digits.reduce((product, digit) => product * radices[digit], 1);
  }

  /** What is known of a point of which the other cell, if the key has one, is known already. */
  find(digits: ArrayLike<number>, cells: ArrayLike<number>): Entry | undefined {
    const { via } = this.key;
    if (via === undefined) return this.#entries.get(this.#keyOf(digits, 0));
    const number = this.#numbers.get(cells[via]);
    return number === undefined ? undefined : this.#entries.get(this.#keyOf(digits, number));
  }

  add(digits: ArrayLike<number>, cells: ArrayLike<number>, entry: Entry): void {
    const { via } = this.key;
    if (via !== undefined && !this.#numbers.has(cells[via])) this.#numbers.set(cells[via], this.#numbers.size);
    this.#entries.set(this.#keyOf(digits, via === undefined ? 0 : this.#numbers.get(cells[via])!), entry);
  }

  #keyOf(digits: ArrayLike<number>, number: number): number {
    const { radices } = this;
    const own = this.key.digits;
    let key = 0;
    for (let i = own.length - 1; i >= 0; i--) key = key * radices[own[i]] + digits[own[i]];
    return key + number * this.#combinations;
  }
}
