/** What `matmul.blocked` would try first: an analytical register tile, in blocks that caches of today hold. */
import { elementBytes } from '../ir/tensor.js';
import type { SimdTarget } from '../target/target.js';
import { fillsGrid, type Grid } from './blocks.js';
import { fitsSquares } from './panel-squares.js';
import { registersFor, type Products } from './narrow.js';
import { GROUP } from '../target/vector-unit.js';
import type { AlongResult, ProductView } from './product-view.js';
import { promisingMatrices } from './matrix-tile.js';
import { promisingTiles } from './register-tile.js';

/** Steps of the sum that are not cut into blocks yet. */
const MOST_STEPS = 512;

/** A value of each of its knobs. */
interface Knobs {
  readonly lanes: number;
  readonly tile_m: number;
  readonly tile_n: number;
  readonly block_m: number;
  readonly block_n: number;
  readonly block_k: number;
  readonly pack_a: 'none' | 'rows';
  readonly pack_b: 'none' | 'block' | 'shuffle' | 'ahead';
  readonly order: 'nkm' | 'mkn';
  readonly inner: 'm' | 'n';
  readonly prefetch_c: boolean;
  readonly prefetch_b: 0 | 16;
  readonly unroll_k: 1 | 4;
  readonly threads: string;
}

/** What is multiplied; `packs`: how panels of columns come to be, where that is no matter of choice. */
interface Suggested {
  readonly view: ProductView;
  readonly products: Products;
  readonly along: AlongResult;
  readonly packs: 'ahead' | 'block' | undefined;
}

/** For few rows: all of them in a tile, in place, which streams the columns' operand, in long runs or in short ones. */
export function suggestStreaming(product: Suggested, target: SimdTarget): Knobs[] {
  const { view, along, packs } = product;
  const { columns, k, rows } = view;
  const common: Pick<Knobs, 'block_m' | 'block_n' | 'pack_a' | 'pack_b' | 'order' | 'inner' | 'prefetch_c'> = {
    block_m: rows,
    block_n: columns,
    pack_a: 'none',
    pack_b: packs ?? (along.columns ? 'none' : 'block'),
    order: 'nkm',
    inner: 'm',
    prefetch_c: false,
  };
  return suggestTiles(product, target).flatMap((tile): Knobs[] => [
    { ...tile, ...common, block_k: k, prefetch_b: 16, unroll_k: 1 },
    { ...tile, ...common, block_k: 16, prefetch_b: 16, unroll_k: 4 },
  ]);
}

/**
 * A block of A in the L2 cache, a panel of B in L1, A in place; or rows of A in L1, in copies, and panels from L2.
 * Four bytes at a time are multiplied so fast that memory decides: they try the latter first, and prefetch.
 */
export function suggestBlocks(product: Suggested, target: SimdTarget): Knobs[] {
  const { view, along, packs, products } = product;
  const block_k = view.k <= MOST_STEPS ? view.k : MOST_STEPS / 2;
  return suggestTiles(product, target).flatMap((tile): Knobs[] => {
    const copied = !along.columns && fitsSquares({ ...tile, block_k }, view) ? 'shuffle' : 'block';
    const blocks = { ...tile, block_m: 96, block_n: 384, block_k, pack_b: packs ?? copied } as const;
    const isOfBytes = products.group === GROUP;
    const rest = { prefetch_c: false, prefetch_b: isOfBytes ? 16 : 0, unroll_k: 4 } as const;
    const ways: Knobs[] = [
      { ...blocks, pack_a: 'none', order: 'nkm', inner: 'm', ...rest },
      { ...blocks, pack_a: 'rows', order: 'mkn', inner: 'n', ...rest },
    ];
    return isOfBytes ? ways.toReversed() : ways;
  });
}

/** Bytes of columns that the L2 cache keeps while rows go through them, beside what else is read. */
const KEPT = 512 << 10;

/**
 * Tiles of matrix registers, along as long a sum as there is. Columns that a cache keeps are read again by each tile of
 * rows; those of large weights once, in panels that all rows go through.
 */
export function suggestMatrices(product: Suggested, target: SimdTarget): Knobs[] {
  const { view, packs } = product;
  const blocks = { block_m: 256, block_n: 512, block_k: view.k, pack_b: packs ?? 'block' } as const;
  const rest = { prefetch_c: false, prefetch_b: 0, unroll_k: 1 } as const;
  const byRows = { order: 'mkn', inner: 'n' } as const;
  const byColumns = { order: 'nkm', inner: 'm' } as const;
  const isKept = view.columns * view.k * elementBytes(view.dtype) <= KEPT;
  const [first, second] = isKept ? [byRows, byColumns] : [byColumns, byRows];
  return suggestTiles(product, target).flatMap((tile): Knobs[] => [
    { ...tile, ...blocks, pack_a: 'none', ...first, ...rest },
    { ...tile, ...blocks, pack_a: 'rows', ...first, ...rest },
    { ...tile, ...blocks, pack_a: 'none', ...second, ...rest },
  ]);
}

type TileKnobs = Pick<Knobs, 'lanes' | 'tile_m' | 'tile_n' | 'threads'>;

/** The most promising tiles, and parts for the threads: products of a batch, or pieces of the longer side. */
function suggestTiles({ view, products }: Suggested, { vector: unit, threads }: SimdTarget): TileKnobs[] {
  const { matrices } = products;
  const vectors = Math.ceil(view.columns / unit.lanes);
  const tiles = matrices
    ? promisingMatrices(view.rows, vectors, matrices)
    : promisingTiles(view.rows, vectors, registersFor(products, unit));
  return tiles.map((tile) => ({
    lanes: unit.lanes,
    tile_m: tile.rows,
    tile_n: tile.vectors,
    threads: threads === 1 ? 'none' : gridFor(view, threads, [tile.rows, tile.vectors * unit.lanes]),
  }));
}

/** Where no side has a tile for each thread, none is started. */
function gridFor({ batch, rows, columns }: ProductView, threads: number, [height, width]: Grid): string {
  if (batch >= threads) return '1x1';
  const tiles = [Math.ceil(rows / height), Math.ceil(columns / width)] as const;
  const along = [`${threads}x1`, `1x${threads}`];
  const longerFirst = rows > columns ? along : along.toReversed();
  return longerFirst.find((grid) => fillsGrid(grid, tiles)) ?? 'none';
}
