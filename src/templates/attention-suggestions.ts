/** What to try first of attention: the best register tiles, a few of them in a block. */
import { elementBytes, valueType } from '../ir/tensor.js';
import { attentionShape } from '../operator/attention.js';
import { elementTypeOf, type Workload } from '../operator/operator.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import {
  blockOf,
  hasSquares,
  heights,
  keyBlocks,
  productsInMatrices,
  rowsOf,
  vectorsOf,
  type AttentionKnobs,
} from './attention-knobs.js';
import { promisingMatrices } from './matrix-tile.js';
import { isNarrow } from './narrow.js';
import {
  maxUnrolled,
  promisingTiles,
  tileRegisters,
  timeInTiles,
  unrolledIterations,
  type RegisterTile,
} from './register-tile.js';

/** Whether the tiles of a block, and of the last one of all rows, unroll few multiply-adds. */
export function isLittleCode(
  rows: number,
  block: number,
  tile: RegisterTile,
  columns: number,
  unit: VectorUnit,
): boolean {
  const vectors = vectorsOf(unrolledIterations(columns, tile.vectors * unit.lanes), unit.lanes);
  const isLittle = (extent: number): boolean => unrolledIterations(extent, tile.rows) * vectors <= maxUnrolled(unit);
  return [block, rows % block].every(isLittle);
}

export function suggest(workload: Workload, { vector, threads }: SimdTarget): AttentionKnobs[] {
  const shape = attentionShape(workload);
  const [{ lanes }, rows] = [vector, rowsOf(shape)];
  const matrices = productsInMatrices(workload, vector)?.scores.matrices;
  const tileOf = (columns: number, extent: number, block: (tile: RegisterTile) => number): RegisterTile => {
    const vectors = vectorsOf(columns, lanes);
    if (matrices) return promisingMatrices(rows, vectors, matrices).find((tile) => tile.rows <= block(tile))!;
    const timeOf = (tile: RegisterTile): number => timeInTiles(extent, vectors, tile);
    const offered = promisingTiles(extent, vectors, vector).map((tile) => {
      return { ...tile, rows: heights.findLast((height) => height <= tile.rows)! };
    });
    const tiles = offered.filter(
      // Those that leave no register lose: loops around them are short.
      (tile) =>
        tile.vectors <= 4 &&
        tileRegisters(tile.rows, tile.vectors) < vector.registers &&
        isLittleCode(rows, block(tile), tile, columns, vector),
    );
    const plain = { rows: 1, vectors: 1 };
    return tiles.reduce((best, tile) => (timeOf(tile) < timeOf(best) ? tile : best), tiles[0] ?? plain);
  };
  const heads = shape.batch * shape.groups;
  const suggested = ([4, 2, 1] as const).flatMap((tiles) => {
    const score = tileOf(shape.keys, rows, (tile) => tiles * tile.rows);
    const block = tiles * score.rows;
    if (tiles > 1 && block > rows) return [];
    const tile = tileOf(shape.values, block, () => block);
    const knobs: AttentionKnobs = {
      ...{
        score_m: score.rows,
        score_n: score.vectors,
        tiles,
        tile_m: tile.rows,
        tile_n: tile.vectors,
        unroll: matrices ? 2 : 4,
      },
      pack: rows > block ? 'head' : 'tile',
      values: isNarrow(elementTypeOf(workload)) || rows > 2 * block ? 'panels' : 'given',
      block_k: keyBlocks(workload).findLast((keys) => keys <= 512) ?? shape.keys,
      transpose: hasSquares(workload, lanes) ? 'squares' : 'elements',
      parallel: threads === 1 ? 'none' : heads % threads === 0 || heads > 4 * threads ? 'heads' : 'rows',
    };
    return [knobs];
  });
  const bytes = elementBytes(valueType) + elementBytes(matrices ? elementTypeOf(workload) : valueType);
  const isKept = (knobs: AttentionKnobs): boolean => bytes * blockOf(knobs) * shape.keys <= CACHED_SCORES;
  return [...suggested.filter(isKept), ...suggested.filter((knobs) => !isKept(knobs)).toReversed()];
}

/** Bytes of scores and powers that the second-level cache keeps beside keys and values on their way. */
const CACHED_SCORES = 256 << 10;
