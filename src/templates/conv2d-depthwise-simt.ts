/**
 * conv2d, depthwise, on the cores of a GPU: every input channel has a kernel of its own (or a few). A block computes
 * channels × rows × columns, a thread a register tile of them. There is little arithmetic for each element, so what
 * counts is how often it is read, and from where: straight from global memory, from a copy with its border that the
 * block shares, and from registers for all taps of a row, or of the kernel, that read it.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { strided } from '../ir/task-mapping.js';
import type { Tensor } from '../ir/tensor.js';
import { conv2d, conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import { refusesDepthwise } from './conv2d-depthwise.js';
import { defineTemplate } from './define-template.js';
import { partsOf, tileBlock } from './gpu-block.js';
import type { BlockTiles } from './gpu-block.js';
import { copiesOf, maxUnrolledCopies, lanesOf, padsOf, cooperativeCopy, unrollInnermost } from './gpu-copies.js';
import { fitsRegisters, fitsThreads, product, threadLimits } from './gpu-limits.js';
import { inputsOf } from './weights.js';

/** Registers of a thread that hold no accumulators, inputs or weights. */
const otherRegisters = 32;
/** Multiply-adds that the code of a thread unrolls. */
const maxUnrolled = 2048;
/** Longest row of taps that is unrolled where no registers ask for it. */
const maxTaps = 16;

function defineKnobs(shape: Conv2dShape) {
  const { groups, kernel, layout, dtype } = shape;
  const [oh, ow] = outputSize(shape);
  return (
    new SpaceBuilder()
      // Input channels, each with all its output channels; rows and columns of the output: blocks, threads, elements of
      // a thread that are contiguous.
      .split('tile_c', groups, 3, { policy: 'verbose' })
      .split('tile_y', oh, 3, { policy: 'verbose' })
      .split('tile_x', ow, 3, { policy: 'verbose' })
      // Whether the threads of a block share a copy of what they read of the image, and of the weights.
      .choice('image', ['given', 'shared'])
      .choice('weights', ['given', 'shared'])
      // What a thread holds of the image in registers: nothing, what a row of taps reads, or what all taps do.
      .choice('inputs', ['none', 'row', 'all'])
      // Floats of the image that a thread copies to shared memory at once: channels in NHWC.
      .choice('vector', layout === 'NCHW' ? [1] : [4, 2, 1].filter((lanes) => groups % lanes === 0))
      .choice('unroll_kh', kernel[0] > 1 ? [false, true] : [true])
      // Floats behind each pixel (NHWC) or row (NCHW) of the image in shared memory.
      .choice('pad', padsOf(dtype))
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;
type TileKnobs = Pick<Knobs, 'tile_c' | 'tile_y' | 'tile_x'>;

export const conv2dDepthwiseSimt = defineTemplate({
  name: 'conv2d.depthwise_simt',
  operator: 'conv2d',
  target: 'simt',
  summary: 'one kernel a channel: tiles of channels × rows × columns, inputs in registers, in shared memory or neither',
  version: 2,
  refuses: (workload) => refusesDepthwise(conv2dShape(workload), 'conv2d.simt'),

  define: (workload, target) => {
    const { gpu } = target;
    const shape = conv2dShape(workload);
    const { groups, kernel } = shape;
    const [oh, ow] = outputSize(shape);
    const small = groups * oh * ow < gpu.warp;
    return defineKnobs(shape)
      .constraint(threadLimits(gpu), (c) => fitsThreads(gpu, threadsOf(c, shape), small))
      .constraint('accumulators, inputs and weights must fit the registers', (c) => {
        return fitsRegisters(gpu, threadsOf(c, shape), registersOf(c, shape));
      })
      .constraint(`what a block shares must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
        const { image, weights } = sharedElements(c, shape);
        return 4 * (image + weights) + 32 <= gpu.sharedPerBlock;
      })
      .constraint(`a thread unrolls at most ${maxUnrolled} multiply-adds`, (c) => {
        const taps = (c.inputs === 'none' && kernel[1] > maxTaps ? 1 : kernel[1]) * (c.unroll_kh ? kernel[0] : 1);
        return accumulatorsOf(c, shape) * taps <= maxUnrolled;
      })
      .constraint('without a copy in shared memory inputs are copied to registers, which have the border', (c) => {
        return c.image === 'shared' || c.inputs !== 'none';
      })
      .constraint('registers that hold the inputs of all taps are picked by unrolled ones', (c) => {
        return c.inputs !== 'all' || c.unroll_kh;
      })
      .constraint('vectors are of a block’s channels, and copied to shared memory', (c) => {
        return c.image === 'shared' ? (c.tile_c[1] * c.tile_c[2]) % c.vector === 0 : c.vector === 1;
      })
      .constraint(
        'room is left behind runs of the image that threads share',
        (c) => c.image === 'shared' || c.pad === 0,
      )
      .build();
  },

  schedule: (workload, _, knobs) => {
    const shape = conv2dShape(workload);
    const s = new Schedule(conv2d.computation(workload));
    const tiles = tilesOf(knobs, shape);
    const acc = s.cacheWrite(s.output, 'register', partsOf(s.output, tiles));
    const thread = tileOutput(s.output, tiles, knobs, shape);
    acc.computeAt(s.output, thread);
    const { row, tap } = tileTaps(acc, knobs, shape);

    const { shared, inputs, weights } = readOperands(s, knobs, shape);
    for (const copy of shared) copy.computeAt(s.output, thread);
    if (knobs.inputs === 'all') inputs?.computeAt(s.output, thread);
    else inputs?.computeAt(acc, row);
    weights.computeAt(acc, tap);
    return s;
  },
});

/** Axes of the output from the outermost to the one whose neighbours are contiguous, with their tiles. */
function tilesOf({ tile_c, tile_y, tile_x }: TileKnobs, { layout }: Conv2dShape): BlockTiles {
  const inBlock = ([, threads, elements]: Knobs['tile_c']): [number, number, number] => [1, threads, elements];
  const [c, y, x] = [inBlock(tile_c), inBlock(tile_y), inBlock(tile_x)];
  return layout === 'NCHW'
    ? { axes: ['g', 'oh', 'ow'], mapping: strided(c, y, x) }
    : { axes: ['oh', 'ow', 'g'], mapping: strided(y, x, c) };
}

/** Threads of a block along z, y and x. */
function threadsOf(knobs: TileKnobs, shape: Conv2dShape): readonly number[] {
  return tilesOf(knobs, shape).mapping.workers;
}

/** Output channels of an input channel. */
function multiplierOf({ outChannels, groups }: Conv2dShape): number {
  return outChannels / groups;
}

function accumulatorsOf({ tile_c, tile_y, tile_x }: TileKnobs, shape: Conv2dShape): number {
  return tile_c[2] * tile_y[2] * tile_x[2] * multiplierOf(shape);
}

function registersOf(c: TileKnobs & Pick<Knobs, 'inputs'>, shape: Conv2dShape): number {
  const [y, x] = [c.tile_y[2], c.tile_x[2]];
  const rows = c.inputs === 'all' ? reach(y, shape, 0) : y;
  const inputs = c.inputs === 'none' ? 0 : c.tile_c[2] * rows * reach(x, shape, 1);
  return accumulatorsOf(c, shape) + inputs + c.tile_c[2] * multiplierOf(shape) + otherRegisters;
}

/** Elements that a block keeps in shared memory, with the unused ones. */
function sharedElements(
  c: TileKnobs & Pick<Knobs, 'image' | 'weights' | 'pad'>,
  shape: Conv2dShape,
): { image: number; weights: number } {
  const inBlock = ([, threads, elements]: Knobs['tile_c']): number => threads * elements;
  const channels = inBlock(c.tile_c);
  const [rows, columns] = [reach(inBlock(c.tile_y), shape, 0), reach(inBlock(c.tile_x), shape, 1)];
  const image = rows * (shape.layout === 'NCHW' ? channels * (columns + c.pad) : columns * (channels + c.pad));
  const weights = channels * multiplierOf(shape) * product(shape.kernel);
  return { image: c.image === 'shared' ? image : 0, weights: c.weights === 'shared' ? weights : 0 };
}

/** Rows (or columns) of the image that so many of the output read. */
function reach(outputs: number, { stride, dilation, kernel }: Conv2dShape, d: 0 | 1): number {
  return (outputs - 1) * stride[d] + (kernel[d] - 1) * dilation[d] + 1;
}

/** for blocks: for threads: elements, in vectors of what is contiguous. Returns the innermost loop over threads. */
function tileOutput(out: Stage, tiles: BlockTiles, { tile_c, tile_x }: Knobs, shape: Conv2dShape): Loop {
  const kernels = out.loop('oc');
  out.reorder(...out.loops.filter((l) => l !== kernels), kernels);
  const { thread, elements } = tileBlock(out, ['n'], tiles);
  const [, , last] = elements;
  const [, ow] = outputSize(shape);
  if (shape.layout === 'NCHW') {
    unrollInnermost(out, [kernels, ...elements], last, lanesOf(tile_x[2], ow));
  } else {
    const [along, lanes] = alongChannels(last, kernels, tile_c[2], shape);
    unrollInnermost(out, [...elements, kernels], along, lanesOf(lanes, shape.outChannels));
  }
  return thread;
}

/**
 * What vectors of output channels run along, where channels are innermost: input channels that have one each, or those
 * of one; and how many they are.
 */
function alongChannels(channels: Loop, kernels: Loop, count: number, shape: Conv2dShape): [Loop, number] {
  const multiplier = multiplierOf(shape);
  return multiplier === 1 ? [channels, count] : [kernels, multiplier];
}

/** for taps: the register tile. Returns the loops over rows of taps and over taps. */
function tileTaps(acc: Stage, { inputs, unroll_kh }: Knobs, { kernel }: Conv2dShape): { row: Loop; tap: Loop } {
  const [ic, row, tap] = [acc.loop('ic'), acc.loop('kh'), acc.loop('kw')];
  const spatial = acc.loops.filter((l) => !isReduce(l));
  acc.reorder(ic, row, tap, ...spatial);
  acc.unroll(...spatial);
  if (inputs !== 'none' || kernel[1] <= maxTaps) acc.unroll(tap);
  if (unroll_kh) acc.unroll(row);
  return { row, tap };
}

interface Operands {
  /** Copies in shared memory. */
  readonly shared: readonly Stage[];
  /** Copies in registers: what a thread reads of the image, and what it multiplies with at a tap. */
  readonly inputs: Stage | undefined;
  readonly weights: Stage;
}

function readOperands(s: Schedule, knobs: Knobs, shape: Conv2dShape): Operands {
  const padded = s.stages.find((stage) => stage.tensor.name === 'padded');
  const [data, weights] = inputsOf(s);
  const threads = threadsOf(knobs, shape);
  const share = (tensor: Tensor, outer: number, elements: number, vector: number): Stage => {
    const isShort = copiesOf(elements, vector, threads) <= maxUnrolledCopies;
    return cooperativeCopy(s.cacheRead(tensor, 'shared'), outer, threads, vector, isShort);
  };
  const counts = sharedElements({ ...knobs, pad: 0 }, shape);
  const image = padded?.tensor ?? data;
  const sharedImage = knobs.image === 'shared' ? share(image, 1, counts.image, knobs.vector) : undefined;
  if (knobs.pad > 0) sharedImage?.pad(shape.layout === 'NCHW' ? 4 : 3, knobs.pad);
  const inputs = knobs.inputs === 'none' ? undefined : readInputs(s, sharedImage?.tensor ?? image, knobs, shape);
  // Tap by tap, channels innermost.
  const sharedWeights =
    knobs.weights === 'shared' ? share(weights, 0, counts.weights, 1).store([3, 4, 0, 1, 2]) : undefined;
  const ofTap = readWeights(s, sharedWeights?.tensor ?? weights, knobs, shape);
  if (padded) s.inline(padded.tensor);
  return { shared: [sharedImage, sharedWeights].filter((copy) => copy !== undefined), inputs, weights: ofTap };
}

/** What a thread reads of the image, in registers. */
function readInputs(s: Schedule, image: Tensor, { tile_c }: Knobs, { layout }: Conv2dShape): Stage {
  const copy = s.cacheRead(image, 'register');
  return layout === 'NCHW'
    ? unrollInnermost(copy, copy.loops, copy.loop('d4'), 1)
    : unrollInnermost(copy, copy.loops, copy.loop('d3'), lanesOf(tile_c[2]));
}

/** What a thread multiplies with at a tap, in registers. */
function readWeights(s: Schedule, kernels: Tensor, { tile_c, weights }: Knobs, shape: Conv2dShape): Stage {
  const copy = s.cacheRead(kernels, 'register');
  const [along, lanes] = alongChannels(copy.loop('d0'), copy.loop('d1'), tile_c[2], shape);
  return unrollInnermost(copy, copy.loops, along, weights === 'shared' ? lanesOf(lanes) : 1);
}
