/**
 * wgmma, the matrix instruction of four warps, on sm_90: a warpgroup multiplies tiles of the operands straight from
 * where they are in shared memory, in swizzled rows (PTX ISA 8.0); 64 rows of the result, and the columns of an
 * instruction, are a tile that it holds.
 */
import type { Stage } from '../ir/stage.js';
import { compose, repeat, spatial, type TaskMapping } from '../ir/task-mapping.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import { copiesOf, cooperativeCopy } from './gpu-copies.js';
import type { Instruction, PlacedOperand, TiledProblem } from './instruction.js';
import type { OperandLayout, OperandLayouts } from './product-view.js';
import { blockOf, bufferCounts, partCounts } from './reduction-blocks.js';
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
import { maxCopies, vectorBytes, widest } from './vector-copies.js';

/** Warps of a group, and their rows of the result. */
const groupWarps = 4;
const groupRows = groupWarps * tileSide;
/** Bytes of shared memory that the barriers of TMA copies may take. */
const barrierBytes = 64;
/** Registers of a thread that hold no results. */
const otherRegisters = 56;

function defineKnobs({ gpu, view: { k, dtype }, layouts }: TiledProblem) {
  const blocks = blocksOfDepth(dtype, k);
  const bulk = gpu.tileCopy !== undefined && k > blocks[0] && layouts.some((layout) => fitBulk(layout, dtype));
  return (
    new SpaceBuilder()
      // Groups of warps of a block along rows and columns of the result.
      .choice('groups_m', [1, 2])
      .choice('groups_n', [1, 2])
      // Tiles of a group along rows.
      .choice('tile_m', [1, 2])
      // Columns of a tile.
      .choice('tile_n', [16, 32, 64, 96, 128, 192, 256])
      .choice('block_k', blocks)
      // Bytes of the swizzled rows of the operands.
      .choice('swizzle', [32, 64, 128])
      // Who copies them there: all threads, or the TMA (`boxes`).
      .choice('copies', bulk ? ['threads', 'boxes'] : ['threads'])
      .choice('order', ['mn', 'nm'])
      .choice('buffers', bufferCounts(gpu, k, blocks[0]))
      .choice('lag', [0, 1])
      .choice('split_k', partCounts(k))
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const wgmma: Instruction<Knobs> = {
  name: 'wgmma',
  summary: 'tiles in shared memory that warpgroups multiply in place',
  version: 2,
  dtypes: isMatrixType,
  wantsSums,
  lacking: (gpu) => (gpu.warpGroupProducts ? undefined : 'its instructions for warpgroups are those of sm_90 alone'),

  knobs: defineKnobs,
  limits: ({ gpu, view: { dtype } }) => [
    {
      sentence: 'tiles are whole rows in shared memory',
      test: (c, { a, b }) => {
        const fits = (layout: OperandLayout, own: number): boolean => {
          const run = sharedAlong(layout, dtype) === 'sum' ? c.block_k : own;
          return (run * elementBytes(dtype)) % c.swizzle === 0;
        };
        return fits(a, groupRows) && fits(b, c.tile_n);
      },
    },
    {
      sentence: `a thread copies at most ${maxCopies} vectors of each operand`,
      test: (c, { a, b }) => {
        const { m, n } = blockOf(mappingOf(c));
        const threads = threadsOf(c);
        const fits = (layout: OperandLayout, own: number): boolean =>
          copiesOf(own * c.block_k, vectorOf(layout, dtype), threads) <= maxCopies;
        return c.copies === 'boxes' || (fits(a, m) && fits(b, n));
      },
    },
    {
      sentence: 'TMA copies rows as they lie in memory',
      test: (c, layouts) => c.copies === 'threads' || fitBulk(layouts, dtype),
    },
    {
      sentence: `TMA copies need several buffers, and tiles of at most ${gpu.tileCopy?.side ?? 0} rows each`,
      test: (c, { a, b }) => {
        const { m, n } = blockOf(mappingOf(c));
        const fits = (layout: OperandLayout, own: number): boolean =>
          sharedAlong(layout, dtype) === 'own' || own <= (gpu.tileCopy?.side ?? 0);
        return c.copies === 'threads' || (c.buffers > 1 && fits(a, m) && fits(b, n));
      },
    },
    {
      sentence: 'products lag behind where there are three buffers',
      test: (c) => c.lag === 0 || c.buffers > 2,
    },
  ],
  smallest: { m: groupRows, n: tileSide },
  mappingOf,
  threadsOf,
  registersOf: (c) => (c.tile_m * c.tile_n) / 2 + otherRegisters,
  tooManyRegisters: 'the tiles of a group must fit the registers',
  sharedBytes: (c, { dtype }) => {
    const { m, n } = blockOf(mappingOf(c));
    return c.buffers * (m + n) * c.block_k * elementBytes(dtype) + (c.copies === 'boxes' ? barrierBytes : 0);
  },

  list: {
    varied: ['groups_m', 'groups_n', 'tile_m', 'tile_n', 'block_k', 'buffers'],
    others: ({ tile_n, block_k, buffers }, { gpu, view: { dtype } }, { a, b }) => {
      const bytesOf = (layout: OperandLayout, own: number): number =>
        (sharedAlong(layout, dtype) === 'sum' ? block_k : own) * elementBytes(dtype);
      const rows = [bytesOf(a, groupRows), bytesOf(b, tile_n)];
      const swizzle = ([128, 64] as const).find((bytes) => rows.every((row) => row % bytes === 0)) ?? 32;
      const bulk = gpu.tileCopy !== undefined && buffers > 1 && fitBulk({ a, b }, dtype);
      return { swizzle, copies: bulk ? 'boxes' : 'threads', order: 'mn', lag: buffers > 2 ? 1 : 0 };
    },
    rate: (bytes) => 4096 / bytes,
    reads: (c) => {
      const { m, n } = blockOf(mappingOf(c));
      return m * c.groups_n + n * c.groups_m * c.tile_m;
    },
    loads: (c) => {
      const { m, n } = blockOf(mappingOf(c));
      return c.copies === 'boxes' ? 0 : (m + n) / 8;
    },
  },

  runBy: 'warp group',
  depthBytes,
  spans: { rows: 1, columns: 2 },
  arrange: (product, [[iGroup, jGroup], [iTile, jTile], [iWarp], [r, c]], { columns }) => {
    const tile = splitLanes(product, r, c);
    return {
      threads: [[jGroup], [iGroup, iWarp], tile.lanes],
      elements: unrollTiles(product, [iTile, jTile], tile, columns),
    };
  },
  store: storeRows,
  copy: (shared, operand, knobs) =>
    knobs.copies === 'boxes'
      ? copyBulk(shared, operand, knobs)
      : cooperativeCopy(shared, operand.batch.length, threadsOf(knobs), vectorOf(operand.layout, operand.dtype), true),
};

/** Warps of a group share its rows alone. */
function mappingOf(c: Knobs): TaskMapping {
  const groups = compose(spatial(c.groups_m, c.groups_n), repeat(c.tile_m, c.tile_n / tileSide));
  return compose(groups, spatial(groupWarps), repeat(tileSide, tileSide));
}

function threadsOf(c: Knobs): number[] {
  return [c.groups_n, groupWarps * c.groups_m, warpLanes];
}

/** Elements that a thread copies at once: as many as a load brings and whole runs are made of. */
function vectorOf({ run }: OperandLayout, dtype: DType): number {
  return widest(dtype, run);
}

/**
 * Whether TMA can copy the operands as they lie in memory: their rows start at multiples of 16 bytes, and none is
 * transposed.
 */
function fitBulk({ a, b }: OperandLayouts, dtype: DType): boolean {
  return [a, b].every(
    (layout) => sharedAlong(layout, dtype) === layout.along && (layout.run * elementBytes(dtype)) % vectorBytes === 0,
  );
}

/**
 * What rows run along in shared memory: neighbours in memory stay neighbours, but words must have steps of the sum as
 * neighbours.
 */
function sharedAlong({ along }: OperandLayout, dtype: DType): OperandLayout['along'] {
  return wantsSums(dtype) ? 'sum' : along;
}

/** The dimension that rows in shared memory run along, and the one that numbers them. */
function rowsOf({ own, sum, layout, dtype }: PlacedOperand): { inRow: number; number: number } {
  return sharedAlong(layout, dtype) === 'sum' ? { inRow: sum, number: own } : { inRow: own, number: sum };
}

/** Panels of rows of so many bytes, all steps of the sum (or of the operand's side) one after the other in each. */
function storeRows(shared: Stage, operand: PlacedOperand, { swizzle }: Knobs): void {
  const tile = swizzle / elementBytes(shared.tensor.dtype);
  const { inRow, number } = rowsOf(operand);
  shared
    .store([...operand.batch, { dim: inRow, part: 'outer', tile }, number, { dim: inRow, part: 'inner', tile }])
    .swizzle(swizzle);
}

/** The copy of a tile by TMA, a TMA tile for each panel. */
function copyBulk(shared: Stage, operand: PlacedOperand, { swizzle }: Knobs): Stage {
  const { inRow, number } = rowsOf(operand);
  const rows = shared.loop(`d${number}`);
  const [panel, row] = shared.split(shared.loop(`d${inRow}`), swizzle / elementBytes(shared.tensor.dtype), 'guard');
  return shared.reorder(panel, rows, row).unroll(panel).tensorize(rows, row);
}
