/**
 * conv2d by Winograd's minimal filtering on the cores of a GPU (Lavin and Gray, CVPR 2016), as kernels that follow each
 * other: a thread transforms a tile of the input in one channel (V), the products of all tiles are a matmul per point
 * of the transform (M = V · U, `tiled-product.ts`), and a thread makes the outputs of a tile in one channel. The
 * weights' transform U is prepacked where they are constant.
 */
import { Schedule } from '../ir/schedule.js';
import { spread } from '../ir/threads.js';
import { conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { KnobsOf } from '../space/builder.js';
import { defineTemplate } from './define-template.js';
import { fma } from './instruction-fma.js';
import type { TiledProblem } from './instruction.js';
import type { OperandLayout, OperandLayouts } from './product-view.js';
import { blockOf, type TiledProduct } from './reduction-blocks.js';
import { limitTiles, tileProduct } from './tiled-product.js';
import type { Tile } from './winograd.js';
import { computationOf, roundUp } from './winograd-computation.js';
import type { PointsLayout, Stages } from './winograd-computation.js';
import { isAccurate, outputsOf, refuses, smallest, sumsOf, tileCount, tooInaccurate } from './winograd-rules.js';
import { inlineBorder, inRegisters, spreadPoints, transformWeights } from './winograd-threads.js';

/** As many blocks as keep the multiprocessors of a large GPU busy, two each. */
const fewBlocks = 256;
/** Tiles and channels are rounded up to multiples of this, so that they are copied as vectors. */
const multiple = 4;

function defineKnobs(shape: Conv2dShape, problem: TiledProblem) {
  const [oh, ow] = outputSize(shape);
  return (
    fma
      .knobs(problem)
      // Outputs of a tile of the transforms.
      .choice('tile_h', outputsOf(shape.kernel[0], oh))
      .choice('tile_w', outputsOf(shape.kernel[1], ow))
      // Threads of a block that transforms.
      .choice('threads', [64, 128, 256])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const conv2dWinogradSimt = defineTemplate({
  name: 'conv2d.winograd_simt',
  operator: 'conv2d',
  target: 'simt',
  summary:
    'Winograd: fewer multiplications for stride 1, by transforms of tiles and a matmul per point, in kernels of their own',
  version: 2,
  sums: sumsOf,
  saving: 'GFLOPS count the direct algorithm, and Winograd multiplies less',
  refuses,

  define: (workload, { gpu }) => {
    const shape = conv2dShape(workload);
    const view = productOf(shape, roundedTiles(shape, smallest(shape.kernel)));
    const problem: TiledProblem = { gpu, view, layouts: [operandLayouts(shape)] };
    return limitTiles(defineKnobs(shape, problem), fma, problem)
      .constraint(tooInaccurate, isAccurate(shape))
      .constraint('a block of the products is at most twice as large as all tiles', (c) => {
        const { m, n } = blockOf(fma.mappingOf(c));
        const block = view.column === 'p' ? n : m;
        return block < 2 * roundedTiles(shape, c) || block <= multiple;
      })
      .constraint('the sum is cut into parts only where there are few blocks of products', (c) => {
        const { rows, columns } = productOf(shape, roundedTiles(shape, c));
        const { m, n } = blockOf(fma.mappingOf(c));
        const points = (c.tile_h + shape.kernel[0] - 1) * (c.tile_w + shape.kernel[1] - 1);
        return c.split_k === 1 || points * Math.ceil(rows / m) * Math.ceil(columns / n) <= fewBlocks;
      })
      .build();
  },

  schedule: (workload, _, knobs) => {
    const shape = conv2dShape(workload);
    const { computation, stages } = computationOf(shape, knobs, layoutOf(shape));
    const s = new Schedule(computation);
    inlineBorder(s, stages);
    transformInput(s, stages, knobs.threads);
    transformWeights(s, stages, knobs.threads);
    multiply(s, stages, shape, knobs);
    transformOutput(s, stages, knobs);
    return s;
  },
});

/** Channels are contiguous where they are in the input, otherwise tiles do. */
function layoutOf({ layout }: Conv2dShape): PointsLayout {
  const last = layout === 'NCHW' ? 'tiles' : 'channels';
  return { last, tiles: multiple, inChannels: multiple, outChannels: multiple };
}

function roundedTiles(shape: Conv2dShape, tile: Tile): number {
  return roundUp(tileCount(shape, tile), multiple);
}

/** The products of a point: what is contiguous is their columns. */
function productOf(shape: Conv2dShape, tiles: number): TiledProduct {
  const { dtype } = shape;
  const k = roundUp(shape.inChannels, multiple);
  const channels = roundUp(shape.outChannels, multiple);
  return layoutOf(shape).last === 'tiles'
    ? { rows: channels, columns: tiles, k, row: 'oc', column: 'p', dtype }
    : { rows: tiles, columns: channels, k, row: 'p', column: 'oc', dtype };
}

/** V of an input whose channels are contiguous is the only operand whose neighbours are those of the sum. */
function operandLayouts(shape: Conv2dShape): OperandLayouts {
  const own: OperandLayout = { along: 'own', run: multiple };
  return { a: layoutOf(shape).last === 'tiles' ? own : { along: 'sum', run: multiple }, b: own };
}

/** V, a thread a tile in one channel: its columns first, each of them read once. */
function transformInput(s: Schedule, { patch, columns, v }: Stages, threads: number): void {
  const thread = spreadPoints(s.stage(v), threads);
  const j = inRegisters(s.stage(columns), s.stage(v), thread, ['j', 'a']);
  inRegisters(s.stage(patch), s.stage(columns), j, ['i']);
}

/** M, a matmul per point. */
function multiply(s: Schedule, { u, v, products }: Stages, shape: Conv2dShape, knobs: Knobs): void {
  const batch = [0, 1];
  const weights = { tensor: u, own: 3, sum: 2, batch };
  const byTiles = layoutOf(shape).last === 'tiles';
  const tiles = { tensor: v, own: byTiles ? 3 : 2, sum: byTiles ? 2 : 3, batch };
  const operands = byTiles ? { a: weights, b: tiles } : { a: tiles, b: weights };
  const view = productOf(shape, roundedTiles(shape, knobs));
  tileProduct(s, fma, view, operands, operandLayouts(shape), knobs, s.stage(products));
}

/** The outputs, a thread a tile in one channel: columns of the products first, each of them read once. */
function transformOutput(s: Schedule, { gathered, rows, tile }: Stages, knobs: Knobs): void {
  s.inline(tile);
  const out = s.output;
  const [ty, i] = out.split(out.loop('oh'), knobs.tile_h, 'guard');
  const [tx, j] = out.split(out.loop('ow'), knobs.tile_w, 'guard');
  const [n, oc] = [out.loop('n'), out.loop('oc')];
  const outside = out.compute.axes[1]?.name === 'oc' ? [oc, n, ty, tx] : [n, ty, tx, oc];
  out.reorder(...outside, i, j).unroll(i, j);
  const thread = spread(out, outside, knobs.threads);
  const b = inRegisters(s.stage(rows), out, thread, ['b', 'i']);
  inRegisters(s.stage(gathered), s.stage(rows), b, ['a']);
}
