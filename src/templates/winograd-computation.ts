/**
 * conv2d as Winograd's transforms and a matmul per point of them: the tensors that `conv2d-winograd.ts` and
 * `conv2d-winograd-simt.ts` schedule. Transforms and products are float32, whatever type lies in memory.
 */
import { add, constant, div, mod, scale, subtract } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import { at, compute, input, plus, sum, times } from '../ir/compute.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { constantValue, entry, select } from '../ir/value.js';
import { insideImage, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { buildTail, readsWhole } from '../operator/epilogue.js';
import type { Tail } from '../operator/epilogue.js';
import { winograd } from './winograd.js';
import type { Tile, Transforms } from './winograd.js';

/** The order of an activation's axes. */
type Arrange = <T>(n: T, h: T, w: T, c: T) => [T, T, T, T];

/** The order of the axes of V and M: points, then tiles and channels. */
type Ordered = <T>(a: T, b: T, p: T, c: T) => [T, T, T, T];

/** What V, U and M have room for. */
interface Rounded {
  readonly tiles: number;
  readonly inChannels: number;
  readonly outChannels: number;
}

/** How tiles cover the outputs, and the transforms along both axes of one. */
interface Tiling extends Tile {
  /** Tiles along the columns and the rows of an image, and those of all images. */
  readonly down: number;
  readonly across: number;
  readonly tiles: number;
  readonly rounded: Rounded;
  readonly vertical: Transforms;
  readonly horizontal: Transforms;
}

/** A copy of the input with its border, its channels last. */
interface Image {
  readonly padded: Tensor;
  /** What `padded` reads of an input whose channels are not last: the same elements, on their way through registers. */
  readonly transposed?: Tensor;
}

export interface Stages {
  /** The copy of the input, unless it needs none. */
  readonly image: Image | undefined;
  /** The input's tiles, and of their transforms the first halves, along columns, and the whole ones. */
  readonly patch: Tensor;
  readonly columns: Tensor;
  readonly v: Tensor;
  /** The weights of a vector of channels, which lie apart, and the halves and wholes of their transforms. */
  readonly taps: Tensor;
  readonly weightColumns: Tensor;
  readonly u: Tensor;
  readonly products: Tensor;
  /** The products of a tile, and the halves and wholes of their transforms. */
  readonly gathered: Tensor;
  readonly rows: Tensor;
  readonly tile: Tensor;
}

/**
 * The layout of V and M: what their last axis is, and of what there are multiples of how many (those that are too many
 * are zero).
 */
export interface PointsLayout {
  readonly last: 'channels' | 'tiles';
  readonly tiles: number;
  readonly inChannels: number;
  readonly outChannels: number;
}
const dense: PointsLayout = { last: 'channels', tiles: 1, inChannels: 1, outChannels: 1 };

/** The same function as the operator's, by transforms. p numbers the tiles of all images; a and b are points. */
export function computationOf(
  s: Conv2dShape,
  { tile_h, tile_w }: Tile,
  layout: PointsLayout = dense,
): { computation: Computation; stages: Stages } {
  const [oh, ow] = outputSize(s);
  const { batch, inChannels, outChannels, dtype } = s;
  const [down, across] = [Math.ceil(oh / tile_h), Math.ceil(ow / tile_w)];
  const tiles = batch * down * across;
  const rounded: Rounded = {
    tiles: roundUp(tiles, layout.tiles),
    inChannels: roundUp(inChannels, layout.inChannels),
    outChannels: roundUp(outChannels, layout.outChannels),
  };
  const ordered: Ordered = (a, b, p, c) => (layout.last === 'channels' ? [a, b, p, c] : [a, b, c, p]);
  const [vertical, horizontal] = [winograd(tile_h, s.kernel[0]), winograd(tile_w, s.kernel[1])];
  const [A, B] = [vertical.points, horizontal.points];
  const tiling: Tiling = { tile_h, tile_w, down, across, tiles, rounded, vertical, horizontal };
  const arrange: Arrange = (n, h, w, c) => (s.layout === 'NCHW' ? [n, c, h, w] : [n, h, w, c]);

  const data = input('data', arrange(batch, s.height, s.width, inChannels), dtype);
  const weights = input('weights', [outChannels, inChannels, ...s.kernel], dtype);
  const covered = [down * tile_h + s.kernel[0] - 1, across * tile_w + s.kernel[1] - 1] as const;
  const image = copyOf(data, s, covered, arrange);
  const { patch, columns, v } = transformedInput(image?.padded ?? data, tiling, inChannels, ordered);
  const { taps, weightColumns, u } = transformedWeights(weights, s, tiling);
  const products = sum(
    'M',
    ordered(A, B, rounded.tiles, rounded.outChannels),
    ordered('a', 'b', 'p', 'oc'),
    { ic: rounded.inChannels },
    ([a, b, third, last], { ic }) => {
      const [p, oc] = layout.last === 'channels' ? [third, last] : [last, third];
      return times(at(v, ...ordered(a, b, p, ic)), at(u, a, b, ic, oc));
    },
  );
  const outShape = arrange(batch, oh, ow, outChannels);
  // Elements of NCHW leave one by one, so vectors of channels are finished before, as far as no residual is read, which
  // lies like the output.
  const early = s.layout === 'NCHW' ? s.epilogue.slice(0, [...s.epilogue, 'add'].findIndex(readsWhole)) : [];
  const tileTail = buildTail(early, [], [outChannels], ([, , , oc]) => [oc!], { dtype });
  const { gathered, rows, tile } = transformedOutput(
    (...place) => at(products, ...ordered(...place)),
    tiling,
    tileTail.finish,
  );
  const channelsAt = s.layout === 'NCHW' ? 1 : 3;
  const late = s.epilogue.slice(early.length);
  const tail = buildTail(late, outShape, [outChannels], (axes) => [axes[channelsAt]!], { dtype, before: early });
  const finished = (axes: readonly [Index, Index, Index, Index]): Value => {
    const [n, y, x, oc] = s.layout === 'NCHW' ? [axes[0], axes[2], axes[3], axes[1]] : axes;
    const p = add(scale(add(scale(n, down), div(y, tile_h)), across), div(x, tile_w));
    return tail.finish(at(tile, p, mod(y, tile_h), mod(x, tile_w), oc), axes);
  };
  const output = compute('out', outShape, arrange('n', 'oh', 'ow', 'oc'), finished, tail.dtype);
  return {
    computation: {
      inputs: [data, weights, ...tileTail.inputs, ...tail.inputs],
      output,
      constants: s.constant.length > 0 ? [weights] : [],
    },
    stages: { image, patch, columns, v, taps, weightColumns, u, products, gathered, rows, tile },
  };
}

/** V = Bᵀ input B, the columns of every tile first. */
function transformedInput(
  image: Tensor,
  { tile_h, tile_w, down, across, tiles, rounded, vertical, horizontal }: Tiling,
  channels: number,
  ordered: Ordered,
): { patch: Tensor; columns: Tensor; v: Tensor } {
  const [A, B] = [vertical.points, horizontal.points];
  const patch = compute('patch', [rounded.tiles, A, B, rounded.inChannels], ['p', 'i', 'j', 'ic'], ([p, i, j, ic]) => {
    const row = div(p, across);
    const [top, left] = [scale(mod(row, down), tile_h), scale(mod(p, across), tile_w)];
    const there = [...within(p, tiles, rounded.tiles), ...within(ic, channels, rounded.inChannels)];
    return select(there, at(image, div(row, down), add(top, i), add(left, j), ic), constantValue(0));
  });
  const columns = compute(
    'columns',
    [rounded.tiles, A, B, rounded.inChannels],
    ['p', 'a', 'j', 'ic'],
    ([p, a, j, ic]) =>
      combination(A, (i) => times(entry(vertical.input, a, constant(i)), at(patch, p, constant(i), j, ic))),
  );
  const [shape, axes] = [ordered(A, B, rounded.tiles, rounded.inChannels), ordered('a', 'b', 'p', 'ic')];
  const v = compute('V', shape, axes, ([a, b, third, last]) => {
    const [p, ic] = axes[2] === 'p' ? [third, last] : [last, third];
    return combination(B, (j) => times(entry(horizontal.input, b, constant(j)), at(columns, p, a, constant(j), ic)));
  });
  return { patch, columns, v };
}

/** U = G weights Gᵀ of weights [oc, ic, kh, kw]. */
function transformedWeights(
  weights: Tensor,
  { outChannels, inChannels, kernel }: Conv2dShape,
  { vertical, horizontal, rounded }: Tiling,
): { taps: Tensor; weightColumns: Tensor; u: Tensor } {
  const [height, width] = kernel;
  const channels = [rounded.inChannels, rounded.outChannels];
  const taps = compute('taps', [height, width, ...channels], ['kh', 'kw', 'ic', 'oc'], ([kh, kw, ic, oc]) => {
    const there = [...within(ic, inChannels, rounded.inChannels), ...within(oc, outChannels, rounded.outChannels)];
    return select(there, at(weights, oc, ic, kh, kw), constantValue(0));
  });
  const [A, B] = [vertical.points, horizontal.points];
  const weightColumns = compute('weight_columns', [A, width, ...channels], ['a', 'kw', 'ic', 'oc'], ([a, kw, ic, oc]) =>
    combination(height, (kh) => times(entry(vertical.kernel, a, constant(kh)), at(taps, constant(kh), kw, ic, oc))),
  );
  const u = compute('U', [A, B, ...channels], ['a', 'b', 'ic', 'oc'], ([a, b, ic, oc]) =>
    combination(width, (kw) =>
      times(entry(horizontal.kernel, b, constant(kw)), at(weightColumns, a, constant(kw), ic, oc)),
    ),
  );
  return { taps, weightColumns, u };
}

/** Aᵀ M A of the products M[a, b, p, oc], finished: the outputs of every tile. */
function transformedOutput(
  productOf: (a: Index, b: Index, p: Index, oc: Index) => Value,
  { tile_h, tile_w, vertical, horizontal, rounded }: Tiling,
  finish: Tail['finish'],
): { gathered: Tensor; rows: Tensor; tile: Tensor } {
  const [A, B] = [vertical.points, horizontal.points];
  const { tiles, outChannels: channels } = rounded;
  const gathered = compute('gathered', [tiles, A, B, channels], ['p', 'a', 'b', 'oc'], ([p, a, b, oc]) =>
    productOf(a, b, p, oc),
  );
  const rows = compute('rows', [tiles, tile_h, B, channels], ['p', 'i', 'b', 'oc'], ([p, i, b, oc]) =>
    combination(A, (a) => times(entry(vertical.output, i, constant(a)), at(gathered, p, constant(a), b, oc))),
  );
  const tile = compute('tile', [tiles, tile_h, tile_w, channels], ['p', 'i', 'j', 'oc'], ([p, i, j, oc]) => {
    const term = (b: number): Value => times(entry(horizontal.output, j, constant(b)), at(rows, p, i, constant(b), oc));
    return finish(combination(B, term), [p, i, j, oc]);
  });
  return { gathered, rows, tile };
}

export function roundUp(count: number, multiple: number): number {
  return Math.ceil(count / multiple) * multiple;
}

/** The condition for an index to be one of `count`, where there is room for more. */
function within(index: Index, count: number, room: number): Index[] {
  return room > count ? [subtract(constant(count - 1), index)] : [];
}

/** The sum of `count` values. */
function combination(count: number, term: (i: number) => Value): Value {
  return Array.from({ length: count }, (_, i) => term(i)).reduce(plus);
}

/**
 * The input as [n, ih, iw, ic] with zeros around it, as large as the tiles reach; undefined where that is the input
 * itself.
 */
function copyOf(
  data: Tensor,
  s: Conv2dShape,
  [height, width]: readonly [number, number],
  arrange: Arrange,
): Image | undefined {
  const [top, left] = s.pad;
  const border = top > 0 || left > 0 || height > s.height || width > s.width;
  const channelsLast = s.layout !== 'NCHW';
  if (channelsLast && !border) return undefined;
  const shape = [s.batch, height, width, s.inChannels];
  const axes = ['n', 'ih', 'iw', 'ic'] as const;
  const bordered = ([n, ih, iw, ic]: readonly [Index, Index, Index, Index]): Value => {
    const [row, column] = [subtract(ih, constant(top)), subtract(iw, constant(left))];
    const inside = insideImage(s, row, column, [top, left, height - top - s.height, width - left - s.width]);
    return select(inside, at(data, ...arrange(n, row, column, ic)), constantValue(0));
  };
  if (channelsLast) return { padded: compute('padded', shape, axes, bordered) };
  const transposed = compute('turned', shape, axes, bordered);
  return { padded: compute('padded', shape, axes, (position) => at(transposed, ...position)), transposed };
}
