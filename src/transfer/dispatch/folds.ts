import { Random } from '../../space/random.js';
import { grouped } from '../../target/grouped.js';
import type { KnownShape } from './known-shapes.js';

const MOST = 8;

/** A part of the shapes that is held out, and the others, by their places. */
export interface Fold {
  readonly heldOut: readonly number[];
  readonly others: readonly number[];
}

/** Each shape is held out once, and with it what is of the same shape on other machines. */
export function foldsOf(shapes: readonly KnownShape[], seed: number, most = MOST): readonly Fold[] {
  const places = [...shapes.keys()];
  const works = [...grouped(places, (i) => JSON.stringify(shapes[i]!.workload.shape)).values()];
  new Random(seed).shuffle(works);
  const parts = Array.from({ length: Math.min(most, works.length) }, (_, fold) =>
    works.filter((_, i) => i % most === fold).flat(),
  );
  return parts.map((heldOut) => {
    const own = new Set(heldOut);
    return { heldOut, others: places.filter((i) => !own.has(i)) };
  });
}
