/**
 * conv2d, direct: a register tile of output channels × pixels summed over the kernel and the input channels. Vectors
 * run along output channels (weights are vectors, pixels are broadcast: any stride) or along a row of pixels (NCHW with
 * stride 1: weights are broadcast). Weights are packed in tiles of output channels, in the order in which the sum reads
 * them.
 */
import type { Loop } from '../ir/loop.js';
import type { Layout as MemoryLayout } from '../ir/layout.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { cutGrids, repeat } from '../ir/task-mapping.js';
import { conv2d, conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape, Layout } from '../operator/conv2d.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { blockChannels, blockedLayout, planeInput } from './blocked-layout.js';
import { defineKnobs, largeWeights, productsIn, type DirectKnobs } from './direct-knobs.js';
import { runsAlongRow, suggestDirect } from './direct-suggestions.js';
import { isOfVectors, multiplyAddsOf, registersOf } from './direct-tile.js';
import { filling, maxUnrolled, partVectors, tooManyRegisters, tooMuchCode } from './register-tile.js';
import { defineTemplate } from './define-template.js';
import { maxMultiplier } from './conv2d-depthwise.js';
import { borderOf, copyImage, imageOf, needsCopy, panelBytes } from './narrow-image.js';
import { inGroups, isOnCpu, stepsOf, sumWeights, type Products } from './narrow.js';
import { streamWeights } from './stream-weights.js';
import { packWeights } from './weights.js';
import { tileInVectors } from './vector-axis.js';

/**
 * Without a border, the taps of a tile are few: a tile at the border has code of its own, of which there are two at
 * most. Wider kernels than 3 may have the tiles that 3 may have.
 */
function maxUnrolledSkipping(unit: VectorUnit, columns: number): number {
  return 2 * maxUnrolled(unit) * Math.max(1, columns / 3);
}

export const conv2dDirect = defineTemplate({
  name: 'conv2d.direct',
  operator: 'conv2d',
  target: 'simd',
  summary: 'register tile of channels × pixels, weights packed in the order of the sum',
  version: 2,
  dtypes: isOnCpu,
  saving: 'GFLOPS count products with the padding, which these kernels may skip',
  refuses: (workload) => {
    const { groups, inChannels, outChannels } = conv2dShape(workload);
    // Each group would be a convolution of its own, with one channel to sum over.
    return groups > 1 && groups === inChannels && outChannels <= maxMultiplier * groups
      ? 'every group has one input channel: conv2d.depthwise is for it'
      : undefined;
  },

  define: (workload, target) => {
    const shape = conv2dShape(workload);
    const [oh, ow] = outputSize(shape);
    const { registers } = target.vector;
    const products = productsIn(shape, target.vector);
    const ocg = shape.outChannels / shape.groups;
    const icg = shape.inChannels / shape.groups;
    return defineKnobs(shape, target)
      .constraint(tooManyRegisters(target.vector), (c) => registersOf(c) <= registers)
      .constraint(tooMuchCode, (c) => {
        const tile = multiplyAddsOf(c, { oc: ocg, oh, ow });
        if (c.pad_at === 'skip') return tile * shape.kernel[1] <= maxUnrolledSkipping(target.vector, shape.kernel[1]);
        return tile * (c.unroll_kw ? shape.kernel[1] : 1) <= maxUnrolled(target.vector);
      })
      .constraint(
        'columns of the kernel and their channels are one loop only where neither is cut or unrolled',
        (c) => c.order !== 'kh_kwic' || (c.block_ic === icg && !c.unroll_kw && c.layout === 'given'),
      )
      .constraint(
        'the border is skipped row by row, by unrolled columns of the kernel, where vectors run along channels',
        (c) => c.pad_at !== 'skip' || (c.vector === 'oc' && c.tile_oh === 1 && (c.unroll_kw || shape.kernel[1] === 1)),
      )
      .constraint(partVectors, (c) => isOfVectors(c, { oc: ocg, oh, ow }))
      .constraint(
        'input channels are cut into blocks only where the weights of a tile would not stay in the L2 cache',
        (c) => c.block_ic === icg || panelBytes(shape, products, c.tile_oc) > largeWeights,
      )
      .constraint(
        'the border is added row by row only where all channels are summed at once',
        (c) => c.pad_at !== 'row' || c.block_ic === icg,
      )
      .build();
  },

  suggestions: (workload, target) => suggestDirect(conv2dShape(workload), target),
  work: (workload, { vector: { lanes } }) => {
    const shape = conv2dShape(workload);
    const along = runsAlongRow(shape) ? outputSize(shape)[1] : shape.outChannels / shape.groups;
    return (conv2d.flops(workload) * filling(along, lanes)) / along;
  },

  schedule: (workload, target, knobs) => {
    const shape = conv2dShape(workload);
    const products = productsIn(shape, target.vector);
    const s = new Schedule(conv2d.computation(workload));
    const out = s.output;
    const shift = products.shift === 0 ? undefined : s.shift(out, imageOf(s), products.shift);
    const weights = packWeights(s, weightPanels(knobs, products), target.threads, products);
    const block = target.vector.lanes;
    const image = inputImage(s, shape, knobs, products, block);
    if (knobs.layout === 'blocks') blockChannels(s, 'c', block);
    if (knobs.layout === 'planes') planeInput(s);
    if (shift) {
      const weights = { column: 'oc', tile: knobs.tile_oc, sum: orderOf(knobs), grouped: 'ic' };
      sumWeights(s, shift, weights, products, knobs.lanes);
    }
    const acc = s.accumulate(out, 'ic', knobs.block_ic, 'register');
    const loops = tileOutput(out, knobs, shape.layout, target);
    if (image) placeImage(s, image, out, loops, knobs, target);
    tileAccumulators(acc, out, loops.tile, knobs, products, block);
    // Of a block of channels a panel's part lies apart.
    if (knobs.block_ic * shape.groups === shape.inChannels) {
      const [oh, ow] = outputSize(shape);
      streamWeights(acc, weights, { rows: oh * ow, around: { stage: out, loops: loops.inPanel }, panels: 1 });
    }
    return s;
  },
});

/** The stage that copies the image, with its zero border if it has one; undefined where there is none. */
function inputImage(
  s: Schedule,
  shape: Conv2dShape,
  { pad_at, layout, lanes }: DirectKnobs,
  products: Products,
  block: number,
): Stage | undefined {
  const isWidened = products.widened !== undefined && (pad_at === 'root' || pad_at === 'row');
  if (!isWidened && !needsCopy(shape, products)) return borderOf(s);
  return copyImage(s, shape, products, lanes, layout === 'blocks' ? blockedLayout('c', block) : undefined);
}

/** [groups][tiles of channels], the sum in the order of the tile, and for each of its channels a group of the sum. */
function weightPanels(knobs: DirectKnobs, products: Products): MemoryLayout {
  const [ic, ...group] = inGroups(2, products);
  const dims = { ic, kh: 3, kw: 4 } as const;
  const order = orderOf(knobs).map((axis) => dims[axis]);
  const tile = knobs.tile_oc;
  return [0, { dim: 1, part: 'outer', tile }, ...order, { dim: 1, part: 'inner', tile }, ...group];
}

function orderOf({ order }: DirectKnobs): ('ic' | 'kh' | 'kw')[] {
  return order.replace('kwic', 'kw_ic').split('_') as ('ic' | 'kh' | 'kw')[];
}

interface OutputLoops {
  /** The loop over tiles of rows; with threads, the fused loop that they share. */
  readonly rows: Loop;
  /** The innermost loop over tiles. */
  readonly tile: Loop;
  /** The loops over tiles of the same channels. */
  readonly inPanel: readonly Loop[];
}

/** for n, g, (blocks of ic), tiles of channels and rows: for tiles along the row: one register tile. */
function tileOutput(out: Stage, knobs: DirectKnobs, layout: Layout, target: SimdTarget): OutputLoops {
  const tile = repeat(knobs.tile_oc, knobs.tile_oh, knobs.tile_ow);
  const [[ocTile, ohTile, owTile], [oc, oh, ow]] = cutGrids(out, out.loopsOver('oc', 'oh', 'ow'), tile, 'peel');
  // In NCHW the output's rows are contiguous, whatever the accumulators' vectors run along.
  const byRows = layout === 'NCHW';
  const [vectors, lanes] = out.split(byRows ? ow : oc, knobs.lanes, 'min');
  const [n, g] = [out.loop('n'), out.loop('g')];
  const blocks = out.loops.filter((l) => l.name === 'ico');
  const tiles = knobs.outer === 'oc' ? [ocTile, ohTile] : [ohTile, ocTile];
  const order = byRows ? [oh, vectors, oc] : [oh, ow, vectors];
  out.reorder(n, g, ...blocks, ...tiles, owTile, ...order, lanes);
  out.unroll(...order).vectorize(lanes, knobs.lanes);
  let rows = ohTile;
  if (target.threads > 1) {
    // Threads share all tiles; with blocks of input channels, those of one block.
    const shared = blocks.length > 0 ? tiles : [n, g, ...tiles];
    rows = shared.reduce((a, b) => out.fuse(a, b));
    out.parallel(rows);
  }
  return { rows, tile: owTile, inPanel: knobs.outer === 'oc' ? [ohTile, owTile] : [owTile] };
}

function placeImage(
  s: Schedule,
  image: Stage,
  out: Stage,
  { rows, tile }: OutputLoops,
  knobs: DirectKnobs,
  target: SimdTarget,
): void {
  if (knobs.pad_at === 'skip') {
    s.inline(image.tensor);
    out.partition(tile);
  } else if (knobs.pad_at === 'row') image.computeAt(out, rows);
  else if (target.threads > 1) image.parallel(image.loops.slice(0, 3).reduce((a, b) => image.fuse(a, b)));
}

/** The register tile: zero, then one multiply-add of every accumulator per step of the sum. */
function tileAccumulators(
  acc: Stage,
  out: Stage,
  tile: Loop,
  knobs: DirectKnobs,
  products: Products,
  block: number,
): void {
  acc.computeAt(out, tile);
  const [oc, oh, ow] = [acc.loop('oc'), acc.loop('oh'), acc.loop('ow')];
  const [along, inside] = knobs.vector === 'oc' ? [oc, [oh, ow]] : [ow, [oc, oh]];
  const steps = stepsOf(
    acc,
    acc.loops.find((l) => l.name === 'ic' || l.name === 'ici')!,
    products,
  );
  const sum = orderOf(knobs).flatMap((axis) => {
    if (axis !== 'ic') return [acc.loop(axis)];
    // A block of channels at a time, so that addresses inside it are linear.
    return knobs.layout === 'blocks' ? acc.split(steps, block / products.group, 'min') : [steps];
  });
  tileInVectors(acc, [acc.loop('n'), acc.loop('g'), ...sum], inside, along, knobs.lanes);
  if (knobs.unroll_kw) acc.unroll(acc.loop('kw'));
  if (knobs.order === 'kh_kwic') acc.fuse(acc.loop('kw'), steps);
}
