import { DependencyTable, type Cells, type Digits, type Key, type Point } from './dependency-table.js';
import { digitsOf, writeDigits } from './mixed-radix.js';
import { relevantDigits } from './relevant-digits.js';
import { MOST_EXAMPLES, shortcutsOf } from './shortcuts.js';

export type { Cells };

interface MemoisedFunction extends Digits {
  /** The function itself, by a point's index; undefined where it cannot be asked. Must be pure. */
  readonly evaluate: (index: number) => Cells | undefined;
  /**
   * Whether a point may be read. The function is asked at others, too, to find what a cell depends on, but they fill no
   * table.
   */
  readonly isValid: (index: number) => boolean;
}

/** A cell that differs where its key is equal, and two points that show it. */
interface Contradiction {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
}

/** Points that are kept; with more, those that were asked for first are forgotten. */
const MOST_KEPT = 2 ** 15;

/**
 * Points with which shorter keys are looked for first, and by how much more again, until there are enough that more
 * change nothing.
 */
const FIRST_LOOK = 256;
const NEXT_LOOK = 1.25;

/**
 * A memo of a function of many digits with many cells, each of which depends on few digits (is a junta): a cell is
 * remembered for the values of its own digits, so that most new points are answered from the tables. Which digits these
 * are is learned: when the function contradicts a table, the digit to blame is found (`relevant-digits.ts`) and added
 * to the cell. So no digit is taken for relevant without proof; that none is missing is as likely as the points asked
 * so far are many.
 */
export class DependencyMemo {
  readonly #source: MemoisedFunction;
  /** The digits that each cell is known to depend on; the last cell says whether the function is defined. */
  readonly #relevant: Set<number>[];
  readonly #points = new Map<number, Cells>();
  readonly #digits: Int32Array;
  /** Shorter keys than all digits, of cells that have one; and cells whose shorter key was wrong once. */
  readonly #shortcuts = new Map<number, Key>();
  readonly #barred = new Set<number>();
  #nextLook = FIRST_LOOK;
  #tables: readonly DependencyTable[] = [];
  #defined!: DependencyTable;

  constructor(source: MemoisedFunction, width: number) {
    this.#source = source;
    this.#relevant = Array.from({ length: width + 1 }, () => new Set());
    this.#digits = new Int32Array(source.radices.length);
    this.#regroup();
  }

  /** Writes the cells of a point to `out`; false where the function is not defined. */
  read(index: number, out: Float64Array): boolean {
    writeDigits(index, this.#source.radices, this.#digits);
    const point = { digits: this.#digits, cells: out };
    const defined = this.#defined.find(point);
    if (defined?.values[0] === 0) return false;
    for (const table of this.#tables) {
      const entry = table.find(point);
      if (!entry || !defined) return this.#ask(index, out);
      const { cells } = table;
      const { values } = entry;
      for (let i = 0; i < cells.length; i++) out[cells[i]!] = values[i]!;
    }
    return true;
  }

  /** Asks the function at a valid point and learns from the answer; whether nothing that was known is contradicted. */
  learn(index: number): boolean {
    if (this.#points.has(index)) return true;
    const cells = this.#evaluate(index);
    let news = cells === undefined ? [] : this.#contradictions(index, cells);
    const quiet = news.length === 0;
    if (quiet && this.#points.size >= this.#nextLook && this.#findShortcuts()) news = this.#enterAll();
    while (news.length > 0) {
      for (const contradiction of news) this.#amend(contradiction);
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
      if (!this.#source.isValid(point)) continue;
      const news = this.#contradictions(point, cells);
      if (news.length > 0) return news;
    }
    return [];
  }

  /** Enters a point into the tables; where these have other values, the cells. */
  #contradictions(index: number, cells: Cells): Contradiction[] {
    writeDigits(index, this.#source.radices, this.#digits);
    const found: Contradiction[] = [];
    for (const table of cells === 'undefined' ? [] : this.#tables) this.#enter(table, index, cells, found);
    this.#enter(this.#defined, index, cells, found);
    return found;
  }

  #enter(table: DependencyTable, index: number, of: Cells, found: Contradiction[]): void {
    const point = { digits: this.#digits, cells: of === 'undefined' ? [] : of };
    const entry = table.find(point);
    const values = table.cells.map((cell) => this.#value(of, cell));
    if (!entry) table.add(point, { witness: index, values });
    else
      table.cells.forEach((cell, i) => {
        if (entry.values[i] !== values[i]) found.push({ cell, from: entry.witness, to: index });
      });
  }

  /**
   * A wrong shortcut is given up; otherwise what was missing among the cell's digits is added, and whatever relied on
   * these is given up.
   */
  #amend({ cell, from, to }: Contradiction): void {
    if (this.#shortcuts.delete(cell)) {
      this.#barred.add(cell);
      return;
    }
    const { radices } = this.#source;
    const missing = relevantDigits(from, to, radices, (index) => this.#valueAt(cell, index));
    for (const digit of missing) this.#relevant[cell]!.add(digit);
    for (const [other, { via }] of this.#shortcuts) if (via?.cell === cell) this.#shortcuts.delete(other);
  }

  /** Looks for shorter keys; whether there are any, in which case the tables are empty. */
  #findShortcuts(): boolean {
    this.#nextLook = this.#points.size < MOST_EXAMPLES * 4 ? Math.ceil(this.#points.size * NEXT_LOOK) : Infinity;
    const before = this.#shortcuts.size;
    const examples = this.#examples();
    for (const { key, cells } of this.#tables) {
      const open = key.via === undefined ? cells.filter((cell) => !this.#barred.has(cell)) : [];
      if (open.length === 0) continue;
      for (const [cell, shortcut] of shortcutsOf(open, this.relevant, examples, this.#source))
        this.#shortcuts.set(cell, shortcut);
    }
    if (this.#shortcuts.size === before) return false;
    this.#regroup();
    return true;
  }

  #examples(): Point[] {
    return [...this.#points].flatMap(([point, cells]) => {
      return cells === 'undefined' || !this.#source.isValid(point)
        ? []
        : [{ digits: digitsOf(point, this.#source.radices), cells }];
    });
  }

  #value(cells: Cells, cell: number): number {
    if (cell === this.#relevant.length - 1) return +(cells !== 'undefined');
    return cells === 'undefined' ? NaN : cells[cell]!;
  }

  /** A cell's value at a point that may be no config of the space; undefined where the function cannot be asked. */
  #valueAt(cell: number, index: number): number | undefined {
    const cells = this.#evaluate(index);
    if (cells === undefined) return undefined;
    const value = this.#value(cells, cell);
    return Number.isNaN(value) ? undefined : value;
  }

  /**
   * Gathers cells of the same key; their tables are empty. What stands in a key comes before, as it depends on fewer
   * digits.
   */
  #regroup(): void {
    const last = this.#relevant.length - 1;
    const groups = new Map<string, { readonly key: Key; readonly cells: number[] }>();
    for (const [cell] of [...this.#relevant.entries()].sort(([, a], [, b]) => a.size - b.size)) {
      if (cell === last) continue;
      const key = this.#keyOf(cell);
      const { digits, via } = key;
      const text = `${via?.cell ?? ''}/${via?.tile ?? ''}: ${digits.join()}`;
      const group = groups.get(text);
      if (group) group.cells.push(cell);
      else groups.set(text, { key, cells: [cell] });
    }
    this.#tables = [...groups.values()].map(({ key, cells }) => new DependencyTable(key, cells, this.#source));
    this.#defined = new DependencyTable(this.#keyOf(last), [last], this.#source);
  }

  #keyOf(cell: number): Key {
    return this.#shortcuts.get(cell) ?? { digits: [...this.#relevant[cell]!].sort((x, y) => x - y) };
  }
}
