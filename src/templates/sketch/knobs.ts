/** What is open in the sketches of a computation, as knobs: sizes of tiles, lanes, unrolling, threads. */
import type { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import { SpaceBuilder } from '../../space/builder.js';
import type { Space, Values } from '../../space/space.js';
import type { SimdTarget } from '../../target/target.js';
import { evenBlocks } from '../blocks.js';
import { tooManyRegisters, tooMuchCode } from '../register-tile.js';
import { cutKnob, cutKnobsOf, readCuts } from './cuts.js';
import { Limits } from './limits.js';
import type { Shared } from './nest.js';
import { leastBlock } from './rules/split-sum.js';
import type { Sizes } from './schedule.js';
import { nameOf, sketchNamed, type Sketch } from './sketch.js';
import { cutStages, isProduct, isSum, longDims, longestSum, producersOf, runsAlongSum, vectorDim } from './stages.js';

/** The space of all sketches of a computation: which one, and sizes that mean the same in each. */
export function spaceOf(s: Schedule, sketches: readonly Sketch[], target: SimdTarget): Space {
  const { output } = s;
  const producers = producersOf(s);
  // Knobs are named by stages and axes, which no type knows.
  const first = new SpaceBuilder().choice('sketch', sketches.map(nameOf)) as unknown as SpaceBuilder;
  const tiles = cutStages(s).flatMap(({ stage, dims }) => dims.map((dim) => ({ stage, dim })));
  const names = new Set(tiles.map(({ stage, dim }) => cutKnob(stage, dim)));
  const limits = new Limits(s, sketches, (name) => names.has(name), target);
  const withTiles = tiles.reduce<SpaceBuilder<Values>>(
    (space, { stage, dim }) =>
      space.split(cutKnob(stage, dim), stage.tensor.shape[dim]!, stage === output ? 3 : 2, {
        policy: 'candidate',
        candidates: cutsOf(stage, dim, stage === output, target),
      }),
    first,
  );
  return withTiles
    .choice('lanes', lanesOf(target))
    .choice('vectors', producers.every(isProduct) ? [1] : [1, 2, 4])
    .choice('block_k', isSum(output) ? blocksOf(output) : [1])
    .choice('unroll_k', s.stages.some(isSum) ? [1, 2, 4] : [1])
    .choice('parallel', sharedOf(output, target))
    .constraint('knobs that a sketch does not use keep their first values', (c) => limits.usesItsKnobs(c))
    .constraint(partVectors, (c) => limits.fillsVectors(c))
    .constraint(tooManyRegisters(target.vector), (c) => limits.fitsRegisters(c))
    .constraint(tooMuchCode, (c) => limits.isLittleCode(c))
    .build();
}

export function sketchOf(values: Values): Sketch {
  return sketchNamed(String(values['sketch']));
}

/** What a config says of the sizes. */
export function sizesOf(values: Values, { threads }: SimdTarget): Sizes {
  return {
    lanes: Number(values['lanes']),
    cutsOf: (stage, alongSum) =>
      new Map(
        readCuts(
          cutKnobsOf(stage, (name) => name in values),
          values,
          alongSum,
        ),
      ),
    block: Number(values['block_k']),
    unroll: Number(values['unroll_k']),
    parallel: values['parallel'] as Shared,
    threads,
  };
}

function lanesOf({ vector: { lanes } }: SimdTarget): readonly number[] {
  return lanes > 4 ? [lanes, lanes / 2] : [lanes];
}

function sharedOf(output: Stage, { threads }: SimdTarget): readonly Shared[] {
  if (threads === 1) return ['none'];
  return longDims(output).length > 1 ? ['all', 'outer', 'none'] : ['all', 'none'];
}

/** The whole sum first, which is what sketches have that do not cut it. */
function blocksOf(output: Stage): readonly number[] {
  const { extent } = longestSum(output);
  return [extent, ...evenBlocks(extent, leastBlock, 1024).filter((size) => size < extent)];
}

/** Tiles of a few elements, or vectors; in the output also blocks of them. */
function cutsOf(stage: Stage, dim: number, hasBlocks: boolean, target: SimdTarget): readonly (readonly number[])[] {
  const extent = stage.tensor.shape[dim]!;
  return elementsOf(stage, dim, target).flatMap((elements) => {
    if (!hasBlocks) return [[-1, elements]];
    const all = Math.ceil(extent / elements);
    return [...new Set([1, 4, 16, 64].filter((tiles) => tiles < all)), all].map((tiles) => [-1, tiles, elements]);
  });
}

function elementsOf(stage: Stage, dim: number, { vector: { lanes } }: SimdTarget): readonly number[] {
  const extent = stage.tensor.shape[dim]!;
  const few = [1, 2, 3, 4, 6, 8];
  if (dim !== vectorDim(stage)) return [...few, 12].filter((size) => size <= extent);
  const vectors = few.map((count) => (count * lanes) / 2).filter((size) => size <= extent);
  const rows = runsAlongSum(stage, lanes) ? [1, 2, 4].filter((size) => size <= extent) : [];
  return [...new Set([...rows, ...vectors, ...(extent < 2 * lanes ? [extent] : [])])].sort((a, b) => a - b);
}

const partVectors = 'tiles along the vectors must fill whole ones, or be all there is';
