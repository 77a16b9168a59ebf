/**
 * Shorter keys for cells of many digits. A loop over tiles is as long as a block has tiles, whatever the knobs that make the
 * block: the block's length, itself a cell, and the tile decide it. So a cell is tried in place of the digits that it depends on, and
 * stays where it foretells what is known.
 */
import type { Key } from './junta-table.js';

/** Cells of fewer digits have small tables as it is. */
const MANY = 3;
/** Points that a key must foretell from others, none of them wrong. */
const FORETOLD = 64;

/** A point whose cells are known. */
export interface Example {
  readonly digits: ArrayLike<number>;
  readonly cells: ArrayLike<number>;
}

/** Examples that are looked at; where these show no shorter key, more would not. */
export const MOST_EXAMPLES = 512;

/** For each of these cells, which depend on the same digits, the key that takes the fewest values; none where nothing is shorter. */
export function shortcutsOf(
  cells: readonly number[],
  relevant: readonly ReadonlySet<number>[],
  examples: readonly Example[],
): Map<number, Key> {
  const own = relevant[cells[0]];
  const found = new Map<number, { key: Key; count: number }>();
  if (own.size < MANY) return new Map();
  const unlike = distinct([...own], examples).slice(0, MOST_EXAMPLES);
  for (const key of candidates(own, relevant)) {
    const { numbers, count } = numbered(key, unlike);
    if (unlike.length - count < FORETOLD) continue;
    for (const cell of cells)
      if (count < (found.get(cell)?.count ?? Infinity) && decides(numbers, cell, unlike))
        found.set(cell, { key, count });
  }
  return new Map([...found].map(([cell, { key }]) => [cell, key]));
}

/** Each cell of some of these digits, with the others, and with the others and one of its own. */
function candidates(own: ReadonlySet<number>, relevant: readonly ReadonlySet<number>[]): Key[] {
  return relevant.flatMap((ofVia, via) => {
    if (ofVia.size === 0 || ofVia.size >= own.size || [...ofVia].some((digit) => !own.has(digit))) return [];
    const rest = [...own].filter((digit) => !ofVia.has(digit));
    return [{ digits: rest, via }, ...[...ofVia].map((digit) => ({ digits: [...rest, digit], via }))];
  });
}

/** One example for all that have the same digits. */
function distinct(digits: readonly number[], examples: readonly Example[]): Example[] {
  const byDigits = new Map(examples.map((example) => [digits.map((d) => example.digits[d]).join(), example]));
  return [...byDigits.values()];
}

/** The number of each example's key, and how many keys there are. */
function numbered({ digits, via }: Key, examples: readonly Example[]): { numbers: number[]; count: number } {
  const known = new Map<string, number>();
  const numbers = examples.map((example) => {
    const text = `${example.cells[via!]} ${digits.map((d) => example.digits[d]).join()}`;
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  });
  return { numbers, count: known.size };
}

/** Whether a cell is the same wherever the key is. */
function decides(numbers: readonly number[], cell: number, examples: readonly Example[]): boolean {
  const values: number[] = [];
  return examples.every((example, i) => (values[numbers[i]] ??= example.cells[cell]) === example.cells[cell]);
}
