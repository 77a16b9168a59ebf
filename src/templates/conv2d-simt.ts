/**
 * conv2d, direct, on the cores of a GPU: AutoTVM's conv2d_nchw.cuda (topi/cuda/conv2d_direct.py) and its knobs. A block
 * computes output channels × rows × columns; what it reads of the image, with its border, and of the weights lies in
 * shared memory for one part of the sum at a time.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { strided } from '../ir/task-mapping.js';
import { elementBytes } from '../ir/tensor.js';
import type { Tensor } from '../ir/tensor.js';
import { conv2d, conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import { defineTemplate } from './define-template.js';
import { partsOf, tileBlock } from './gpu-block.js';
import type { BlockTiles } from './gpu-block.js';
import { copiesOf, isConverted, maxUnrolledCopies, padsOf, cooperativeCopy } from './gpu-copies.js';
import { fitsRegisters, fitsThreads, product, threadLimits } from './gpu-limits.js';
import { inputsOf } from './weights.js';

/** Registers of a thread that hold no accumulators. */
const otherRegisters = 40;

function defineKnobs(shape: Conv2dShape) {
  const [oh, ow] = outputSize(shape);
  return (
    new SpaceBuilder()
      // Output channels, rows and columns: blocks, virtual threads, threads, elements of a thread.
      .split('tile_f', shape.outChannels / shape.groups, 4, { policy: 'verbose' })
      .split('tile_y', oh, 4, { policy: 'verbose' })
      .split('tile_x', ow, 4, { policy: 'verbose' })
      // Parts of the sum, and steps of one: input channels, rows and columns of the kernel.
      .split('tile_rc', shape.inChannels / shape.groups, 2, { policy: 'verbose' })
      .split('tile_ry', shape.kernel[0], 2)
      .split('tile_rx', shape.kernel[1], 2)
      // Steps of a thread, multiply-adds and copies, up to which loops of the sum are unrolled, from the inside out.
      .choice('auto_unroll_max_step', [0, 512, 1500])
      // Who unrolls: with 1 the text has every iteration, with 0 the compiler is asked to.
      .choice('unroll_explicit', [0, 1])
      // Floats of the image, and of the weights, that a thread copies at once.
      .choice('vector_data', vectorsOf(rowRun(shape)))
      .choice('vector_weights', vectorsOf(kernelRun(shape)))
      // Parts of the sum in shared memory: with two, the next one is copied while this one is summed.
      .choice('buffers', [1, 2])
      // Elements behind each pixel (NHWC) or row (NCHW) of the image, and behind the channels of each kernel, in shared
      // memory.
      .choice('pad', padsOf(shape.dtype))
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const conv2dSimt = defineTemplate({
  name: 'conv2d.simt',
  operator: 'conv2d',
  target: 'simt',
  summary: 'tiles of channels × rows × columns in shared memory, register tiles of threads and virtual threads',
  version: 3,
  dtypes: isConverted,
  autotvm: {
    task: 'conv2d_nchw.cuda',
    lacks: ['vector_data', 'vector_weights', 'buffers', 'pad'],
    args: ([data = null, weights = null, stride = null, pad = null, dilation = null, dtype = null]) => {
      return [data, weights, stride, pad, dilation, 'NCHW', 'NCHW', dtype, 1, [], ['weights']];
    },
  },

  define: (workload, target) => {
    const { gpu } = target;
    const shape = conv2dShape(workload);
    const [oh, ow] = outputSize(shape);
    const ocg = shape.outChannels / shape.groups;
    const small = ocg * oh * ow < gpu.warp;
    return defineKnobs(shape)
      .constraint(threadLimits(gpu), (c) => fitsThreads(gpu, threadsOf(c, shape), small))
      .constraint('accumulators must fit the registers', (c) => {
        return fitsRegisters(gpu, threadsOf(c, shape), accumulatorsOf(c, shape) + otherRegisters);
      })
      .constraint(`what a part of the sum reads must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
        const { data, weights } = sharedElements(c, shape, c.pad);
        return elementBytes(shape.dtype) * c.buffers * (data + weights) + 32 <= gpu.sharedPerBlock;
      })
      .constraint('threads copy vectors where runs of a part are whole ones', (c) => {
        return dataRun(c, shape) % c.vector_data === 0 && weightsRun(c, shape) % c.vector_weights === 0;
      })
      .constraint('a k block is copied ahead only where there is a next one', (c) => {
        return c.buffers === 1 || product(partsOfSum(c, shape)) > 1;
      })
      .build();
  },

  schedule: (workload, _, knobs) => {
    const shape = conv2dShape(workload);
    const s = new Schedule(conv2d.computation(workload));
    const tiles = tilesOf(knobs, shape);
    const acc = s.cacheWrite(s.output, 'register', partsOf(s.output, tiles));
    const { thread, elements } = tileBlock(s.output, ['n', 'g'], tiles);
    s.output.unroll(...elements);
    acc.computeAt(s.output, thread);
    const part = tileSum(acc, knobs, shape);
    for (const copy of shareOperands(s, knobs, shape)) copy.computeAt(acc, part);
    return s;
  },
});

type TileKnobs = Pick<Knobs, 'tile_f' | 'tile_y' | 'tile_x'>;
type ReductionKnobs = Pick<Knobs, 'tile_rc' | 'tile_ry' | 'tile_rx'>;

/** Axes of the output from the outermost to the one whose neighbours are contiguous, with their tiles. */
function tilesOf({ tile_f, tile_y, tile_x }: TileKnobs, { layout }: Conv2dShape): BlockTiles {
  const inBlock = ([, ...tile]: Knobs['tile_f']): [number, number, number] => tile;
  const [f, y, x] = [inBlock(tile_f), inBlock(tile_y), inBlock(tile_x)];
  return layout === 'NCHW'
    ? { axes: ['oc', 'oh', 'ow'], mapping: strided(f, y, x) }
    : { axes: ['oh', 'ow', 'oc'], mapping: strided(y, x, f) };
}

/** Threads of a block along z, y and x. */
function threadsOf(knobs: TileKnobs, shape: Conv2dShape): readonly number[] {
  return tilesOf(knobs, shape).mapping.workers;
}

function accumulatorsOf(knobs: TileKnobs, shape: Conv2dShape): number {
  return product(tilesOf(knobs, shape).mapping.tasks);
}

/** Elements that a block keeps in shared memory for a part of the sum, with `pad` unused ones behind each run. */
function sharedElements(
  knobs: TileKnobs & ReductionKnobs,
  shape: Conv2dShape,
  pad = 0,
): { data: number; weights: number } {
  const { stride, dilation, layout } = shape;
  const [f, y] = [product(knobs.tile_f.slice(1)), product(knobs.tile_y.slice(1))];
  const [rc, ry, rx] = stepsOfPart(knobs);
  const rows = (y - 1) * stride[0] + (ry - 1) * dilation[0] + 1;
  const columns = sharedColumns(knobs, shape);
  return {
    data: rows * (layout === 'NCHW' ? rc * (columns + pad) : columns * (rc + pad)),
    weights: f * (rc + pad) * ry * rx,
  };
}

function sharedColumns({ tile_x, tile_rx }: TileKnobs & ReductionKnobs, { stride, dilation }: Conv2dShape): number {
  return (product(tile_x.slice(1)) - 1) * stride[1] + (tile_rx[1] - 1) * dilation[1] + 1;
}

/** Vectors that runs of so many elements are made of; one element at a time comes first, as in AutoTVM's spaces. */
function vectorsOf(run: number): number[] {
  return [1, 2, 4].filter((lanes) => run % lanes === 0);
}

/** Neighbours in the image that are read together: channels in NHWC, in NCHW columns where no border shifts them. */
function rowRun({ layout, inChannels, groups, width, pad }: Conv2dShape): number {
  if (layout !== 'NCHW') return inChannels / groups;
  return pad[1] + pad[3] === 0 ? width : 1;
}

/** Weights of an output channel, which are contiguous. */
function kernelRun({ inChannels, groups, kernel }: Conv2dShape): number {
  return (inChannels / groups) * product(kernel);
}

/** A number that divides the runs of the image's part in shared memory, and where they start. */
function dataRun(knobs: TileKnobs & ReductionKnobs, shape: Conv2dShape): number {
  if (shape.layout !== 'NCHW') return knobs.tile_rc[1];
  const starts = [
    product(knobs.tile_x.slice(1)) * shape.stride[1],
    ...(isWhole(knobs.tile_rx, shape.kernel[1]) ? [] : [knobs.tile_rx[1] * shape.dilation[1]]),
  ];
  return [sharedColumns(knobs, shape), ...starts].reduce(greatestDivisor);
}

/** Weights of an output channel that a part of the sum reads together: all of whole kernels. */
function weightsRun(
  { tile_rc, tile_ry, tile_rx }: ReductionKnobs,
  { kernel, inChannels, groups }: Conv2dShape,
): number {
  const whole = isWhole(tile_ry, kernel[0]) && isWhole(tile_rx, kernel[1]) && (inChannels / groups) % tile_rc[1] === 0;
  return whole ? tile_rc[1] * product(kernel) : 1;
}

function isWhole(tile: Knobs['tile_rx'], extent: number): boolean {
  return tile[1] === extent;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Parts of the sum along input channels, rows and columns of the kernel. */
function partsOfSum(
  { tile_rc, tile_ry, tile_rx }: ReductionKnobs,
  { kernel, inChannels, groups }: Conv2dShape,
): number[] {
  return [Math.ceil(inChannels / groups / tile_rc[1]), kernel[0] / tile_ry[1], kernel[1] / tile_rx[1]];
}

/** Steps of a part along the same. */
function stepsOfPart({ tile_rc, tile_ry, tile_rx }: ReductionKnobs): [rc: number, ry: number, rx: number] {
  return [tile_rc[1], tile_ry[1], tile_rx[1]];
}

/**
 * for parts of the sum: for steps of one: the register tile. Returns the innermost loop over parts: that over all of
 * them where they are copied ahead, so that each but the first is.
 */
function tileSum(acc: Stage, knobs: Knobs, shape: Conv2dShape): Loop {
  const spatial = acc.loops.filter((l) => !isReduce(l));
  const [icPart, ic] = acc.split(acc.loop('ic'), knobs.tile_rc[1], 'zero');
  const [khPart, kh] = acc.split(acc.loop('kh'), knobs.tile_ry[1], 'zero');
  const [kwPart, kw] = acc.split(acc.loop('kw'), knobs.tile_rx[1], 'zero');
  const [parts, steps] = [
    [icPart, khPart, kwPart],
    [ic, kh, kw],
  ];
  acc.reorder(...parts, ...steps, ...spatial);
  unrollSum(acc, { parts, steps, spatial }, knobs, shape);
  return knobs.buffers > 1 ? parts.reduce((a, b) => acc.fuse(a, b)) : kwPart;
}

/**
 * Unrolls what TVM does for these knobs (UnrollLoop, src/tir/transforms/unroll_loop.cc): from the inside out, loops
 * that make no more steps together than they may. The register tile is unrolled in any case, as registers cannot be
 * picked at run time. Parts, between which the threads wait for each other, are left to the compiler; in two buffers
 * they are one loop, which is pipelined instead.
 */
function unrollSum(
  acc: Stage,
  { parts, steps, spatial }: Readonly<Record<'parts' | 'steps' | 'spatial', readonly Loop[]>>,
  knobs: Knobs,
  shape: Conv2dShape,
): void {
  const unroll = (loops: readonly Loop[]): Stage =>
    knobs.unroll_explicit === 1 ? acc.unrollExplicit(...loops) : acc.unroll(...loops);
  const fitting = (extents: readonly number[], inside: number): number =>
    extents.filter((_, i) => inside * product(extents.slice(i)) <= knobs.auto_unroll_max_step).length;
  unroll(spatial);
  const fittingSteps = fitting(stepsOfPart(knobs), accumulatorsOf(knobs, shape));
  unroll(steps.slice(steps.length - fittingSteps));
  const { data, weights } = copiesOfPart(knobs, shape);
  if (fittingSteps < steps.length || Math.max(data, weights) > maxUnrolledCopies || knobs.buffers > 1) return;
  const stepsInside = accumulatorsOf(knobs, shape) * product(stepsOfPart(knobs)) + data + weights;
  const extents = partsOfSum(knobs, shape);
  const fittingParts = fitting(extents, stepsInside);
  for (const [i, part] of parts.entries()) if (i >= parts.length - fittingParts) acc.unrollBy(part, extents[i]!);
}

/** Vectors of the image, and of the weights, that a thread copies for a part of the sum. */
function copiesOfPart(knobs: Knobs, shape: Conv2dShape): { data: number; weights: number } {
  const threads = threadsOf(knobs, shape);
  const { data, weights } = sharedElements(knobs, shape);
  return {
    data: copiesOf(data, knobs.vector_data, threads),
    weights: copiesOf(weights, knobs.vector_weights, threads),
  };
}

/** Copies, in shared memory, of what a part of the sum reads of the image, with its border, and of the weights. */
function shareOperands(s: Schedule, knobs: Knobs, shape: Conv2dShape): Stage[] {
  const padded = s.stages.find((stage) => stage.tensor.name === 'padded');
  const [data, weights] = inputsOf(s);
  const threads = threadsOf(knobs, shape);
  const share = (tensor: Tensor, outer: number, run: number, copies: number, vector: number): Stage => {
    const copy = s.cacheRead(tensor, 'shared');
    if (knobs.pad > 0) copy.pad(run, knobs.pad);
    if (knobs.buffers > 1) copy.buffers(knobs.buffers);
    return cooperativeCopy(copy, outer, threads, vector, copies <= maxUnrolledCopies);
  };
  const counts = copiesOfPart(knobs, shape);
  // A part is of one image and one group, which in NHWC stands between pixels and channels.
  const outer = shape.layout === 'NCHW' ? 2 : 1;
  const copies = [
    share(padded?.tensor ?? data, outer, 4, counts.data, knobs.vector_data),
    share(weights, 1, 2, counts.weights, knobs.vector_weights),
  ];
  if (padded) s.inline(padded.tensor);
  return copies;
}
