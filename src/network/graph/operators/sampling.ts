/** Elements between those of a grid, in procedures: along each axis some neighbours with their weights. */
import { number, placeIn, real, type ProcedureArray, type ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';

export type SampleMode = 'nearest' | 'linear' | 'cubic';
export type SamplePadding = 'zeros' | 'border' | 'reflection';

const tapCounts: Readonly<Record<SampleMode, number>> = { nearest: 1, linear: 2, cubic: 4 };

export interface Sampling {
  readonly mode: SampleMode;
  readonly padding: SamplePadding;
  /** Whether elements at the ends lie at the borders of the grid, not half an element within. */
  readonly alignsCorners: boolean;
}

/** Neighbours of one point, axis by axis; places that are none are -1. */
export class Neighbours {
  readonly #taps: number;
  readonly #places: ProcedureArray;
  readonly #weights: ProcedureArray;

  constructor(
    private readonly p: ProcedureBuilder,
    private readonly extents: readonly number[],
    private readonly sampling: Sampling,
  ) {
    this.#taps = tapCounts[sampling.mode];
    this.#places = p.scratch('index', extents.length * this.#taps);
    this.#weights = p.scratch('real', extents.length * this.#taps);
  }

  /** Finds those of a coordinate along an axis, in elements of it. */
  find(axis: number, coordinate: Value): void {
    const { p, sampling } = this;
    const extent = this.extents[axis]!;
    const [least, most] = sampling.alignsCorners ? [0, extent - 1] : [-0.5, extent - 0.5];
    const rounded = sampling.mode === 'nearest' ? coordinate.function('rounded') : coordinate;
    const x = p.let(rounded);
    p.if(x.below(least).or(x.above(most)), () => {
      if (sampling.padding === 'border') p.set(x, x.largest(0).least(extent - 1));
      if (sampling.padding === 'reflection') p.set(x, reflected(p, x, least, most));
    });
    const floor = p.let(x.function('floor'));
    const first = p.let(floor.to('index').minus(sampling.mode === 'cubic' ? 1 : 0));
    const weights = sampling.mode === 'nearest' ? [real(1)] : weightsAt(p.let(x.minus(floor)), sampling.mode);
    for (const [tap, weight] of weights.entries()) {
      p.store(this.#places, axis * this.#taps + tap, this.#placed(p.let(first.plus(tap)), extent, { least, most }));
      p.store(this.#weights, axis * this.#taps + tap, weight);
    }
  }

  /** The sum of the weighted elements, of which the array's part at `start` is one grid. */
  sum(array: ProcedureArray, start: Value): Value {
    const { p } = this;
    const total = p.let(real(0));
    p.each(
      this.extents.map(() => this.#taps),
      (taps) => {
        const at = taps.map((tap, axis) => tap.plus(axis * this.#taps));
        const places = at.map((one) => p.let(this.#places.load(one)));
        const isThere = places.map((place) => place.atLeast(0)).reduce((all, one) => all.and(one));
        p.if(isThere, () => {
          const place = placeIn(this.extents, places);
          const weight = at.map((one) => this.#weights.load(one)).reduce((product, one) => product.times(one));
          p.set(total, total.plus(weight.times(array.load(start.plus(place)).to('real'))));
        });
      },
    );
    return total;
  }

  #placed(index: Value, extent: number, border: { readonly least: number; readonly most: number }): Value {
    const { p } = this;
    const isOutside = index.below(0).or(index.atLeast(extent));
    if (this.sampling.padding === 'zeros') return isOutside.choose(number(-1), index);
    const inside = p.let(index);
    p.if(isOutside, () => {
      const source =
        this.sampling.padding === 'border'
          ? index
          : reflected(p, p.let(index.to('real')), border.least, border.most).to('index');
      p.set(inside, source.largest(0).least(extent - 1));
    });
    return inside;
  }
}

/** A coordinate beyond a border as one within, as often reflected as it takes. */
function reflected(p: ProcedureBuilder, x: Value, least: number, most: number): Value {
  const range = most - least;
  if (range === 0) return real(least);
  const isBelow = p.let(x.below(least));
  const beyond = p.let(isBelow.choose(real(least).minus(x), x.minus(most)));
  const times = p.let(beyond.over(range).function('truncated'));
  const rest = p.let(beyond.minus(times.times(range)));
  const isEven = p.let(times.rest(2).is(0));
  return p.let(isBelow.is(isEven).choose(rest.plus(least), real(most).minus(rest)));
}

/** Of neighbours of a point that lies `rest` behind the second of four, or the first of two. */
function weightsAt(rest: Value, mode: 'linear' | 'cubic'): readonly Value[] {
  const after = real(1).minus(rest);
  if (mode === 'linear') return [after, rest];
  return [outerCubic(rest.plus(1)), innerCubic(rest), innerCubic(after), outerCubic(after.plus(1))];
}

/** Cubic convolution (Keys, 1981). */
const A = -0.75;

function innerCubic(x: Value): Value {
  return x
    .times(A + 2)
    .minus(A + 3)
    .times(x)
    .times(x)
    .plus(1);
}

function outerCubic(x: Value): Value {
  return x
    .times(A)
    .minus(5 * A)
    .times(x)
    .plus(8 * A)
    .times(x)
    .minus(4 * A);
}
