/**
 * A product of matrices tiled for the tensor cores of Hopper: groups of four warps multiply tiles of the operands where they lie in shared memory, in
 * swizzled rows (PTX ISA 8.0, wgmma); 64 rows of the result, and the columns of an instruction, are a tile that a group holds. Otherwise as in `mma-tile.ts`.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { SpaceBuilder } from '../space/builder.js';
import type { Gpu } from '../target/gpu.js';
import { shareCopy } from './gpu-copies.js';
import { fitsRegisters } from './gpu-limits.js';
import { depthBytes, splitLanes, tileSide } from './mma-tile.js';
import type { Lie, Lies } from './product-view.js';
import {
  bufferCounts,
  fillsBuffers,
  fillsParts,
  fitsResult,
  mostCopies,
  partCounts,
  splitSum,
  tooLargeBlock,
  tooManyBuffers,
  tooManyParts,
  vectorBytes,
  widths,
} from './sum-blocks.js';
import type { BlockSize, SumKnobs, TiledOperand, TiledProduct } from './sum-blocks.js';

export interface WgmmaKnobs extends SumKnobs {
  /** Groups of warps of a block along rows and columns of the result. */
  readonly groups_m: number;
  readonly groups_n: number;
  /** Tiles of a group along rows. */
  readonly tile_m: number;
  /** Columns of a tile. */
  readonly tile_n: number;
  /** Bytes of the rows that the operands lie in. */
  readonly swizzle: 32 | 64 | 128;
  /** Iterations whose products may still be under way when the next one's begin; one more buffer is in use then. */
  readonly lag: 0 | 1;
  /** Who copies them there: all threads, or a unit of its own in boxes. */
  readonly copies: 'threads' | 'boxes';
}

const groupWarps = 4;
const groupRows = groupWarps * tileSide;
/** Bytes of shared memory that the barriers of boxes may take. */
const barrierBytes = 64;
/** Registers of a thread that hold no results. */
const otherRegisters = 56;

/** Why a GPU has no instructions for these products, or undefined if it has them. */
export function withoutWarpGroups(gpu: Gpu): string | undefined {
  return gpu.warpGroupProducts ? undefined : 'its instructions for groups of warps are those of sm_90 alone';
}

/** The knobs, and what a block and a thread can hold. */
export function wgmmaSpace(gpu: Gpu, view: TiledProduct, lies: Lies): SpaceBuilder<WgmmaKnobs> {
  const { k, dtype } = view;
  const bytes = elementBytes(dtype);
  const depth = depthBytes / bytes;
  const [a, b] = [lies.a, lies.b].map((lie) => sharedLie(lie, dtype));
  const longestSide = gpu.tileCopy?.side ?? 0;
  const boxes = gpu.tileCopy && k > depth && [lies.a, lies.b].every((lie) => fitsBoxes(lie, dtype));
  return new SpaceBuilder()
    .choice('groups_m', [1, 2])
    .choice('groups_n', [1, 2])
    .choice('tile_m', [1, 2])
    .choice('tile_n', [16, 32, 64, 96, 128, 192, 256])
    .choice(
      'block_k',
      [1, 2, 4, 8].map((steps) => steps * depth).filter((b) => b < 2 * k || b === depth),
    )
    .choice('swizzle', [32, 64, 128])
    .choice('copies', boxes ? ['threads', 'boxes'] : ['threads'])
    .choice('order', ['mn', 'nm'])
    .choice('buffers', bufferCounts(gpu, k, depth))
    .choice('lag', [0, 1])
    .choice('split_k', partCounts(k))
    .constraint(tooLargeBlock, (c) => fitsResult(view, blockOf(c), { m: groupRows, n: tileSide }))
    .constraint('the tiles of a group must fit the registers', (c) => {
      const registers = (c.tile_m * c.tile_n) / 2 + otherRegisters;
      return fitsRegisters(gpu, [c.groups_m, c.groups_n, groupWarps, gpu.warp], registers);
    })
    .constraint(`the operands' tiles must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
      const { m, n } = blockOf(c);
      const tiles = c.buffers * (m + n) * c.block_k * bytes;
      return tiles + (c.copies === 'boxes' ? barrierBytes : 0) <= gpu.sharedPerBlock;
    })
    .constraint('tiles are whole rows in shared memory', (c) => {
      const fits = ({ along }: Lie, own: number): boolean =>
        ((along === 'sum' ? c.block_k : own) * bytes) % c.swizzle === 0;
      return fits(a, groupRows) && fits(b, c.tile_n);
    })
    .constraint(`a thread copies at most ${mostCopies} vectors of each operand`, (c) => {
      const { m, n } = blockOf(c);
      const threads = gpu.warp * groupWarps * c.groups_m * c.groups_n;
      const fits = (lie: Lie, own: number): boolean => (own * c.block_k) / vectorOf(lie, dtype) / threads <= mostCopies;
      return c.copies === 'boxes' || (fits(a, m) && fits(b, n));
    })
    .constraint(`boxes are copied ahead, of at most ${longestSide} rows each`, (c) => {
      const { m, n } = blockOf(c);
      const fits = ({ along }: Lie, own: number): boolean => along === 'own' || own <= longestSide;
      return c.copies === 'threads' || (c.buffers > 1 && fits(a, m) && fits(b, n));
    })
    .constraint('products lag behind where there are three buffers', (c) => c.lag === 0 || c.buffers > 2)
    .constraint(tooManyBuffers, fillsBuffers(k))
    .constraint(tooManyParts, fillsParts(k));
}

/** Schedules the output of `s`, a product of the operands along its rows and along its columns, as kernels. */
export function wgmmaKernels(
  s: Schedule,
  view: TiledProduct,
  operands: Readonly<Record<'a' | 'b', TiledOperand>>,
  lies: Lies,
  knobs: WgmmaKnobs,
): void {
  const product = splitSum(s, s.output, knobs, view.k);
  const { acc, warp } = tileProduct(s, product, view, knobs);
  const sum = tileSum(acc, view, knobs);
  acc.computeAt(product, warp);
  const threads = [knobs.groups_n, groupWarps * knobs.groups_m, 32];
  for (const which of ['a', 'b'] as const) {
    const [operand, lie] = [operands[which], sharedLie(lies[which], view.dtype)];
    const shared = s.cacheRead(operand.tensor, 'shared');
    inRows(shared, operand, lie, knobs.swizzle);
    if (knobs.buffers > 1) shared.buffers(knobs.buffers, knobs.lag);
    if (knobs.copies === 'boxes') copyBoxes(shared, operand, lie, knobs.swizzle);
    else shareCopy(shared, operand.batch.length, threads, vectorOf(lie, view.dtype), true);
    shared.computeAt(acc, sum);
  }
}

/** Elements that a thread copies at once: as many as a load brings and whole runs are made of. */
function vectorOf({ run }: Lie, dtype: DType): number {
  return widths(dtype).find((width) => run % width === 0)!;
}

/** Whether boxes of the operand can be copied as it lies in memory: its rows start at multiples of 16 bytes, and none is turned. */
function fitsBoxes(lie: Lie, dtype: DType): boolean {
  const { along, run } = sharedLie(lie, dtype);
  return along === lie.along && (run * elementBytes(dtype)) % vectorBytes === 0;
}

/** The copy of a tile in boxes, one for each panel of rows of so many bytes. */
function copyBoxes(shared: Stage, { own, sum }: TiledOperand, { along }: Lie, bytes: number): Stage {
  const [inRow, number] = along === 'sum' ? [sum, own] : [own, sum];
  const rows = shared.loop(`d${number}`);
  const [panel, row] = shared.split(shared.loop(`d${inRow}`), bytes / elementBytes(shared.tensor.dtype), 'guard');
  return shared.reorder(panel, rows, row).unroll(panel).tensorize(rows, row);
}

/** How an operand lies in shared memory: its neighbours in memory stay neighbours, but words must have steps of the sum as neighbours. */
function sharedLie({ along, run }: Lie, dtype: DType): Lie {
  return along === 'own' && elementBytes(dtype) === 4 ? { along: 'sum', run: 1 } : { along, run };
}

/** Rows and columns of the result that a block computes. */
function blockOf(c: Pick<WgmmaKnobs, 'groups_m' | 'groups_n' | 'tile_m' | 'tile_n'>): BlockSize {
  return { m: c.groups_m * c.tile_m * groupRows, n: c.groups_n * c.tile_n };
}

/** for blocks: for warps of all groups: for lanes: what a lane holds. Returns the accumulators and the loop that a warp is one iteration of. */
function tileProduct(
  s: Schedule,
  product: Stage,
  { row, column, columns }: TiledProduct,
  knobs: WgmmaKnobs,
): { acc: Stage; warp: Loop } {
  const names = product.compute.axes.map((axis) => axis.name);
  const acc = s.cacheWrite(product, 'fragment', {
    [names.indexOf(row)]: [knobs.groups_m, knobs.tile_m, groupWarps, tileSide],
    [names.indexOf(column)]: [knobs.groups_n, knobs.tile_n / tileSide, tileSide],
  });
  const others = product.loops.filter((l) => l.name !== row && l.name !== column);
  const { m, n } = blockOf(knobs);
  const [iBlock, inRows] = product.split(product.loop(row), m, 'guard');
  const [iGroup, ofGroup] = product.split(inRows, knobs.tile_m * groupRows, 'guard');
  const [iTile, ofTile] = product.split(ofGroup, groupRows, 'guard');
  const [iWarp, r] = product.split(ofTile, tileSide, 'guard');
  const [jBlock, inColumns] = product.split(product.loop(column), n, 'guard');
  const [jGroup, ofWidth] = product.split(inColumns, knobs.tile_n, 'guard');
  const [jTile, c] = product.split(ofWidth, tileSide, 'guard');
  const { lanes, down, right, pair } = splitLanes(product, r, c);
  const blocks = knobs.order === 'mn' ? [iBlock, jBlock] : [jBlock, iBlock];
  product.reorder(...others, ...blocks, jGroup, iGroup, iWarp, ...lanes, iTile, down, jTile, right, pair);
  const grid = [...others, ...blocks].reduce((outer, inner) => product.fuse(outer, inner));
  const warp = product.fuse(iGroup, iWarp);
  product
    .bind(grid, 'blockX')
    .bind(jGroup, 'threadZ')
    .bind(warp, 'threadY')
    .bind(product.fuse(...lanes), 'threadX');
  product.unroll(iTile, down, jTile, right, pair);
  if (columns % 2 === 0) product.vectorize(pair, 2);
  return { acc, warp };
}

/** The sum outside, what an instruction multiplies inside. Returns the loop over blocks of the sum. */
function tileSum(acc: Stage, { row, column, dtype }: TiledProduct, knobs: WgmmaKnobs): Loop {
  const spatial = acc.loops.filter((l) => !isReduce(l));
  const ofTile = [acc.loop(`${row}4`), acc.loop(`${column}2`), acc.loop(`${column}3`)];
  const tiles = spatial.filter((l) => !ofTile.includes(l));
  const [sum, inBlock] = acc.split(acc.loops.find(isReduce)!, knobs.block_k, 'zero');
  const [step, k] = acc.split(inBlock, depthBytes / elementBytes(dtype), 'guard');
  acc.reorder(sum, step, ...tiles, ...ofTile, k);
  acc.unroll(...tiles, step).tensorize(...ofTile, k);
  return sum;
}

/** Panels of rows of so many bytes, all steps of the sum (or of the operand's side) one after the other in each. */
function inRows(shared: Stage, { batch, own, sum }: TiledOperand, { along }: Lie, bytes: WgmmaKnobs['swizzle']): void {
  const row = bytes / elementBytes(shared.tensor.dtype);
  const [inRow, number] = along === 'sum' ? [sum, own] : [own, sum];
  shared
    .store([...batch, { dim: inRow, part: 'outer', tile: row }, number, { dim: inRow, part: 'inner', tile: row }])
    .swizzle(bytes);
}
