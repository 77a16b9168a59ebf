/**
 * conv2d by Winograd's minimal filtering on the cores of a GPU, in one kernel (Lavin and Gray, CVPR 2016; Yan, Wang and
 * Chu, PPoPP 2020): a block makes the outputs of some tiles in some channels. For each part of the sum its threads
 * transform what they read of the input into shared memory (V), and each multiplies it, at its point of the transform,
 * with what was copied of the weights' transform U; the products of all points (M) are gathered in shared memory.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { cut, strided, type TaskMapping } from '../ir/task-mapping.js';
import { conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import { defineTemplate } from './define-template.js';
import { bindThreads, cooperativeCopy } from './gpu-copies.js';
import { readRegisters } from './instruction-fma.js';
import { inlineBorder, inRegisters, transformWeights } from './winograd-threads.js';
import type { Tile } from './winograd.js';
import { computationOf, roundUp } from './winograd-computation.js';
import type { PointsLayout, Stages } from './winograd-computation.js';
import { isAccurate, outputsOf, refuses, sumsOf, tileCount, tooInaccurate } from './winograd-rules.js';

/** Of tiles the smallest; with more points, little else would fit the shared memory. */
const maxTiles = 3;
/** Registers of a thread that hold no accumulators, operands or columns of a transform. */
const otherRegisters = 40;

function defineKnobs(shape: Conv2dShape) {
  const [oh, ow] = outputSize(shape);
  return (
    new SpaceBuilder()
      // Outputs of a tile of the transforms.
      .choice('tile_h', outputsOf(shape.kernel[0], oh).slice(0, maxTiles))
      .choice('tile_w', outputsOf(shape.kernel[1], ow).slice(0, maxTiles))
      // Threads of a point along output channels and tiles.
      .choice('threads_oc', shape.outChannels < 16 ? [1, 2, 4] : [2, 4, 8])
      .choice('threads_p', shape.batch * oh * ow < 256 ? [1, 2, 4] : [2, 4, 8])
      // Channels, and tiles, of a thread that are contiguous.
      .choice('tile_oc', [1, 2, 4])
      .choice('tile_p', [1, 2, 4])
      // Strided parts of a thread's channels, and tiles.
      .choice('vthread_oc', [1, 2, 4])
      .choice('vthread_p', [1, 2, 4])
      // Input channels in shared memory at a time.
      .choice('block_ic', [4, 8, 16, 32])
      // Floats behind each input channel in shared memory.
      .choice('pad', [0, 4])
      // Input channels that the products unroll.
      .choice('unroll_ic', [1, 4])
      // Whether blocks that follow each other have the same output channels, or the same tiles.
      .choice('order', ['oc_p', 'p_oc'])
      // Blocks of input channels in shared memory: with two, the next ones are transformed while these are multiplied.
      .choice('buffers', [1, 2])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;
type BlockKnobs = Pick<Knobs, `${'threads' | 'tile' | 'vthread'}_${'oc' | 'p'}`>;

export const conv2dWinogradFused = defineTemplate({
  name: 'conv2d.winograd_fused',
  operator: 'conv2d',
  target: 'simt',
  summary: 'Winograd in one kernel: transforms of tiles and products of all their points in shared memory',
  version: 2,
  sums: sumsOf,
  saving: 'GFLOPS count the direct algorithm, and Winograd multiplies less',
  refuses,

  define: (workload, target) => {
    const { gpu } = target;
    const shape = conv2dShape(workload);
    const [oh, ow] = outputSize(shape);
    const { inChannels, outChannels } = shape;
    const pointsIn = pointsOf(shape);
    const threadsIn = (c: BlockKnobs & Tile): number => pointsIn(c) * c.threads_oc * c.threads_p;
    return defineKnobs(shape)
      .constraint(`a block has ${gpu.warp} to ${gpu.threadsPerBlock} threads`, (c) => {
        return threadsIn(c) <= gpu.threadsPerBlock && (threadsIn(c) >= gpu.warp || outChannels * oh * ow < gpu.warp);
      })
      .constraint('a block is at most twice as large as all channels and all tiles', (c) => {
        const { oc, p } = blockOf(c);
        return (oc < 2 * outChannels || oc === 1) && (p < 2 * tileCount(shape, c) || p === 1);
      })
      .constraint('input channels of a block are at most twice as many as there are', (c) => {
        return c.block_ic < 2 * inChannels || c.block_ic === 4;
      })
      .constraint('accumulators, operands and columns of transforms must fit the registers', (c) => {
        const [oc = 1, p = 1] = mappingOf(c).tasks;
        const registers = oc * p + Math.max(oc + p, pointsIn(c)) + otherRegisters;
        const threads = roundUp(threadsIn(c), gpu.warp);
        return registers <= gpu.registersPerThread && threads * registers <= gpu.registersPerBlock;
      })
      .constraint(`V, U and M of a block must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
        const { oc, p } = blockOf(c);
        const operands = c.block_ic * (oc + p + 2 * c.pad) * c.buffers;
        return 4 * pointsIn(c) * (operands + oc * p) <= gpu.sharedPerBlock;
      })
      .constraint('the next input channels are transformed ahead only where there are some', (c) => {
        return c.buffers === 1 || c.block_ic < inChannels;
      })
      .constraint(tooInaccurate, isAccurate(shape))
      .build();
  },

  schedule: (workload, _, knobs) => {
    const shape = conv2dShape(workload);
    const { computation, stages } = computationOf(shape, knobs, layoutOf(shape, knobs));
    const s = new Schedule(computation);
    const threads = threadsOf(shape, knobs);
    inlineBorder(s, stages);
    transformWeights(s, stages);
    const block = transformOutput(s, stages, shape, knobs, threads);
    const { acc, part, step } = multiply(s, stages, block, knobs);
    transformInput(s, stages, { acc, part, step }, knobs, threads);
    copyWeights(s, stages, { acc, part, step }, knobs, threads);
    return s;
  },
});

/** Blocks are whole; channels are contiguous where they are in the input, otherwise tiles do. */
function layoutOf({ layout }: Conv2dShape, knobs: BlockKnobs & Pick<Knobs, 'block_ic'>): PointsLayout {
  const { oc, p } = blockOf(knobs);
  return { last: layout === 'NCHW' ? 'tiles' : 'channels', tiles: p, inChannels: knobs.block_ic, outChannels: oc };
}

/** Output channels and tiles of a block. */
function blockOf(c: BlockKnobs): { oc: number; p: number } {
  const [oc = 1, p = 1] = mappingOf(c).shape;
  return { oc, p };
}

/** Output channels and tiles that each thread has at a point. */
function mappingOf(c: BlockKnobs): TaskMapping {
  return strided([c.vthread_oc, c.threads_oc, c.tile_oc], [c.vthread_p, c.threads_p, c.tile_p]);
}

/**
 * Points of the transform that an output needs: that at infinity is for the last one of a tile alone, which a tile
 * larger than the output lacks.
 */
function pointsOf(shape: Conv2dShape): (tile: Tile) => number {
  const [oh, ow] = outputSize(shape);
  const [kh, kw] = shape.kernel;
  return ({ tile_h, tile_w }) => (tile_h + kh - (tile_h > oh ? 2 : 1)) * (tile_w + kw - (tile_w > ow ? 2 : 1));
}

/** Threads of a block along z, y and x: points, and at each of them output channels and tiles. */
function threadsOf(shape: Conv2dShape, c: BlockKnobs & Tile): readonly number[] {
  return [pointsOf(shape)(c), c.threads_oc, c.threads_p];
}

/** for blocks: for threads and what is left: the outputs of a tile in one channel. Returns the loop over blocks. */
function transformOutput(
  s: Schedule,
  { gathered, rows, tile }: Stages,
  { layout }: Conv2dShape,
  knobs: Knobs,
  threads: readonly number[],
): Loop {
  s.inline(tile);
  const out = s.output;
  const [ty, i] = out.split(out.loop('oh'), knobs.tile_h, 'guard');
  const [tx, j] = out.split(out.loop('ow'), knobs.tile_w, 'guard');
  out.reorder(out.loop('n'), ty, tx, out.loop('oc'), i, j).unroll(i, j);
  const all = out.fuse(out.fuse(out.loop('n'), ty), tx);
  const { oc, p } = blockOf(knobs);
  const [pBlock, pInside] = out.split(all, p, 'guard');
  const [ocBlock, ocInside] = out.split(out.loop('oc'), oc, 'guard');
  const inside: [Loop, Loop] = layout === 'NCHW' ? [ocInside, pInside] : [pInside, ocInside];
  const blocks: [Loop, Loop] = knobs.order === 'oc_p' ? [ocBlock, pBlock] : [pBlock, ocBlock];
  out.reorder(...blocks, ...inside);
  const fuse = ([outer, inner]: readonly [Loop, Loop]): Loop => out.fuse(outer, inner);
  const block = fuse(blocks);
  const [, thread] = bindThreads(out, fuse(inside), threads);
  out.bind(block, 'blockX');
  const b = inRegisters(s.stage(rows), out, thread, ['b', 'i']);
  inRegisters(s.stage(gathered), s.stage(rows), b, ['a']);
  return block;
}

interface Product {
  readonly acc: Stage;
  /** Loops over parts of the sum, and over its steps in one. */
  readonly part: Loop;
  readonly step: Loop;
}

/** M of a block: a thread has a register tile of one point. */
function multiply(s: Schedule, { products }: Stages, block: Loop, knobs: Knobs): Product {
  const m = s.stage(products);
  const mapping = mappingOf(knobs);
  const names = m.compute.axes.map((axis) => axis.name);
  const acc = s.cacheWrite(m, 'register', {
    [names.indexOf('oc')]: mapping.parts(0),
    [names.indexOf('p')]: mapping.parts(1),
  });
  m.scope = 'shared';
  m.computeAt(s.output, block);
  const point = m.fuse(m.loop('a'), m.loop('b'));
  const inBlock = [m.loop('oc'), m.loop('p')] as const;
  const [[ocPart, pPart], [ocThread, pThread], [oc, p]] = cut(m, inBlock, mapping, 'guard');
  const [unrolled, last, lanes] =
    names.at(-1) === 'p' ? [[ocPart, oc, pPart], p, knobs.tile_p] : [[pPart, p, ocPart], oc, knobs.tile_oc];
  m.reorder(point, ocThread, pThread, ...unrolled, last);
  m.bind(point, 'threadZ').bind(ocThread, 'threadY').bind(pThread, 'threadX');
  m.unroll(...unrolled).vectorize(last, lanes);

  const spatial = acc.loops.filter((l) => !isReduce(l));
  const [part, step] = acc.split(acc.loop('ic'), knobs.block_ic, 'zero');
  acc.reorder(part, step, ...spatial);
  acc.unroll(...spatial).unrollBy(step, knobs.unroll_ic);
  acc.computeAt(m, pThread);
  return { acc, part, step };
}

/** V of a part of the sum, a thread a tile in one channel at a time. */
function transformInput(
  s: Schedule,
  { patch, columns, v }: Stages,
  { acc, part, step }: Product,
  knobs: Knobs,
  threads: readonly number[],
): void {
  const stage = s.stage(v);
  const names = stage.compute.axes.map((axis) => axis.name);
  const [own, sum] = [names.indexOf('p'), names.indexOf('ic')];
  const [a, b] = [stage.loop('a'), stage.loop('b')];
  const others = stage.loops.filter((l) => l !== a && l !== b);
  stage.reorder(...others, a, b).unroll(a, b);
  const [, thread] = bindThreads(stage, stage.fuse(others[0]!, others[1]!), threads);
  stage.scope = 'shared';
  stage.store([0, 1, sum, own]).pad(3, knobs.pad);
  if (knobs.buffers > 1) stage.buffers(knobs.buffers);
  stage.computeAt(acc, part);
  const j = inRegisters(s.stage(columns), stage, thread, ['j', 'a']);
  inRegisters(s.stage(patch), s.stage(columns), j, ['i']);
  readRegisters(s, stage, { tensor: v, own, sum, batch: [0, 1] }, mappingOf(knobs).parts(1)).computeAt(acc, step);
}

/** U of a part of the sum. */
function copyWeights(
  s: Schedule,
  { u }: Stages,
  { acc, part, step }: Product,
  knobs: Knobs,
  threads: readonly number[],
): void {
  const shared = s.cacheRead(u, 'shared');
  shared.pad(3, knobs.pad);
  if (knobs.buffers > 1) shared.buffers(knobs.buffers);
  cooperativeCopy(shared, 0, threads, blockOf(knobs).oc % 4 === 0 ? 4 : 1, false).computeAt(acc, part);
  readRegisters(s, shared, { tensor: u, own: 3, sum: 2, batch: [0, 1] }, mappingOf(knobs).parts(0)).computeAt(
    acc,
    step,
  );
}
