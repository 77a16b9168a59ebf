/**
 * A product of matrices tiled for the tensor cores of a GPU: a block computes a tile of the result from tiles of the operands in shared memory, a warp
 * a part of it, in steps of matrix instructions on 16 × 16 tiles that its lanes hold (CUTLASS's warp-level tiling). The sum is in float32
 * and may be cut into parts that different blocks add up, by a second kernel.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import { SpaceBuilder } from '../space/builder.js';
import type { Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import { shareCopy } from './gpu-copies.js';
import { fitsRegisters } from './gpu-limits.js';
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
  vectorsOf,
} from './sum-blocks.js';
import type { Lie, Lies } from './product-view.js';
import type { BlockSize, CopyKnobs, TiledOperand, TiledProduct } from './sum-blocks.js';

export interface MmaKnobs extends CopyKnobs {
  /** Warps of a block along rows and columns of the result. */
  readonly warps_m: number;
  readonly warps_n: number;
  /** 16 × 16 tiles of a warp along rows and columns. */
  readonly tile_m: number;
  readonly tile_n: number;
  /** Bytes behind each run of the operands in shared memory. */
  readonly pad: number;
  /** Matrix steps that the code spells out. */
  readonly unroll_k: number;
}

/** Rows and columns of what a matrix instruction multiplies. */
export const tileSide = 16;
/** Bytes of the sum that it takes of a row. */
export const depthBytes = 32;
/** Registers of a lane that hold no tiles: addresses, counters, what a copy holds. */
const otherRegisters = 48;

/** Why a GPU has no instructions for these products, or undefined if it has them. */
export function withoutTensorCores(gpu: Gpu): string | undefined {
  return gpu.warpProducts ? undefined : 'its matrix instructions are those of sm_80 and later';
}

/** The knobs, and what a block and a lane can hold. `lies` are the ways in which the operands may lie, `lieOf` that of a config. */
export function mmaSpace(
  gpu: Gpu,
  view: TiledProduct,
  lies: readonly Lies[],
  lieOf: (values: Values) => Lies = () => lies[0],
): SpaceBuilder<MmaKnobs> {
  const { rows, columns, k, dtype } = view;
  const bytes = elementBytes(dtype);
  const depth = depthBytes / bytes;
  const steps = [1, 2, 4, 8].filter((count) => count === 1 || count * depth < 2 * k);
  return new SpaceBuilder()
    .choice('warps_m', upTo(rows, [1, 2, 4]))
    .choice('warps_n', upTo(columns, [1, 2, 4]))
    .choice('tile_m', upTo(rows, [1, 2, 4, 8]))
    .choice('tile_n', upTo(columns, [1, 2, 4, 8]))
    .choice(
      'block_k',
      steps.map((count) => count * depth),
    )
    .choice('vector_a', vectorsOf('a', dtype, lies))
    .choice('vector_b', vectorsOf('b', dtype, lies))
    .choice('pad', [0, 16])
    .choice('unroll_k', steps)
    .choice('order', ['mn', 'nm'])
    .choice('buffers', bufferCounts(gpu, k, depth))
    .choice('split_k', partCounts(k))
    .constraint('a block has at most 16 warps', (c) => c.warps_m * c.warps_n <= 16)
    .constraint(tooLargeBlock, (c) => fitsResult(view, blockOf(c), { m: tileSide, n: tileSide }))
    .constraint('the tiles of a warp must fit the registers', (c) => {
      const registers = 8 * c.tile_m * c.tile_n + 4 * (c.tile_m + c.tile_n) + otherRegisters;
      return fitsRegisters(gpu, [c.warps_m, c.warps_n, gpu.warp], registers);
    })
    .constraint(`the operands' tiles must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
      const { m, n } = blockOf(c);
      const { a, b } = lieOf(c);
      const bytesOf = ({ along }: Lie, own: number): number => {
        const [runs, run] = along === 'own' ? [c.block_k, own] : [own, c.block_k];
        return runs * (run * bytes + c.pad);
      };
      return c.buffers * (bytesOf(a, m) + bytesOf(b, n)) <= gpu.sharedPerBlock;
    })
    .constraint(`a thread copies whole vectors, at most ${mostCopies} of each operand`, (c) => {
      const { m, n } = blockOf(c);
      const threads = gpu.warp * c.warps_m * c.warps_n;
      const { a, b } = lieOf(c);
      const fits = ({ run }: Lie, own: number, vector: number): boolean =>
        run % vector === 0 && (own * c.block_k) / vector / threads <= mostCopies;
      return fits(a, m, c.vector_a) && fits(b, n, c.vector_b);
    })
    .constraint(tooManyBuffers, fillsBuffers(k))
    .constraint('the code spells out at most the steps that a block has', (c) => c.unroll_k * depth <= c.block_k)
    .constraint(tooManyParts, fillsParts(k));
}

/** Schedules the output of `s`, a product of the operands along its rows and along its columns, as kernels. */
export function mmaKernels(
  s: Schedule,
  view: TiledProduct,
  operands: Readonly<Record<'a' | 'b', TiledOperand>>,
  knobs: MmaKnobs,
): void {
  const product = splitSum(s, s.output, knobs, view.k);
  const { dtype } = view;
  const depth = depthBytes / elementBytes(dtype);
  const { acc, warp } = tileProduct(s, product, view, knobs);
  const { sum, step } = tileSum(acc, view, knobs, depth);
  acc.computeAt(product, warp);
  const threads = [knobs.warps_m, knobs.warps_n, 32];
  const rows = [knobs.warps_m, knobs.tile_m, tileSide];
  const columns = [knobs.warps_n, knobs.tile_n, tileSide];
  for (const [operand, vector, tiles] of [
    [operands.a, knobs.vector_a, rows],
    [operands.b, knobs.vector_b, columns],
  ] as const) {
    const shared = s.cacheRead(operand.tensor, 'shared');
    shared.pad(operand.tensor.shape.length - 1, knobs.pad / elementBytes(dtype));
    if (knobs.buffers > 1) shared.buffers(knobs.buffers);
    shareCopy(shared, operand.batch.length, threads, vector, true).computeAt(acc, sum);
    readTiles(s, shared, operand, tiles, depth).computeAt(acc, step);
  }
}

/** Candidates up to the first that covers the extent in tiles. */
function upTo(extent: number, candidates: readonly number[]): number[] {
  return candidates.filter((_, i) => i === 0 || candidates[i - 1] * tileSide < extent);
}

/** Rows and columns of the result that a block computes. */
function blockOf(c: Pick<MmaKnobs, `${'warps' | 'tile'}_${'m' | 'n'}`>): BlockSize {
  return { m: c.warps_m * c.tile_m * tileSide, n: c.warps_n * c.tile_n * tileSide };
}

/** for blocks: for warps: for lanes: what a lane holds of each tile. Returns the accumulators and the loop that a warp is one iteration of. */
function tileProduct(
  s: Schedule,
  product: Stage,
  { row, column, columns }: TiledProduct,
  knobs: MmaKnobs,
): { acc: Stage; warp: Loop } {
  const names = product.compute.axes.map((axis) => axis.name);
  const acc = s.cacheWrite(product, 'fragment', {
    [names.indexOf(row)]: [knobs.warps_m, knobs.tile_m, tileSide],
    [names.indexOf(column)]: [knobs.warps_n, knobs.tile_n, tileSide],
  });
  const others = product.loops.filter((l) => l.name !== row && l.name !== column);
  const [iBlock, iWarp, iTile, r] = tile(product, product.loop(row), knobs.warps_m, knobs.tile_m);
  const [jBlock, jWarp, jTile, c] = tile(product, product.loop(column), knobs.warps_n, knobs.tile_n);
  const { lanes, down, right, pair } = splitLanes(product, r, c);
  const blocks = knobs.order === 'mn' ? [iBlock, jBlock] : [jBlock, iBlock];
  product.reorder(...others, ...blocks, iWarp, jWarp, ...lanes, iTile, down, jTile, right, pair);
  const grid = [...others, ...blocks].reduce((outer, inner) => product.fuse(outer, inner));
  const lane = product.fuse(...lanes);
  product.bind(grid, 'blockX').bind(iWarp, 'threadZ').bind(jWarp, 'threadY').bind(lane, 'threadX');
  product.unroll(iTile, down, jTile, right, pair);
  if (columns % 2 === 0) product.vectorize(pair, 2);
  return { acc, warp: jWarp };
}

/** Rows and columns of a tile as its lanes hold them: lane 4 g + q has the elements 2 q and 2 q + 1 of the rows g and g + 8, and the same eight columns on. */
export function splitLanes(
  product: Stage,
  rows: Loop,
  columns: Loop,
): { lanes: [Loop, Loop]; down: Loop; right: Loop; pair: Loop } {
  const [down, g] = product.split(rows, 8, 'guard');
  const [right, eight] = product.split(columns, 8, 'guard');
  const [q, pair] = product.split(eight, 2, 'guard');
  return { lanes: [g, q], down, right, pair };
}

/** Blocks, warps, tiles of a warp, elements of a tile. */
function tile(stage: Stage, loop: Loop, warps: number, tiles: number): [Loop, Loop, Loop, Loop] {
  const [block, inBlock] = stage.split(loop, warps * tiles * tileSide, 'guard');
  const [warp, inWarp] = stage.split(inBlock, tiles * tileSide, 'guard');
  const [ofWarp, element] = stage.split(inWarp, tileSide, 'guard');
  return [block, warp, ofWarp, element];
}

/** The sum outside, the tiles of a warp spelled out inside. Returns the loops over blocks of the sum and over the matrix steps in one. */
function tileSum(acc: Stage, { row, column }: TiledProduct, knobs: MmaKnobs, depth: number): { sum: Loop; step: Loop } {
  const spatial = acc.loops.filter((l) => !isReduce(l));
  const ofTile = [acc.loop(`${row}3`), acc.loop(`${column}3`)];
  const tiles = spatial.filter((l) => !ofTile.includes(l));
  const [sum, inBlock] = acc.split(acc.loops.find(isReduce)!, knobs.block_k, 'zero');
  const [step, k] = acc.split(inBlock, depth, 'guard');
  acc.reorder(sum, step, ...tiles, ...ofTile, k);
  acc
    .unroll(...tiles)
    .unrollBy(step, knobs.unroll_k)
    .tensorize(...ofTile, k);
  return { sum, step };
}

/** What a warp multiplies at a step of the sum, brought into its lanes. */
function readTiles(
  s: Schedule,
  shared: Stage,
  { own, sum }: TiledOperand,
  tiles: readonly number[],
  depth: number,
): Stage {
  const copy = s.cacheRead(shared.tensor, 'fragment', { [own]: tiles, [sum]: [depth] });
  const ofTile = [copy.loop(`d${own}3`), copy.loop(`d${sum}1`)];
  const others = copy.loops.filter((l) => !ofTile.includes(l));
  copy.reorder(...others, ...ofTile);
  return copy.unroll(...others).tensorize(...ofTile);
}
