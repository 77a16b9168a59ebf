/**
 * conv2d_transpose, by its phases (sub-pixel convolution: Shi et al., "Is the deconvolution layer the same as a
 * convolutional layer?", 2016): the rows y of the output with the same y mod stride are hit by the same taps of the
 * kernel, and so are the columns. Each of the stride × stride phases is thus a plain convolution with stride 1 and a
 * part of the kernel, and no zero is ever multiplied. All phases share one code, with loops over taps that are as long
 * as the phase has taps. Within a phase this is `conv2d.direct`: a register tile of output channels × pixels, with
 * vectors along output channels or, in NCHW, along a row of the phase.
 */
import { add, constant, div, mod, variable } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { Layout as MemoryLayout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { at, compute, sum, times } from '../ir/compute.js';
import { computedIn, type Computation, type Tensor, type Value } from '../ir/tensor.js';
import { arrangement, padData, placesOf, type Activation } from '../operator/conv2d.js';
import { conv2dTransposeShape, signature, transposedSize } from '../operator/conv2d-transpose.js';
import type { Conv2dTransposeShape } from '../operator/conv2d-transpose.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { isOfVectors, multiplyAddsOf, registersOf } from './direct-tile.js';
import { maxUnrolled, partVectors, promisingTiles, tileSizes, tooManyRegisters, tooMuchCode } from './register-tile.js';
import { phasesAlong } from './transpose-phases.js';
import type { Phases } from './transpose-phases.js';
import { defineTemplate } from './define-template.js';
import { borderOf, channelProducts, copyImage, imageOf, needsCopy, panelBytes } from './narrow-image.js';
import { inGroups, isOnCpu, registersFor, stepsOf, sumWeights, type Products } from './narrow.js';
import { packWeights } from './weights.js';
import { tileInVectors } from './vector-axis.js';

function defineKnobs(shape: Conv2dTransposeShape, { vector: { lanes } }: SimdTarget) {
  const [{ extent: oh }, { extent: ow }] = phasesOf(shape);
  const ocg = shape.outChannels / shape.groups;
  return (
    new SpaceBuilder()
      // What a vector runs along: output channels, or pixels of a row of one phase.
      .choice('vector', servesPixels(shape) ? ['oc', 'ow'] : ['oc'])
      .choice('lanes', lanes > 4 ? [lanes, lanes / 2] : [lanes])
      // Register tile: output channels, rows and columns of one phase.
      .choice('tile_oc', tileSizes(ocg, [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64], 28))
      .choice('tile_oh', tileSizes(oh, [1, 2, 3, 4, 7], 4))
      .choice('tile_ow', tileSizes(ow, [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 28, 32, 48, 64], 28))
      // Order of the sum, and of the packed weights.
      .choice('order', ['ic_kh_kw', 'kh_kw_ic'])
      // Which outer loop comes first: tiles of channels, so that their weights stay in the cache; or rows, so that
      // their pixels do.
      .choice('outer', ['oc', 'oh'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const conv2dTransposePhases = defineTemplate({
  name: 'conv2d_transpose.phases',
  operator: 'conv2d_transpose',
  target: 'simd',
  summary: 'a direct convolution for each phase of the stride, without multiplications by inserted zeros',
  version: 1,

  dtypes: isOnCpu,

  define: (workload, target) => {
    const shape = conv2dTransposeShape(workload);
    const [{ extent: oh }, { extent: ow }] = phasesOf(shape);
    const { registers } = target.vector;
    const ocg = shape.outChannels / shape.groups;
    return defineKnobs(shape, target)
      .constraint(tooManyRegisters(target.vector), (c) => registersOf(c) <= registers)
      .constraint(tooMuchCode, (c) => {
        return multiplyAddsOf(c, { oc: ocg, oh, ow }) <= maxUnrolled(target.vector);
      })
      .constraint(partVectors, (c) => isOfVectors(c, { oc: ocg, oh, ow }))
      .build();
  },

  suggestions: (workload, target) => suggest(conv2dTransposeShape(workload), target),

  schedule: (workload, target, knobs) => {
    const shape = conv2dTransposeShape(workload);
    const products = productsIn(shape, target.vector);
    const { computation, phase } = byPhases(shape, knobs);
    const s = new Schedule(computation);
    const tile = s.stage(phase);
    const shift = products.shift === 0 ? undefined : s.shift(tile, imageOf(s), products.shift);
    packWeights(s, weightPanels(knobs, shape, products), target.threads, products);
    const image =
      needsCopy(shape, products) || products.widened ? copyImage(s, shape, products, knobs.lanes) : borderOf(s);
    if (shift) {
      const weights = { column: 'oc', tile: knobs.tile_oc, sum: knobs.order.split('_'), grouped: 'ic' };
      sumWeights(s, shift, weights, products, knobs.lanes);
    }
    const output = tileOutput(s.output, knobs, shape, target);
    if (image && target.threads > 1) image.parallel(image.loops.slice(0, 3).reduce((x, y) => image.fuse(x, y)));
    tile.computeAt(s.output, output.at);
    if (shape.layout !== 'NCHW') {
      // Channels are contiguous: the accumulators' vectors go where they belong.
      tile.scope = 'register';
      unrollTile(s.output, output, knobs);
      unrollTile(tile, tileLoops(tile), knobs, sumOf(tile, knobs, products));
    } else {
      // Neighbours of a phase are a stride apart: a small buffer takes the vectors, and a loop spreads its elements.
      const acc = s.cacheWrite(tile, 'register');
      acc.computeAt(tile, tile.loop('b'));
      s.output.reorder(output.oc, output.row, output.column);
      unrollTile(tile, tileLoops(tile), knobs);
      unrollTile(acc, tileLoops(acc), knobs, sumOf(acc, knobs, products));
    }
    return s;
  },
});

/** Of a phase what `conv2d.direct` suggests of a convolution: the best register tiles, all channels summed at once. */
function suggest(shape: Conv2dTransposeShape, { vector: unit }: SimdTarget): Knobs[] {
  const [rows, columns] = phasesOf(shape);
  const ocg = shape.outChannels / shape.groups;
  const { lanes } = unit;
  const products = productsIn(shape, unit);
  const registers = registersFor(products, unit);
  if (servesPixels(shape))
    return promisingTiles(ocg, Math.ceil(columns.extent / lanes), registers).map((tile) => ({
      ...{ vector: 'ow', lanes, order: 'ic_kh_kw', outer: 'oc' },
      ...{ tile_oc: tile.rows, tile_oh: 1, tile_ow: Math.min(columns.extent, tile.vectors * lanes) },
    }));
  const kernel = [rows.maxTaps, columns.maxTaps] as const;
  const panels = { widest: 4, bytes: panelBytes({ ...shape, kernel }, products, lanes) };
  return promisingTiles(columns.extent, Math.ceil(ocg / lanes), registers, panels).map((tile) => ({
    ...{ vector: 'oc', lanes, order: 'kh_kw_ic', outer: 'oc' },
    ...{ tile_oc: Math.min(ocg, tile.vectors * lanes), tile_oh: 1, tile_ow: tile.rows },
  }));
}

function productsIn(shape: Conv2dTransposeShape, unit: VectorUnit): Products {
  return channelProducts(shape, shape.batch * shape.height * shape.width, unit);
}

/** Columns of a phase are contiguous in the input only in NCHW. */
function servesPixels(s: Conv2dTransposeShape): boolean {
  return s.layout === 'NCHW' && phasesOf(s)[1].extent > 1;
}

function phasesOf(s: Conv2dTransposeShape): [Phases, Phases] {
  const size = transposedSize(s);
  const image = [s.height, s.width] as const;
  const along = (d: 0 | 1): Phases =>
    phasesAlong({
      ...{ input: image[d], output: size[d], kernel: s.kernel[d] },
      ...{ stride: s.stride[d], dilation: s.dilation[d], pad: s.pad[d] },
    });
  return [along(0), along(1)];
}

/**
 * The same tensors as the operator's own computation, computed by way of a tensor phase[n, g, a, b, oc, q, r] (or q, r,
 * oc, so that vectors lie along the last axis): the output's element (q * stride + a, r * stride + b) before the
 * epilogue.
 */
function byPhases(s: Conv2dTransposeShape, { vector }: Knobs): { computation: Computation; phase: Tensor } {
  const { data, weights, outShape, outAxes, tail, computes } = signature(s);
  const arrange = arrangement(s.layout);
  const [rows, columns] = phasesOf(s);
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const border = [rows.before, columns.before, rows.after, columns.after] as const;
  const padded = padData(data, { ...s, pad: border }, arrange);
  const place = <T>(n: T, g: T, a: T, b: T, oc: T, q: T, r: T): [T, T, T, T, T, T, T] =>
    vector === 'oc' ? [n, g, a, b, q, r, oc] : [n, g, a, b, oc, q, r];
  const phase = withTaps(
    sum(
      'phase',
      place(s.batch, s.groups, rows.count, columns.count, ocg, rows.extent, columns.extent),
      place('n', 'g', 'a', 'b', 'oc', 'q', 'r'),
      { ic: icg, kh: rows.maxTaps, kw: columns.maxTaps },
      ([n, g, a, b, x, y, z], { ic, kh: i, kw: j }) => {
        const [oc, q, r] = vector === 'oc' ? [z, x, y] : [x, y, z];
        const row = add(rows.source(a, q, i), constant(rows.before));
        const column = add(columns.source(b, r, j), constant(columns.before));
        const weight = at(weights, g, ic, oc, rows.tap(a, i), columns.tap(b, j));
        return times(at(padded, ...arrange(n, g, ic, row, column)), weight);
      },
      undefined,
      computedIn(s.dtype),
    ),
    (name, axis) => (name === 'kh' ? rows.taps(axis('a')) : name === 'kw' ? columns.taps(axis('b')) : undefined),
  );
  const finish = (axes: Activation<Index>): Value => {
    const { n, g, c, h, w } = placesOf(s, axes);
    const [a, b] = [mod(h, s.stride[0]), mod(w, s.stride[1])];
    return tail.finish(at(phase, ...place(n, g, a, b, c, div(h, s.stride[0]), div(w, s.stride[1]))), axes);
  };
  const output = compute('out', outShape, outAxes, finish, tail.dtype);
  return { computation: computes(output), phase };
}

/** The same sum with other bounds of its axes; `axis` gives the spatial axis of a name. */
function withTaps(tensor: Tensor, bound: (name: string, axis: (name: string) => Index) => Index | undefined): Tensor {
  const { axes, reduction, value } = tensor.compute!;
  const axis = (name: string): Index => variable(axes.find((v) => v.name === name)!);
  const bounded = reduction!.axes.map((r) => ({ ...r, extent: bound(r.axis.name, axis) ?? r.extent }));
  return { ...tensor, compute: { axes, reduction: { ...reduction!, axes: bounded }, value } };
}

/** A phase's taps lie together, in tiles of output channels, in the order in which the sum reads them. */
function weightPanels(knobs: Knobs, shape: Conv2dTransposeShape, products: Products): MemoryLayout {
  const [rows, columns] = phasesOf(shape);
  const [channel, kh, kw] = [2, 3, 4];
  const part = (dim: number, which: 'outer' | 'inner', tile: number): MemoryLayout[number] => ({
    dim,
    part: which,
    tile,
  });
  const phase = [part(kh, 'inner', rows.period), part(kw, 'inner', columns.period)];
  const taps = [part(kh, 'outer', rows.period), part(kw, 'outer', columns.period)];
  const [ic, ...group] = inGroups(1, products);
  const order = knobs.order === 'ic_kh_kw' ? [ic, ...taps] : [...taps, ic];
  const tile = knobs.tile_oc;
  return [0, part(channel, 'outer', tile), ...phase, ...order, part(channel, 'inner', tile), ...group];
}

/** The loops of a register tile. */
interface TileLoops {
  readonly oc: Loop;
  readonly row: Loop;
  readonly column: Loop;
}

/** for n, g, tiles of channels, phases, tiles of rows: for tiles along the row (`at`): one register tile. */
function tileOutput(
  out: Stage,
  knobs: Knobs,
  shape: Conv2dTransposeShape,
  target: SimdTarget,
): TileLoops & { readonly at: Loop } {
  const [q, a] = out.split(out.loop('oh'), shape.stride[0], 'guard');
  const [r, b] = out.split(out.loop('ow'), shape.stride[1], 'guard');
  const [ocTile, oc] = out.split(out.loop('oc'), knobs.tile_oc, 'peel');
  const [qTile, row] = out.split(q, knobs.tile_oh, 'peel');
  const [rTile, column] = out.split(r, knobs.tile_ow, 'peel');
  const outside = knobs.outer === 'oc' ? [ocTile, a, b, qTile] : [qTile, a, b, ocTile];
  const tiles = [out.loop('n'), out.loop('g'), ...outside];
  out.reorder(...tiles, rTile, row, column, oc);
  if (target.threads > 1) out.parallel(tiles.reduce((x, y) => out.fuse(x, y)));
  return { oc, row, column, at: rTile };
}

function tileLoops(stage: Stage): TileLoops {
  return { oc: stage.loop('oc'), row: stage.loop('q'), column: stage.loop('r') };
}

function sumOf(stage: Stage, { order }: Knobs, products: Products): Loop[] {
  const steps = stepsOf(stage, stage.loop('ic'), products);
  return order.split('_').map((axis) => (axis === 'ic' ? steps : stage.loop(axis)));
}

/** One statement for every vector of a register tile; of a sum, one multiply-add in every step. */
function unrollTile(stage: Stage, { oc, row, column }: TileLoops, knobs: Knobs, sum: readonly Loop[] = []): void {
  const [along, inside] = knobs.vector === 'oc' ? [oc, [row, column]] : [column, [oc, row]];
  tileInVectors(stage, sum, inside, along, knobs.lanes);
}
