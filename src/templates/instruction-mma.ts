/**
 * mma.sync, the matrix instruction of a warp, from sm_80 on: a warp computes a part of a block in 16 × 16 tiles that
 * its lanes hold, and reads the operands into its lanes (CUTLASS's warp-level tiling).
 */
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { compose, repeat, spatial, type TaskMapping } from '../ir/task-mapping.js';
import { elementBytes } from '../ir/tensor.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { Instruction, PlacedOperand, TiledProblem } from './instruction.js';
import type { OperandLayout } from './product-view.js';
import { blockOf, bufferCounts, partCounts, upTo } from './reduction-blocks.js';
import {
  blocksOfDepth,
  depthBytes,
  isMatrixType,
  splitLanes,
  tileSide,
  unrollTiles,
  wantsSums,
  warpLanes,
} from './tensor-cores.js';
import { copyVectors, fitsVectors, loadsAtStep, oddVectors, vectorsOf, widest } from './vector-copies.js';

/** Registers of a lane that hold no tiles: addresses, counters, what a copy holds. */
const otherRegisters = 48;

function defineKnobs({ gpu, view: { rows, columns, k, dtype }, layouts }: TiledProblem) {
  const blocks = blocksOfDepth(dtype, k);
  return (
    new SpaceBuilder()
      // Warps of a block along rows and columns of the result.
      .choice('warps_m', upTo(rows, [1, 2, 4], tileSide))
      .choice('warps_n', upTo(columns, [1, 2, 4], tileSide))
      // 16 × 16 tiles of a warp along rows and columns.
      .choice('tile_m', upTo(rows, [1, 2, 4, 8], tileSide))
      .choice('tile_n', upTo(columns, [1, 2, 4, 8], tileSide))
      .choice('block_k', blocks)
      .choice('vector_a', vectorsOf('a', dtype, layouts))
      .choice('vector_b', vectorsOf('b', dtype, layouts))
      // Bytes behind each run of the operands in shared memory.
      .choice('pad', [0, 16])
      .choice(
        'unroll_k',
        blocks.map((steps) => steps / blocks[0]),
      )
      .choice('order', ['mn', 'nm'])
      .choice('buffers', bufferCounts(gpu, k, blocks[0]))
      .choice('split_k', partCounts(k))
      .constraint('a block has at most 16 warps', (c) => c.warps_m * c.warps_n <= 16)
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const mma: Instruction<Knobs> = {
  name: 'mma',
  summary: 'matrix instructions of the tensor cores on tiles in shared memory',
  version: 2,
  dtypes: isMatrixType,
  wantsSums,
  lacking: (gpu) => (gpu.warpProducts ? undefined : 'its matrix instructions are those of sm_80 and later'),

  knobs: defineKnobs,
  limits: ({ view: { dtype } }) => [
    {
      sentence: oddVectors,
      test: (c, layouts) => fitsVectors(c, layouts, blockOf(mappingOf(c)), c.block_k, threadsOf(c)),
    },
    {
      sentence: 'the code unrolls at most the steps that a block has',
      test: (c) => (c.unroll_k * depthBytes) / elementBytes(dtype) <= c.block_k,
    },
  ],
  smallest: { m: tileSide, n: tileSide },
  mappingOf,
  threadsOf,
  registersOf: (c) => 8 * c.tile_m * c.tile_n + 4 * (c.tile_m + c.tile_n) + otherRegisters,
  tooManyRegisters: 'the tiles of a warp must fit the registers',
  sharedBytes: (c, { dtype }, { a, b }) => {
    const { m, n } = blockOf(mappingOf(c));
    const bytesOf = ({ along }: OperandLayout, own: number): number => {
      const [runs, run] = along === 'own' ? [c.block_k, own] : [own, c.block_k];
      return runs * (run * elementBytes(dtype) + c.pad);
    };
    return c.buffers * (bytesOf(a, m) + bytesOf(b, n));
  },

  list: {
    varied: ['warps_m', 'warps_n', 'tile_m', 'tile_n', 'block_k', 'buffers'],
    others: ({ block_k }, { view: { dtype } }, { a, b }) => ({
      vector_a: widest(dtype, a.run),
      vector_b: widest(dtype, b.run),
      pad: 16,
      unroll_k: (block_k * elementBytes(dtype)) / depthBytes,
      order: 'mn',
    }),
    rate: (bytes) => 2048 / bytes,
    reads: (c) => {
      const { m, n } = blockOf(mappingOf(c));
      return m * c.warps_n + n * c.warps_m;
    },
    loads: (c) => loadsAtStep(c, blockOf(mappingOf(c))),
  },

  runBy: 'warp',
  depthBytes,
  spans: { rows: 1, columns: 1 },
  arrange: (product, [[iWarp, jWarp], [iTile, jTile], [r, c]], { columns }) => {
    const tile = splitLanes(product, r, c);
    return {
      threads: [[iWarp], [jWarp], tile.lanes],
      elements: unrollTiles(product, [iTile, jTile], tile, columns),
    };
  },
  store: (shared, { tensor, dtype }, { pad }) => {
    shared.pad(tensor.shape.length - 1, pad / elementBytes(dtype));
  },
  copy: (shared, operand, knobs) => copyVectors(shared, operand, threadsOf(knobs), knobs),
  read: readFragments,
};

function mappingOf(c: Knobs): TaskMapping {
  return compose(spatial(c.warps_m, c.warps_n), repeat(c.tile_m, c.tile_n), repeat(tileSide, tileSide));
}

function threadsOf(c: Knobs): number[] {
  return [c.warps_m, c.warps_n, warpLanes];
}

/** What a warp multiplies at a step of the sum, brought into its lanes. */
function readFragments(
  s: Schedule,
  shared: Stage,
  { own, sum, dtype }: PlacedOperand,
  parts: readonly number[],
): Stage {
  const depth = depthBytes / elementBytes(dtype);
  const copy = s.cacheRead(shared.tensor, 'fragment', { [own]: parts, [sum]: [depth] });
  const ofTile = [copy.loop(`d${own}3`), copy.loop(`d${sum}1`)];
  const others = copy.loops.filter((l) => !ofTile.includes(l));
  copy.reorder(...others, ...ofTile);
  return copy.unroll(...others).tensorize(...ofTile);
}
