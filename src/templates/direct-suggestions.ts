/** What `conv2d.direct` would try first: an analytical register tile, in the order that caches of today like best. */
import { elementBytes } from '../ir/tensor.js';
import { outputSize, type Conv2dShape } from '../operator/conv2d.js';
import type { SimdTarget } from '../target/target.js';
import { activationLayouts, largeWeights, placesOfBorder, productsIn, type DirectKnobs } from './direct-knobs.js';
import { panelBytes } from './narrow-image.js';
import { registersFor, type Products } from './narrow.js';
import { promisingTiles, tallestTile } from './register-tile.js';

/** Bytes of images that the L2 cache keeps beside such weights. */
const keptImages = 512 << 10;
/** Bytes of weights that are read again for each row, at most. */
const mostWeightsOfRows = 512 << 10;

/** The best register tiles with all channels summed at once. */
export function suggestDirect(shape: Conv2dShape, { vector: unit, threads }: SimdTarget): DirectKnobs[] {
  const [oh, ow] = outputSize(shape);
  const ocg = shape.outChannels / shape.groups;
  const { lanes } = unit;
  const products = productsIn(shape, unit);
  const registers = registersFor(products, unit);
  const panels = { widest: 4, bytes: panelBytes(shape, products, lanes) };
  // Images that the L2 cache does not keep are gone through once, where it keeps the weights for the next row.
  const weights = panels.bytes * Math.ceil(ocg / lanes) * shape.groups;
  const pixels = shape.batch * (shape.height * shape.width * shape.inChannels + oh * ow * shape.outChannels);
  const outer = weights <= largeWeights && elementBytes(shape.dtype) * pixels > keptImages ? 'oh' : 'oc';
  const common = { layout: 'given', lanes, block_ic: shape.inChannels / shape.groups, outer } as const;
  if (runsAlongRow(shape)) {
    return promisingTiles(ocg, Math.ceil(ow / lanes), registers).map(({ rows, vectors }) => ({
      ...common,
      vector: 'ow',
      tile_oc: rows,
      tile_oh: 1,
      tile_ow: Math.min(ow, vectors * lanes),
      order: 'ic_kh_kw',
      unroll_kw: true,
      pad_at: 'root',
    }));
  }
  const tiles = promisingTiles(ow, Math.ceil(ocg / lanes), registers, panels);
  const ways = waysAtBorder(shape, products, threads === 1 && weights <= mostWeightsOfRows).map((way) => ({
    ...common,
    vector: 'oc' as const,
    order: 'kh_kw_ic' as const,
    unroll_kw: way.pad_at === 'skip',
    ...way,
  }));
  const suggested = tiles.flatMap(({ rows, vectors }) =>
    ways.map((way) => {
      // Short rows are summed several at a time, where the border is in the image.
      const tall = way.pad_at === 'root' ? Math.floor(tallestTile(vectors, unit.registers) / rows) : 1;
      return { ...way, tile_oc: Math.min(ocg, vectors * lanes), tile_oh: rows < ow ? 1 : tall, tile_ow: rows };
    }),
  );
  if (!activationLayouts(shape, products, lanes).includes('planes')) return suggested;
  return suggested.flatMap((one) => [one, { ...one, layout: 'planes' }]);
}

type AtBorder = Pick<DirectKnobs, 'pad_at'> & Partial<Pick<DirectKnobs, 'outer'>>;

/**
 * First with the border skipped, then with it added to the image. An image that is widened is copied: row by row where
 * rows are copied twice at most and the weights are `kept` for the next row, by the L2 cache of one thread.
 */
function waysAtBorder(shape: Conv2dShape, products: Products, kept: boolean): readonly AtBorder[] {
  if (products.widened === undefined) return [{ pad_at: 'skip' }, { pad_at: 'root' }];
  const { kernel, dilation, stride } = shape;
  const rows = (kernel[0] - 1) * dilation[0] + 1;
  const isRowByRow = kept && rows <= 2 * stride[0] && placesOfBorder(shape, products).includes('row');
  return isRowByRow ? [{ pad_at: 'row', outer: 'oh' }, { pad_at: 'root' }] : [{ pad_at: 'root' }];
}

/** Whether what is suggested has its vectors along a row of pixels. */
export function runsAlongRow(shape: Conv2dShape): boolean {
  return shape.layout === 'NCHW' && shape.stride[1] === 1 && outputSize(shape)[1] > 1;
}
