/** The knobs of attention's template, and what they follow from. */
import { isWhole } from '../elements/registry.js';
import { attentionShape, pairsSeen, type AttentionShape } from '../operator/attention.js';
import { elementTypeOf, type Workload } from '../operator/operator.js';
import { SpaceBuilder, type KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { GROUP, squareSide, type VectorUnit } from '../target/vector-unit.js';
import { evenBlocks } from './blocks.js';
import { tileHeights } from './matrix-tile.js';
import { isNarrow, matrixProductsOf, type Products } from './narrow.js';
import { tileSizes } from './register-tile.js';

export const heights = [1, 2, 3, 4, 5, 6, 7, 8, 12, 14];

export const vectorsOf = (extent: number, lanes: number): number => Math.ceil(extent / lanes);

export function defineKnobs(workload: Workload, { vector, threads }: SimdTarget) {
  const shape = attentionShape(workload);
  const rows = rowsOf(shape);
  const { lanes } = vector;
  const matrices = productsInMatrices(workload, vector)?.scores.matrices;
  const tall = matrices ? tileHeights(rows, matrices) : tileSizes(rows, heights, 14);
  const wide = (extent: number): number[] => {
    const widths = [1, 2, 3, 4].filter((width) => !matrices || width <= squareSide(matrices));
    return tileSizes(vectorsOf(extent, lanes), widths, 1);
  };
  return (
    new SpaceBuilder()
      // Register tile of the scores: rows, and vectors of keys.
      .choice('score_m', tall)
      .choice('score_n', wide(shape.keys))
      // Such tiles of rows whose scores are in memory at a time.
      .choice('tiles', [1, 2, 4, 8])
      // Register tile of the output: rows, and vectors of channels.
      .choice('tile_m', tall)
      .choice('tile_n', wide(shape.values))
      // Panels of keys: of a head, which all its rows read, or of a tile of the scores.
      .choice('pack', rows === 1 ? ['tile'] : ['head', 'tile'])
      // How keys come into panels: by squares that are transposed in registers, or by single elements.
      .choice('transpose', hasSquares(workload, lanes) ? ['squares', 'elements'] : ['elements'])
      // Values of a head: as they lie, or copied into panels of the output's tiles.
      .choice('values', isNarrow(elementTypeOf(workload)) ? ['panels'] : rows === 1 ? ['given'] : ['given', 'panels'])
      // Keys whose values are weighed at a time: a panel of so many stays in L1 while the rows of a block pass.
      .choice('block_k', keyBlocks(workload))
      // Vectors of a row at once, in which the powers are computed.
      .choice('unroll', matrices ? [1, 2] : [1, 2, 4])
      // What threads share: heads, these and blocks of rows, or nothing.
      .choice('parallel', threads > 1 ? ['heads', 'rows', 'none'] : ['none'])
  );
}

export type AttentionKnobs = KnobsOf<typeof defineKnobs>;

/** Rows whose scores are in memory at a time. */
export function blockOf({ tiles, score_m }: Pick<AttentionKnobs, 'tiles' | 'score_m'>): number {
  return tiles * score_m;
}

/** The axis along which rows are blocked: tokens or, where there is one for each, the heads of a group. */
export function rowAxis({ queries }: AttentionShape): 'i' | 'r' {
  return queries === 1 ? 'r' : 'i';
}

export function rowsOf(shape: AttentionShape): number {
  return rowAxis(shape) === 'i' ? shape.queries : shape.heads / shape.groups;
}

/** Whether channels are read in whole vectors of floats, which registers transpose. */
export function hasSquares(workload: Workload, lanes: number): boolean {
  return attentionShape(workload).width % lanes === 0 && !isNarrow(elementTypeOf(workload));
}

/** One block where sums cannot be added up in the output. */
export function keyBlocks(workload: Workload): number[] {
  const { keys } = attentionShape(workload);
  return isNarrow(elementTypeOf(workload)) ? [keys] : evenBlocks(keys, 128, 1024);
}

/** How many times as many pairs of queries and keys take as long in matrices, which make all of them. */
const SEEN = 4;

/** How products are made where matrices hold the sums of both: of queries and keys, and of powers and values. */
export interface MatrixProducts {
  readonly scores: Products;
  readonly out: Products;
}

export function productsInMatrices(workload: Workload, vector: VectorUnit): MatrixProducts | undefined {
  const shape = attentionShape(workload);
  const dtype = elementTypeOf(workload);
  // Whole numbers are multiplied as floats; and vectors leave out the keys that no query of a block sees.
  if (isWhole(dtype) || SEEN * pairsSeen(shape) < shape.queries * shape.keys) return undefined;
  const rows = rowsOf(shape);
  const [scores, out] = [
    matrixProductsOf(dtype, shape.width, rows, vector),
    matrixProductsOf(dtype, shape.keys, rows, vector),
  ];
  if (!scores.matrices || !out.matrices) return undefined;
  // Powers are copies in any case: of whole steps.
  return { scores, out: { ...out, step: (out.matrices.bytes / GROUP) * out.group } };
}
