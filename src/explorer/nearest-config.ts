/** The config of a space that is nearest to values of another. */
import FlatQueue from 'flatqueue';
import type { Config, KnobValue } from '../space/config.js';
import { nearestValue } from '../space/entity.js';
import { keyOf, type Knob } from '../space/knob.js';
import type { Space, Values } from '../space/space.js';

/** Steps between numbers that another word is as far as: another layout is another kernel. */
const WORD = 2;
/** Values of a knob that are tried, the nearest. */
const CHOICES = 8;
/** Configs that are looked at, unless it is said otherwise: constraints are cheap to ask. */
const MOST = 20_000;

/**
 * Valid configs by how far their knobs are from the values, the nearest first: each knob at its nearest value, then
 * one of them at its second nearest, and so on. A knob that the values lack counts its values from the first.
 * `most`: configs that are looked at.
 */
export function* nearestConfigs(space: Space, values: Values, most = MOST): Generator<Config> {
  const terms = space.knobs.map((knob, place) =>
    byDistance(values[knob.name], knob).map((value) => space.termOf(place, value)),
  );
  const isWord = space.knobs.map(({ values: [first] }) => typeof first === 'string');
  const queue = new FlatQueue<Ranks>();
  const start = { index: terms.reduce((sum, [nearest]) => sum + nearest!, 0), ranks: terms.map(() => 0) };
  const seen = new Set([start.index]);
  queue.push(start, 0);
  for (let looks = 0; looks < most; looks++) {
    const sum = queue.peekValue();
    const point = queue.pop();
    if (!point) return;
    const { index, ranks } = point;
    if (space.isValid(index)) yield space.get(index);
    for (const [place, rank] of ranks.entries()) {
      const ofKnob = terms[place]!;
      if (rank + 1 >= ofKnob.length) continue;
      const next = index + ofKnob[rank + 1]! - ofKnob[rank]!;
      if (seen.has(next)) continue;
      seen.add(next);
      // All other words are equally far.
      const step = !isWord[place] ? 1 : rank === 0 ? WORD : 0;
      queue.push({ index: next, ranks: ranks.with(place, rank + 1) }, sum! + step);
    }
  }
}

/** A point of a space, and of each knob how many of its values are nearer. */
interface Ranks {
  readonly index: number;
  readonly ranks: readonly number[];
}

/** The same is asked of a space again and again. */
const rankings = new WeakMap<Knob, Map<string, readonly KnobValue[]>>();

/** The nearest values of a knob, as many as are tried. */
function byDistance(wanted: KnobValue | undefined, knob: Knob): readonly KnobValue[] {
  if (wanted === undefined) return knob.values.slice(0, CHOICES);
  const known = rankings.get(knob) ?? new Map<string, readonly KnobValue[]>();
  rankings.set(knob, known);
  const key = keyOf(wanted);
  const before = known.get(key);
  if (before) return before;
  let left = knob.values;
  const ranked: KnobValue[] = [];
  while (left.length > 0 && ranked.length < CHOICES) {
    const next = nearestValue(wanted, left);
    ranked.push(next);
    left = left.filter((choice) => keyOf(choice) !== keyOf(next));
  }
  known.set(key, ranked);
  return ranked;
}
