import { valueFeaturizer } from '../features/values.js';
import type { Featurizer } from '../features/featurizer.js';
import { valuesAt } from '../space/odometer.js';
import type { Space } from '../space/space.js';

/**
 * The configs of a space as points of the unit cube: logarithms of sizes and categories one by one, each from 0 for its
 * least value to 1 for its largest. What is the same for all configs has no dimension.
 */
export class UnitCube {
  readonly #featurizer: Featurizer;
  readonly #row: Float32Array;
  readonly #columns: readonly { readonly column: number; readonly least: number; readonly range: number }[];

  constructor(private readonly space: Space) {
    this.#featurizer = valueFeaturizer(space);
    this.#row = new Float32Array(this.#featurizer.width);
    const least = new Float64Array(this.#row.length).fill(Infinity);
    const most = new Float64Array(this.#row.length).fill(-Infinity);
    for (const index of this.#axes()) {
      this.#read(index).forEach((value, column) => {
        least[column] = Math.min(least[column]!, value);
        most[column] = Math.max(most[column]!, value);
      });
    }
    this.#columns = [...least.keys()]
      .map((column) => ({ column, least: least[column]!, range: most[column]! - least[column]! }))
      .filter(({ range }) => range > 0);
  }

  get dimensions(): number {
    return this.#columns.length;
  }

  /** A row of `dimensions` numbers for each index. */
  points(indices: ArrayLike<number>): Float64Array {
    const { dimensions } = this;
    const points = new Float64Array(indices.length * dimensions);
    for (let i = 0; i < indices.length; i++) {
      const row = this.#read(indices[i]!);
      this.#columns.forEach(({ column, least, range }, dimension) => {
        points[i * dimensions + dimension] = (row[column]! - least) / range;
      });
    }
    return points;
  }

  /** Points, valid or not, that have every value of every knob: a column depends on one knob alone. */
  *#axes(): Generator<number> {
    let stride = 1;
    for (const { values } of this.space.knobs) {
      for (const digit of values.keys()) yield digit * stride;
      stride *= values.length;
    }
  }

  #read(index: number): Float32Array {
    this.#featurizer.write({ index, values: valuesAt(this.space.knobs, index) }, this.#row, 0);
    return this.#row;
  }
}
