/** What `conv2d.winograd` suggests: tiles, blocks and registers from counts of multiplications and of bytes. */
import { outputSize, type Conv2dShape } from '../operator/conv2d.js';
import type { SimdTarget } from '../target/target.js';
import { productsOf } from './narrow.js';
import { filling, promisingTiles } from './register-tile.js';
import type { Tile } from './winograd.js';
import { isAccurate, maxChannels, minChannels, outputsOf, tileCount } from './winograd-rules.js';

interface Knobs extends Tile {
  readonly blocks: number;
  readonly block_oc: number;
  readonly tile_p: number;
  readonly tile_oc: number;
  readonly inner: 'oc';
  readonly parallel: 'p' | 'oc' | 'none';
}

/** Tiles that reading the weights' transform costs as much as, where no L2 cache keeps it. */
const READING = 12;
/** What products of the transforms cost of those of direct convolutions: their matrices are small. */
const HARDER = 1.25;
/** Bytes of a block's transforms that the L2 cache keeps, and of weights that it keeps on top. */
const KEPT = { block: 512 << 10, weights: 1 << 20 };
/** Bytes of a block's inputs at one point: products of all output channels read them again. */
const READ_AGAIN = 64 << 10;

/** A tile of the transforms, and what products, transforms and weights cost, in multiply-adds of a pair of channels. */
interface Cut extends Tile {
  readonly points: number;
  readonly tiles: number;
  /** Bytes of the weights' transform. */
  readonly weights: number;
  readonly cost: number;
}

/** Tiles of the transforms that are accurate enough, the cheapest first. */
function promisingCuts(shape: Conv2dShape): Cut[] {
  const [oh, ow] = outputSize(shape);
  const [kh, kw] = shape.kernel;
  const channels = 1 / shape.inChannels + 1 / shape.outChannels;
  const cuts = outputsOf(kh, oh).flatMap((tile_h) => outputsOf(kw, ow).map((tile_w) => ({ tile_h, tile_w })));
  return cuts
    .filter(isAccurate(shape))
    .map((tile) => {
      const [down, across] = [tile.tile_h + kh - 1, tile.tile_w + kw - 1];
      const [points, tiles] = [down * across, tileCount(shape, tile)];
      const weights = 4 * points * shape.inChannels * shape.outChannels;
      const reading = weights > KEPT.weights ? READING : 0;
      const cost = points * (tiles * (1 + (down + across) * channels) + reading);
      return { ...tile, points, tiles, weights, cost };
    })
    .toSorted((a, b) => a.cost - b.cost);
}

/**
 * The cheapest tiles of the transforms. Weights that L2 keeps are read again for each of many small blocks; larger ones
 * are read as seldom as a block's inputs allow, and threads share them where they are most of what is read.
 */
export function suggestWinograd(shape: Conv2dShape, { vector: unit, threads }: SimdTarget): Knobs[] {
  const { inChannels, outChannels } = shape;
  return promisingCuts(shape)
    .slice(0, 2)
    .flatMap(({ tile_h, tile_w, points, tiles, weights }) => {
      const images = 4 * points * tiles * (inChannels + outChannels);
      const sharesWeights = threads > 1 && weights > 2 * images;
      const blocksInL2 = (4 * points * tiles * (inChannels + Math.min(outChannels, 64))) / KEPT.block;
      const fewest = weights > KEPT.weights ? (4 * tiles * inChannels) / READ_AGAIN : blocksInL2;
      const atOnce = sharesWeights ? 1 : threads;
      const blocks = Math.min(tiles, atOnce * Math.max(1, Math.ceil(fewest / atOnce)));
      const panels = { widest: 4, bytes: 4 * unit.lanes * inChannels };
      const registerTiles = promisingTiles(
        Math.ceil(tiles / blocks),
        Math.ceil(outChannels / unit.lanes),
        unit,
        panels,
      );
      return registerTiles.flatMap(({ rows, vectors }): Knobs[] => {
        const tile_oc = vectors * unit.lanes;
        const some = sharesWeights ? [64, minChannels] : blocks === 1 ? [maxChannels] : [64, maxChannels];
        const block_oc = some
          .map((channels) => Math.min(channels, outChannels))
          .find((channels) => {
            const shared = Math.min(threads, Math.ceil(outChannels / minChannels));
            const isWhole = channels % tile_oc === 0 || channels === outChannels;
            return isWhole && (!sharesWeights || Math.ceil(outChannels / channels) >= shared);
          });
        if (block_oc === undefined) return [];
        const parallel = threads === 1 ? 'none' : sharesWeights ? 'oc' : 'p';
        return [{ tile_h, tile_w, blocks, block_oc, tile_p: rows, tile_oc, inner: 'oc', parallel }];
      });
    });
}

/** FLOPs of a direct convolution that take as long as the cheapest tiles, whose products are of float32. */
export function workOfWinograd(shape: Conv2dShape, { vector }: SimdTarget): number {
  const { cost } = promisingCuts(shape)[0]!;
  const { group } = productsOf(shape.dtype, shape.inChannels, Infinity, vector);
  return 2 * shape.inChannels * filling(shape.outChannels, vector.lanes) * HARDER * group * cost;
}
