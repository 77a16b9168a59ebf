/**
 * Shorter keys for cells of many digits. How long a loop over tiles is depends on all knobs that make the block which
 * is tiled, but only through the block's length, which is a cell, too: it and the size of the tile decide, and where
 * one splits the other, into how many tiles. So another cell is tried in place of the digits that it depends on, and
 * taken where it predicts what is known.
 */
import { combinationsOf, numberOf, placeOf, type Digits, type Key, type Point } from './dependency-table.js';

/** Cells of fewer digits have small tables as it is. */
const MANY = 3;
/** Points that a key must predict from others, none of them wrong. */
const MIN_PREDICTED = 64;

/** Examples that are looked at; where these show no shorter key, more would not. */
export const MOST_EXAMPLES = 512;

/**
 * For each of these cells, which depend on the same digits, the key that takes the fewest values; none where nothing is
 * shorter.
 */
export function shortcutsOf(
  cells: readonly number[],
  relevant: readonly ReadonlySet<number>[],
  examples: readonly Point[],
  digits: Digits,
): Map<number, Key> {
  const own = relevant[cells[0]!]!;
  const found = new Map<number, { key: Key; count: number }>();
  if (own.size < MANY) return new Map();
  const unlike = distinct([...own], examples).slice(0, MOST_EXAMPLES);
  for (const key of candidates(own, relevant, digits)) {
    const { numbers, count } = numbered(key, unlike, digits);
    if (unlike.length - count < MIN_PREDICTED) continue;
    for (const cell of cells)
      if (count < (found.get(cell)?.count ?? Infinity) && decides(numbers, cell, unlike))
        found.set(cell, { key, count });
  }
  return new Map([...found].map(([cell, { key }]) => [cell, key]));
}

/**
 * Each cell of some of these digits, with the others, and with the others and one of its own; and cut into tiles of one
 * of the others.
 */
function candidates(
  own: ReadonlySet<number>,
  relevant: readonly ReadonlySet<number>[],
  { sizes }: Digits,
): Required<Key>[] {
  return relevant.flatMap((ofCell, cell) => {
    if (ofCell.size === 0 || ofCell.size >= own.size || [...ofCell].some((digit) => !own.has(digit))) return [];
    const rest = [...own].filter((digit) => !ofCell.has(digit));
    const cut = rest.filter((digit) => sizes[digit]);
    return [
      { digits: rest, via: { cell } },
      ...[...ofCell].map((digit) => ({ digits: [...rest, digit], via: { cell } })),
      ...cut.map((tile) => ({ digits: rest.filter((digit) => digit !== tile), via: { cell, tile } })),
    ];
  });
}

/** One example for all that have the same digits. */
function distinct(digits: readonly number[], examples: readonly Point[]): Point[] {
  const byDigits = new Map(examples.map((example) => [digits.map((d) => example.digits[d]).join(), example]));
  return [...byDigits.values()];
}

/** The number of each example's key, and how many keys there are. */
function numbered(
  { digits, via }: Required<Key>,
  examples: readonly Point[],
  of: Digits,
): { numbers: number[]; count: number } {
  const combinations = combinationsOf(digits, of);
  const [vias, known] = [new Map<number, number>(), new Map<number, number>()];
  const numbers = examples.map((example) => {
    const place = placeOf(digits, example.digits, of);
    return numberIn(known, numberIn(vias, numberOf(via, example, of)) * combinations + place);
  });
  return { numbers, count: known.size };
}

/** Numbers things as they are met. */
function numberIn(known: Map<number, number>, thing: number): number {
  const number = known.get(thing) ?? known.size;
  if (number === known.size) known.set(thing, number);
  return number;
}

/** Whether a cell is the same wherever the key is. */
function decides(numbers: readonly number[], cell: number, examples: readonly Point[]): boolean {
  const values: number[] = [];
  return examples.every((example, i) => (values[numbers[i]!] ??= example.cells[cell]!) === example.cells[cell]);
}
