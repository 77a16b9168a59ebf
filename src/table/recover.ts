import type { KnobValue } from '../space/config.js';
import type { Entity } from '../space/entity.js';
import { keyOf, type Knob } from '../space/knob.js';

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
 * The knobs of a space from some of its points (at least one): in the order of the entities, each with the values that it takes.
 *
 * An index is in mixed radix, the first knob least significant (autotvm/task/space.py), so with every value of every knob among the points,
 * the number of its values is a knob's radix, and the digits tell the order of the values. A few wrong indices are outvoted. Where
 * digits and values are no one-to-one relation, some value was never measured, or the indices are those of another definition.
 */
export function recoverKnobs(points: readonly Point[]): Recovered {
  const choices = points[0].entity.map((_, place) => distinctValues(points, place));
  const ordered = orderByDigits(points, choices);
  const values = ordered ?? choices.map((choice) => [...choice.values()].sort(compareValues));
  const knobs = points[0].entity.map(([name, kind], place): Knob => ({ name, kind, values: values[place] }));
  return { knobs, numbered: ordered !== undefined };
}

/** By their key, in the order in which they appear. */
function distinctValues(points: readonly Point[], place: number): Map<string, KnobValue> {
  const values = new Map<string, KnobValue>();
  for (const { entity } of points) {
    const key = keyOf(entity[place][2]);
    if (!values.has(key)) values.set(key, entity[place][2]);
  }
  return values;
}

/** Every knob's values in the order of its digits; undefined when the indices do not tell. */
function orderByDigits(
  points: readonly Point[],
  choices: readonly ReadonlyMap<string, KnobValue>[],
): readonly (readonly KnobValue[])[] | undefined {
  const ordered: KnobValue[][] = [];
  let stride = 1;
  for (const [place, choice] of choices.entries()) {
    const digits = points.map(({ index }) => Math.floor(index / stride) % choice.size);
    const keys = mostVoted(
      digits,
      points.map(({ entity }) => keyOf(entity[place][2])),
    );
    if (keys.size < choice.size || new Set(keys.values()).size < choice.size) return undefined;
    ordered.push(Array.from(choice, (_, digit) => choice.get(keys.get(digit)!)!));
    stride *= choice.size;
  }
  const right = points.filter((point) => indexOf(point, ordered) === point.index).length;
  return 2 * right > points.length ? ordered : undefined;
}

/** For every digit the key that most often comes with it. */
function mostVoted(digits: readonly number[], keys: readonly string[]): Map<number, string> {
  const votes = new Map<number, Map<string, number>>();
  digits.forEach((digit, i) => {
    const counts = votes.get(digit) ?? new Map<string, number>();
    votes.set(digit, counts.set(keys[i], (counts.get(keys[i]) ?? 0) + 1));
  });
  return new Map(Array.from(votes, ([digit, counts]) => [digit, mostFrequent(counts)]));
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((most, candidate) => (candidate[1] > most[1] ? candidate : most))[0];
}

function indexOf({ entity }: Point, ordered: readonly (readonly KnobValue[])[]): number {
  let [index, stride] = [0, 1];
  ordered.forEach((values, place) => {
    const key = keyOf(entity[place][2]);
    index += stride * values.findIndex((value) => keyOf(value) === key);
    stride *= values.length;
  });
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
