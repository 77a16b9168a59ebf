import type { KnobValue } from '../../space/config.js';
import type { Entity } from '../../space/entity.js';
import { keyOf, type Knob } from '../../space/knob.js';

/** A config as a log writes it. */
export interface Point {
  readonly index: number;
  /** Of all points the same knobs in the same order. */
  readonly entity: readonly Entity[];
}

export interface Recovered {
  readonly knobs: readonly Knob[];
  /** Whether the knobs' values are in the order of the digits of the file's indices; otherwise they are sorted. */
  readonly numbered: boolean;
}

/**
 * The knobs of a space from some of its points (at least one): in the order of the entities, each with the values that
 * it takes.
 *
 * An index is in mixed radix, the first knob least significant (autotvm/task/space.py), so with every value of every
 * knob among the points, the number of its values is a knob's radix, and the digits give the order of the values. A few
 * wrong indices are outvoted. Where digits and values are no one-to-one relation, some value was never measured, or the
 * indices are those of another definition.
 */
export function recoverKnobs(points: readonly Point[]): Recovered {
  const columns = columnsOf(points);
  const ordered = orderByDigits(points, columns);
  const values = ordered ?? columns.map(({ choices }) => [...choices.values()].sort(compareValues));
  const knobs = columns.map(({ name, kind }, place): Knob => ({ name, kind, values: values.at(place)! }));
  return { knobs, numbered: ordered !== undefined };
}

/** What the points say of one knob. */
interface Column extends Pick<Knob, 'name' | 'kind'> {
  /** The key of its value, by point. */
  readonly keys: readonly string[];
  /** Its values by their key, in the order in which they appear. */
  readonly choices: ReadonlyMap<string, KnobValue>;
}

function columnsOf(points: readonly Point[]): readonly Column[] {
  const knobs = points.at(0)?.entity ?? [];
  return knobs.map(([name, kind], place) => {
    const keys: string[] = [];
    const choices = new Map<string, KnobValue>();
    for (const { entity } of points) {
      const value = entity.at(place)![2];
      const key = keyOf(value);
      keys.push(key);
      if (!choices.has(key)) choices.set(key, value);
    }
    return { name, kind, keys, choices };
  });
}

/** Every knob's values in the order of its digits; undefined when the indices do not give it. */
function orderByDigits(
  points: readonly Point[],
  columns: readonly Column[],
): readonly (readonly KnobValue[])[] | undefined {
  const ordered: KnobValue[][] = [];
  let stride = 1;
  for (const { keys, choices } of columns) {
    const digits = points.map(({ index }) => Math.floor(index / stride) % choices.size);
    const chosen = mostVoted(digits, keys);
    if (chosen.size < choices.size || new Set(chosen.values()).size < choices.size) return undefined;
    ordered.push(Array.from(choices, (_, digit) => choices.get(chosen.get(digit)!)!));
    stride *= choices.size;
  }
  const digits = ordered.map((values) => new Map(values.map((value, digit) => [keyOf(value), digit])));
  const right = points.filter((point) => indexOf(point, digits) === point.index).length;
  return 2 * right > points.length ? ordered : undefined;
}

/** For every digit the key that most often comes with it. */
function mostVoted(digits: readonly number[], keys: readonly string[]): Map<number, string> {
  const votes = new Map<number, Map<string, number>>();
  for (const [i, digit] of digits.entries()) {
    const key = keys.at(i)!;
    const counts = votes.get(digit) ?? new Map<string, number>();
    votes.set(digit, counts.set(key, (counts.get(key) ?? 0) + 1));
  }
  return new Map(Array.from(votes, ([digit, counts]) => [digit, mostFrequent(counts)]));
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((most, candidate) => (candidate[1] > most[1] ? candidate : most))[0];
}

/** `digits`: of each knob, those of its values by their keys. */
function indexOf({ entity }: Point, digits: readonly ReadonlyMap<string, number>[]): number {
  let [index, stride] = [0, 1];
  for (const [place, ofValues] of digits.entries()) {
    index += stride * ofValues.get(keyOf(entity.at(place)![2]))!;
    stride *= ofValues.size;
  }
  return index;
}

/** Numbers by size, lists item by item, everything else as text. */
function compareValues(a: KnobValue, b: KnobValue): number {
  const [left, right] = [[a].flat(), [b].flat()];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [one, other] = [left[i], right[i]];
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return String(one) < String(other) ? -1 : 1;
  }
  return left.length - right.length;
}
