/** The knobs of products of matrices by blocks (`matmul-blocked.ts`): which tiles, blocks and copies there are. */
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { computedIn, type Computation } from '../ir/tensor.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { evenBlocks, threadGrids } from './blocks.js';
import { isNarrow, type Products } from './narrow.js';
import type { AlongResult, Operand, ProductView } from './product-view.js';
import { tileHeights } from './matrix-tile.js';
import { tileSizes } from './register-tile.js';

/**
 * Rows of the tallest register tile. No more rows than these can read the columns' operand once, so a copy of it cannot
 * pay.
 */
export const tallest = 28;

/** A product of matrices as these loops see it: of an operator's inputs, or of what is computed of them. */
export interface BlockedProduct {
  readonly computation: Computation;
  readonly view: ProductView;
  readonly along: AlongResult;
  readonly products: Products;
  readonly operands: (s: Schedule) => readonly [Operand, Operand];
  /** How panels of so many columns are computed, in vectors, where these are no copies, so many terms at once. */
  readonly filled?: {
    readonly terms: number;
    readonly fill: (s: Schedule, columns: number, lanes: number) => Stage;
  };
}

export function defineKnobs(product: BlockedProduct, { vector: unit, threads }: SimdTarget) {
  const { view, along, products } = product;
  const { batch, rows, columns, k, dtype } = view;
  const widths = products.group === 1 ? vectorWidths(rows, columns, unit) : [unit.lanes];
  const { matrices } = products;
  const heights = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, tallest];
  const narrow = widths.at(-1)!;
  const isEven = !isNarrow(dtype) && columns % narrow === 0 && k % narrow === 0;
  return (
    new SpaceBuilder()
      .choice('lanes', widths)
      // Register tile: rows of the result, and vectors of its columns.
      .choice('tile_m', matrices ? tileHeights(rows, matrices) : tileSizes(rows, heights, tallest))
      .choice(
        'tile_n',
        tileSizes(Math.ceil(columns / unit.lanes), matrices ? [1, 2] : [1, 2, 3, 4, 6, 8], matrices ? 2 : 8),
      )
      // Cache blocks in elements; m and n are rounded up to whole tiles.
      .choice('block_m', evenBlocks(rows, 64, 1024))
      .choice('block_n', evenBlocks(columns, 64, 8192))
      .choice('block_k', sumBlocks(product))
      // Copies of the rows' operand: none, a block's rows as they are, panels of the tile's rows, or all of these at
      // first.
      .choice('pack_a', isNarrow(dtype) ? narrowRowCopies(product) : rowCopies(rows, along.rows))
      // Panels of the tile's columns: none, a block at a time, by single elements or by squares that are transposed in
      // registers, all at first, or prepacked.
      .choice('pack_b', isPrepacked(product) ? ['ahead'] : columnCopies(product, isEven))
      // Loops over blocks from outside in; one row has no tiles to put in order.
      .choice('order', rows === 1 ? ['nkm'] : ['nkm', 'mkn'])
      // Which loop over the tiles of a block is the inner one.
      .choice('inner', rows === 1 ? ['m'] : ['m', 'n'])
      // Whether a tile's part of the result is asked for before its sum, which pays when blocks of the sum add to it.
      .choice('prefetch_c', rows === 1 || matrices ? [false] : [false, true])
      // Steps of the sum by which the columns' operand is asked for before it is read; 0: the machine does, or the next
      // panel is asked for as a whole.
      .choice('prefetch_b', matrices ? [0] : [0, 4, 8, 16])
      // k steps that the innermost loop unrolls.
      .choice('unroll_k', matrices ? [1] : rows === 1 ? [1, 2, 4, 8] : [1, 2, 4])
      // Parts of the result that threads share, rows x columns.
      .choice('threads', threadGrids(threads, batch, [rows, Math.ceil(columns / unit.lanes)]))
  );
}

export type BlockedKnobs = KnobsOf<typeof defineKnobs>;

/**
 * Whole vectors, and halves of them where these fit the columns better, or where one row waits for memory: some
 * machines stream faster so.
 */
function vectorWidths(rows: number, columns: number, { lanes }: VectorUnit): number[] {
  return (columns % lanes === 0 && rows > 1) || lanes <= 4 ? [lanes] : [lanes, lanes / 2];
}

/** Rows that are contiguous are panels already, and a single one is as it should be. */
function rowCopies(rows: number, along: boolean): ('none' | 'rows' | 'panels' | 'whole')[] {
  if (rows === 1) return ['none'];
  return along ? ['none', 'panels', 'whole'] : ['none', 'rows', 'panels', 'whole'];
}

/** The same of narrow rows: in place they must be whole groups, and not be widened. */
function narrowRowCopies({ view, along, products }: BlockedProduct): ReturnType<typeof rowCopies> {
  const { step, widened, shift, matrices } = products;
  const { rows, k, row } = view;
  // As of columns; of a transposed result the rows' operand is the weights.
  if (shift !== 0 && row === 'j') return ['whole'];
  const isInPlace = widened === undefined && k % step === 0 && !along.rows;
  const copies: ReturnType<typeof rowCopies> = rows === 1 || matrices ? ['rows'] : ['rows', 'panels', 'whole'];
  return isInPlace ? ['none', ...copies] : copies;
}

/** Blocks of whole groups; one block where sums cannot be added up in the output. */
function sumBlocks({ computation, view, products, filled }: BlockedProduct): number[] {
  const { rows, k, dtype } = view;
  if (computation.output.dtype !== computedIn(dtype)) return [k];
  const blocks = evenBlocks(k, rows <= tallest ? 4 : 64, 2048);
  const whole = filled?.terms ?? products.step;
  return [...new Set(blocks.map((block) => Math.ceil(block / whole) * whole))];
}

/**
 * A copy costs more than it saves where it is read once; columns that are not contiguous cannot be read as vectors
 * without one.
 */
function columnCopies(
  { view: { rows, dtype }, along, products, filled }: BlockedProduct,
  even: boolean,
): ('none' | 'block' | 'whole' | 'shuffle')[] {
  // What a shift comes to is summed up before the first block.
  if (products.shift !== 0) return ['whole'];
  if (filled) return ['block', 'whole'];
  if (!along.columns || isNarrow(dtype)) return even ? ['block', 'whole', 'shuffle'] : ['block', 'whole'];
  return rows <= tallest ? ['none'] : ['none', 'block', 'whole'];
}

/** Whether the columns' operand is a constant, packed off the clock. */
export function isPrepacked({ computation, operands }: BlockedProduct): boolean {
  return operands(new Schedule(computation))[1].constant;
}
