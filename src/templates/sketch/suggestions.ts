/** What a search tries first of the sketches of a computation. */
import type { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import type { Values } from '../../space/space.js';
import type { SimdTarget } from '../../target/target.js';
import { promisingTiles } from '../register-tile.js';
import { cutKnob } from './cuts.js';
import { nameOf, type Sketch } from './sketch.js';
import { cutStages, isProduct, isSum, longestSum, runsAlongSum, vectorDim } from './stages.js';

/** Tiles of a block along each dimension: threads have blocks to share, and tiles read again what a cache has. */
const tilesOfBlock = 4;

/**
 * Sums in registers, along the result or along the sum: the latter first where elements are read in runs along it and
 * only once. What is element-wise has but one tile.
 */
export function suggestionsFor(s: Schedule, sketches: readonly Sketch[], target: SimdTarget): readonly Values[] {
  const { threads, vector } = target;
  const sums = s.stages.filter(isSum);
  const isOnce = sums.some((stage) => runsAlongSum(stage, vector.lanes) && !isProduct(stage));
  const ways = isOnce ? ['rfactor', 'cache_write', 'tile'] : ['cache_write', 'rfactor', 'tile'];
  return ways
    .flatMap((way) => sketches.find((sketch) => sketch.sums === way) ?? [])
    .slice(0, 2)
    .map((sketch) => ({
      sketch: nameOf(sketch),
      ...Object.fromEntries(cutStages(s).flatMap((cut) => elementsOf(cut, sketch, target, s.output))),
      lanes: vector.lanes,
      vectors: 1,
      block_k: isSum(s.output) ? longestSum(s.output).extent : 1,
      unroll_k: sums.length > 0 ? 2 : 1,
      parallel: threads === 1 ? 'none' : 'all',
    }));
}

/** The tile of a stage: rows and vectors of its last two dimensions. */
function elementsOf(
  { stage, dims }: ReturnType<typeof cutStages>[number],
  { sums }: Sketch,
  { vector }: SimdTarget,
  output: Stage,
): readonly (readonly [knob: string, sizes: readonly number[]])[] {
  const { shape } = stage.tensor;
  const [row, along] = [dims.at(-2), vectorDim(stage)];
  const isAlongSum = sums === 'rfactor' && runsAlongSum(stage, vector.lanes);
  const [best] = promisingTiles(row === undefined ? 1 : shape[row]!, Math.ceil(shape[along]! / vector.lanes), vector);
  const tile = isSum(stage) ? best! : { rows: 1, vectors: 4 };
  return dims.map((dim) => {
    const elements = isAlongSum ? 2 : dim === along ? tile.vectors * vector.lanes : dim === row ? tile.rows : 1;
    return [cutKnob(stage, dim), stage === output ? [-1, tilesOfBlock, elements] : [-1, elements]];
  });
}
