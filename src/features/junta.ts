/** What is known of a function at one point: its cells, or that it is not defined there. */
export type Cells = Float64Array | 'undefined';

export interface JuntaSource {
  /** How many values each digit has; a point's index counts them in mixed radix, the first digit least significant. */
  readonly radices: readonly number[];
  /** The function itself; undefined where it cannot be asked. Must be pure. */
  readonly evaluate: (index: number) => Cells | undefined;
}

/** Cells that depend on the same digits, by the values of these. */
interface Group {
  readonly digits: readonly number[];
  readonly cells: readonly number[];
  readonly table: Map<number, Entry>;
}

interface Entry {
  /** A point that has these values. */
  readonly witness: number;
  readonly values: readonly number[];
}

/** A cell that differs where all digits are equal that it was known to depend on, and what it depends on besides. */
interface Contradiction {
  readonly cell: number;
  readonly digits: readonly number[];
}

/** Points that are kept; with more, those that were asked for first are forgotten. */
const MOST_KEPT = 2 ** 15;

/**
 * A memo of a function of many digits with many cells, each of which depends on few digits (is a junta): a cell is remembered for the values
 * of its own digits, so that most new points are answered from the tables. Which digits these are is learned: a digit is added to a cell when
 * two points are found that differ in it alone and in the cell. When the function contradicts a table, halving the
 * way between the two points finds such a pair (Blum and Langley, Artificial Intelligence 97, 1997, section 2.3).
 * So no digit is taken for relevant without proof; that none is missing is as likely as the points asked so far are many.
 */
export class JuntaMemo {
  readonly #source: JuntaSource;
  /** The digits that each cell is known to depend on; the last cell tells whether the function is defined. */
  readonly #relevant: Set<number>[];
  readonly #points = new Map<number, Cells>();
  readonly #digits: Int32Array;
  #groups: readonly Group[] = [];
  #defined!: Group;

  constructor(source: JuntaSource, width: number) {
    this.#source = source;
    this.#relevant = Array.from({ length: width + 1 }, () => new Set());
    this.#digits = new Int32Array(source.radices.length);
    this.#regroup();
  }

  /** Writes the cells of a point to `out`; false where the function is not defined. */
  read(index: number, out: Float64Array): boolean {
    this.#split(index);
    const defined = this.#defined.table.get(this.#keyOf(this.#defined));
    if (defined?.values[0] === 0) return false;
    for (const group of this.#groups) {
      const entry = group.table.get(this.#keyOf(group));
      if (!entry || !defined) return this.#ask(index, out);
      const { cells } = group;
      const { values } = entry;
      for (let i = 0; i < cells.length; i++) out[cells[i]] = values[i];
    }
    return true;
  }

  /** Asks the function and learns from the answer; whether nothing that was known is contradicted. */
  learn(index: number): boolean {
    if (this.#points.has(index)) return true;
    const cells = this.#evaluate(index);
    let news = cells === undefined ? [] : this.#contradictions(index, cells);
    const quiet = news.length === 0;
    while (news.length > 0) {
      for (const { cell, digits } of news) for (const digit of digits) this.#relevant[cell].add(digit);
      this.#regroup();
      news = this.#enterAll();
    }
    return quiet;
  }

  /** The digits that each cell is known to depend on. */
  get relevant(): readonly ReadonlySet<number>[] {
    return this.#relevant.slice(0, -1);
  }

  #ask(index: number, out: Float64Array): boolean {
    this.learn(index);
    const cells = this.#evaluate(index);
    if (cells === undefined || cells === 'undefined') return false;
    out.set(cells);
    return true;
  }

  #evaluate(index: number): Cells | undefined {
    const known = this.#points.get(index);
    if (known !== undefined) return known;
    const cells = this.#source.evaluate(index);
    if (cells === undefined) return undefined;
    if (this.#points.size >= MOST_KEPT) this.#points.delete(this.#points.keys().next().value!);
    this.#points.set(index, cells);
    return cells;
  }

  /** Enters all points, those that were asked on the way too, up to the first that contradicts another. */
  #enterAll(): Contradiction[] {
    for (const [point, cells] of this.#points) {
      const news = this.#contradictions(point, cells);
      if (news.length > 0) return news;
    }
    return [];
  }

  /** Enters a point into the tables; where one has another value, the cell and digits that it is now known to depend on. */
  #contradictions(index: number, cells: Cells): Contradiction[] {
    this.#split(index);
    const found: { cell: number; witness: number }[] = [];
    for (const group of cells === 'undefined' ? [] : this.#groups) this.#enter(group, index, cells, found);
    this.#enter(this.#defined, index, cells, found);
    return found.map(({ cell, witness }) => ({ cell, digits: this.#cause(cell, witness, index) }));
  }

  #enter(group: Group, index: number, of: Cells, found: { cell: number; witness: number }[]): void {
    const key = this.#keyOf(group);
    const entry = group.table.get(key);
    if (!entry) group.table.set(key, { witness: index, values: group.cells.map((cell) => this.#value(of, cell)) });
    else
      group.cells.forEach((cell, i) => {
        if (entry.values[i] !== this.#value(of, cell)) found.push({ cell, witness: entry.witness });
      });
  }

  #value(cells: Cells, cell: number): number {
    if (cell === this.#relevant.length - 1) return +(cells !== 'undefined');
    return cells === 'undefined' ? NaN : cells[cell];
  }

  /** A digit in which two points that differ in a cell can differ alone; all of them where the function cannot be asked in between. */
  #cause(cell: number, from: number, to: number): readonly number[] {
    const { radices } = this.#source;
    const [a, b] = [digitsOf(from, radices), digitsOf(to, radices)];
    const differing = radices.flatMap((_, d) => (a[d] === b[d] ? [] : [d]));
    const at = (steps: number): number | undefined => {
      const mixed = a.map((digit, d) => (differing.indexOf(d) < steps && differing.includes(d) ? b[d] : digit));
      const cells = this.#evaluate(indexOf(mixed, radices));
      if (cells === undefined) return undefined;
      const value = this.#value(cells, cell);
      return Number.isNaN(value) ? undefined : value;
    };
    let [low, high] = [0, differing.length];
    const start = at(0);
    while (high - low > 1) {
      const between = nearestToMiddle(low, high).find((steps) => at(steps) !== undefined);
      if (between === undefined) break;
      if (at(between) === start) low = between;
      else high = between;
    }
    return differing.slice(low, high);
  }

  /** Gathers cells of the same digits; their tables are empty. */
  #regroup(): void {
    const last = this.#relevant.length - 1;
    const byDigits = new Map<string, number[]>();
    for (let cell = 0; cell < last; cell++) {
      const key = [...this.#relevant[cell]].sort((x, y) => x - y).join();
      byDigits.set(key, [...(byDigits.get(key) ?? []), cell]);
    }
    const groupOf = (cells: readonly number[]): Group => {
      return { digits: [...this.#relevant[cells[0]]].sort((x, y) => x - y), cells, table: new Map() };
    };
    this.#groups = [...byDigits.values()].map(groupOf);
    this.#defined = groupOf([last]);
  }

  #split(index: number): void {
    const { radices } = this.#source;
    let rest = index;
    for (let d = 0; d < radices.length; d++) {
      const quotient = Math.floor(rest / radices[d]);
      this.#digits[d] = rest - quotient * radices[d];
      rest = quotient;
    }
  }

  #keyOf({ digits }: Group): number {
    const { radices } = this.#source;
    let key = 0;
    for (let i = digits.length - 1; i >= 0; i--) key = key * radices[digits[i]] + this.#digits[digits[i]];
    return key;
  }
}

/** The numbers between two, those in the middle first. */
function nearestToMiddle(low: number, high: number): number[] {
  const middle = (low + high) / 2;
  return Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i).sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b,
  );
}

function digitsOf(index: number, radices: readonly number[]): number[] {
  let rest = index;
  return radices.map((radix) => {
    const digit = rest % radix;
    rest = Math.floor(rest / radix);
    return digit;
  });
}

function indexOf(digits: readonly number[], radices: readonly number[]): number {
  return digits.reduceRight((index, digit, d) => index * radices[d] + digit, 0);
}
