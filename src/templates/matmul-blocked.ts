/**
 * Products of matrices by blocks: the loops of Goto's algorithm (Goto and van de Geijn, TOMS 2008; BLIS, TOMS 2015)
 * around a register tile. A block of the sum is added up in registers and then in the result. Blocks of the operands
 * are copied into panels that the tile reads in order. Threads share a grid of the result, so that they start once a
 * call. Few rows are the case in which the columns' operand is read once: short blocks of the sum then stream it in
 * long runs.
 */
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { PackedDim } from '../ir/layout.js';
import type { Stage } from '../ir/stage.js';
import { cutGrids, repeat } from '../ir/task-mapping.js';
import type { TensorOperator, Workload } from '../operator/operator.js';
import type { SimdTarget } from '../target/target.js';
import { suggestBlocks, suggestMatrices, suggestStreaming } from './matmul-suggestions.js';
import { emptyParts, fillsGrid, gridOf } from './blocks.js';
import { defineKnobs, isPrepacked, tallest, type BlockedKnobs as Knobs, type BlockedProduct } from './matmul-knobs.js';
import { defineTemplate } from './define-template.js';
import { isContiguousAlongResult, operandsOf, splitTiles, viewOf } from './product-view.js';
import type { Operand, ProductView } from './product-view.js';
import { maxUnrolled, unrolledIterations, tileRegisters, tooManyRegisters, tooMuchCode } from './register-tile.js';
import { inGroups, isOnCpu, matrixProductsOf, single, stepsOf, sumWeights, type Products } from './narrow.js';
import { fitsSquares, transposeBySquares, unevenSquares } from './panel-squares.js';
import type { ScheduleTemplate } from './template.js';
import { multiplyInMatrices, readInVectors, workInMatrices } from './matrix-tile.js';
import { streamWeights } from './stream-weights.js';
import { panelsOf } from './weights.js';
import { tileInVectors, widenInVectors } from './vector-axis.js';

export function blocked(operator: TensorOperator): ScheduleTemplate<SimdTarget> {
  return blockedBy(
    {
      name: `${operator.name}.blocked`,
      operator: operator.name,
      summary: 'cache blocks and packed panels around a register tile',
      version: 2,
      dtypes: isOnCpu,
      work: (workload, { vector }) => {
        const { batch, rows, columns, k, dtype } = viewOf(workload);
        const flops = operator.flops(workload);
        const { matrices } = matrixProductsOf(dtype, k, rows, vector);
        return matrices ? workInMatrices(flops, batch * rows * columns) : flops;
      },
    },
    (workload, { vector }) => {
      const view = viewOf(workload);
      return {
        ...{ computation: operator.computation(workload), view, along: isContiguousAlongResult(workload) },
        products: matrixProductsOf(view.dtype, view.k, view.rows, vector),
        operands: (s) => operandsOf(s, workload),
      };
    },
  );
}

/** The loops around another product. */
export function blockedBy(
  named: Pick<ScheduleTemplate<SimdTarget>, 'name' | 'operator' | 'summary' | 'version' | 'dtypes' | 'sums' | 'work'>,
  productOf: (workload: Workload, target: SimdTarget) => BlockedProduct,
): ScheduleTemplate<SimdTarget> {
  return defineTemplate({
    ...named,
    target: 'simd',

    define: (workload, target) => {
      const product = productOf(workload, target);
      const { rows, columns } = product.view;
      const { vector: unit } = target;
      const knobs = defineKnobs(product, target);
      if (!product.products.matrices)
        knobs
          .constraint(tooManyRegisters(unit), (c) => tileRegisters(c.tile_m, c.tile_n) <= unit.registers)
          .constraint(tooMuchCode, (c) => {
            const vectors = unrolledIterations(columns, c.tile_n * c.lanes) / c.lanes;
            return unrolledIterations(rows, c.tile_m) * Math.ceil(vectors) <= maxUnrolled(unit);
          });
      return knobs
        .constraint(emptyParts, (c) => {
          return fillsGrid(c.threads, [Math.ceil(rows / c.tile_m), Math.ceil(columns / (c.tile_n * c.lanes))]);
        })
        .constraint(unevenSquares, (c) => c.pack_b !== 'shuffle' || fitsSquares(c, product.view))
        .build();
    },

    suggestions: (workload, target) => {
      const product = productOf(workload, target);
      const packed = { ...product, packs: packedBy(product) };
      if (product.products.matrices) return suggestMatrices(packed, target);
      const suggest = product.view.rows <= tallest && !product.filled ? suggestStreaming : suggestBlocks;
      return suggest(packed, target);
    },

    schedule: (workload, target, knobs) => {
      const product = productOf(workload, target);
      const { view, products } = product;
      const s = new Schedule(product.computation);
      const operands = product.operands(s);
      const c = s.output;
      const shift = products.shift === 0 ? undefined : s.shift(c, s.computation.inputs[0]!, products.shift);
      const packs = packOperands(s, operands, product, knobs);
      if (shift) {
        const { lanes } = knobs;
        sumWeights(s, shift, { column: view.column, tile: lanes, sum: ['k'], grouped: 'k' }, products, lanes);
      }
      const acc = s.accumulate(c, 'k', knobs.block_k, products.matrices ? 'fragment' : 'register');
      const loops = tileOutput(c, view, products, knobs);
      placePacks(packs, c, loops, knobs);
      const k = tileAccumulators(acc, c, loops.tile, view, products, knobs);
      if (knobs.prefetch_c) c.prefetch(c.tensor, loops.tile, 0);
      if (knobs.prefetch_b > 0) acc.prefetch(packs.b?.tensor ?? operands[1].tensor, k, knobs.prefetch_b);
      else if (packs.b && knobs.inner === 'm') {
        const weights = panelsOf(packs.b, packs.b.tensor.shape, columnPanels(operands[1], knobs, products));
        const around = { stage: c, loops: [loops.tile] };
        streamWeights(acc, weights, { rows: view.rows, around, panels: 1, share: Math.min(1, knobs.block_k / view.k) });
      }
      return s;
    },
  });
}

interface Packs {
  readonly a: Stage | undefined;
  readonly b: Stage | undefined;
}

/** How panels of columns come to be, where it is known. */
function packedBy(product: BlockedProduct): 'ahead' | 'block' | undefined {
  if (product.filled) return 'block';
  return isPrepacked(product) ? 'ahead' : undefined;
}

function packOperands(s: Schedule, [a, b]: readonly [Operand, Operand], product: BlockedProduct, knobs: Knobs): Packs {
  const { products, filled } = product;
  const { pack_a, pack_b, tile_m, tile_n, lanes } = knobs;
  const packA = (): Stage => {
    if (pack_a === 'rows') return packRows(s, a, product, knobs);
    return s.pack(a.tensor, panels(a, tile_m, products), 'workspace', products.widened);
  };
  const packB = (): Stage => {
    if (filled) return filled.fill(s, tile_n * lanes, lanes);
    const layout = columnPanels(b, knobs, products);
    return pack_b === 'ahead'
      ? s.pack(b.tensor, layout, 'prepacked', products.ahead)
      : s.pack(b.tensor, layout, 'workspace', products.widened);
  };
  const packs = { a: pack_a === 'none' ? undefined : packA(), b: pack_b === 'none' ? undefined : packB() };
  if (knobs.threads !== 'none' && pack_a === 'whole') sharePanels(packs.a!, a);
  if (knobs.threads !== 'none' && pack_b === 'whole') sharePanels(packs.b!, b);
  if (pack_b === 'shuffle') transposeBySquares(s, packs.b!, b, lanes);
  if (pack_b === 'block' && !filled) {
    // A block is read a row of the operand at a time, in place.
    const [panel, sum] = packs.b!.loops.slice(b.batch.length);
    packs.b!.reorder(sum!, panel!);
  }
  return packs;
}

/** A block's rows as they are or, where groups along the sum do not lie side by side, in groups. */
function packRows(s: Schedule, a: Operand, { view, along, products }: BlockedProduct, knobs: Knobs): Stage {
  const { k } = view;
  const { block_k, lanes } = knobs;
  const liesInGroups = k % products.step === 0 && !along.rows;
  const copy = s.pack(a.tensor, rowsOf(a, liesInGroups ? single : products), 'workspace', products.widened);
  const isWhole = k % block_k === 0 || block_k % lanes === 0;
  if (liesInGroups && isWhole && products.widened !== undefined) widenInVectors(copy, copy.loops.at(-1)!, lanes);
  return copy;
}

/** All panels, of every product of the batch, are copied before the first is read. */
function sharePanels(stage: Stage, { batch }: Operand): void {
  stage.parallel(stage.loops.slice(0, batch.length + 1).reduce((a, b) => stage.fuse(a, b)));
}

function rowsOf({ batch, own, sum }: Operand, products: Products): PackedDim[] {
  return [...batch, own, ...inGroups(sum, products)];
}

/** Panels of the tile's columns. */
function columnPanels(b: Operand, { tile_n, lanes }: Knobs, products: Products): PackedDim[] {
  return panels(b, tile_n * lanes, products);
}

/** A panel holds, for every step of the sum, the tile's elements side by side, or groups of them. */
export function panels(
  { batch, own, sum }: Pick<Operand, 'batch' | 'own' | 'sum'>,
  tile: number,
  products: Products,
): PackedDim[] {
  const [steps, ...group] = inGroups(sum, products);
  return [...batch, { dim: own, part: 'outer', tile }, steps, { dim: own, part: 'inner', tile }, ...group];
}

interface OutputLoops {
  /** Loops over blocks: of rows, of the sum (unless it is one block), of columns. */
  readonly m: Loop;
  readonly k: Loop | undefined;
  readonly n: Loop;
  /** The innermost loop over tiles. */
  readonly tile: Loop;
}

/** for parts of the result (shared by threads): for blocks: for tiles of the block: one register tile. */
function tileOutput(c: Stage, view: ProductView, { matrices }: Products, knobs: Knobs): OutputLoops {
  const width = knobs.tile_n * knobs.lanes;
  const grid = gridOf(knobs.threads);
  const { parts, i, j, iTiles, jTiles } = splitTiles(c, view, { tile: [knobs.tile_m, width], grid });
  const block = repeat(Math.ceil(knobs.block_m / knobs.tile_m), Math.ceil(knobs.block_n / width));
  const [[m, n], [iTile, jTile]] = cutGrids(c, [iTiles, jTiles], block, 'min');
  const k = c.loops.find((l) => l.name === 'ko');
  const sum = k ? [k] : [];
  const blocks = knobs.order === 'nkm' ? [n, ...sum, m] : [m, ...sum, n];
  const [outerTile, tile] = knobs.inner === 'm' ? [jTile, iTile] : [iTile, jTile];
  const around = [...parts, ...blocks, outerTile, tile];
  if (matrices) readInVectors(c, around, i, j, knobs.lanes);
  else tileInVectors(c, around, [i], j, knobs.lanes);
  if (knobs.threads !== 'none') c.parallel(parts.reduce((a, b) => c.fuse(a, b)));
  return { m, k, n, tile };
}

/** A block is copied where it is known: inside its own loop and the sum's. */
function placePacks({ a, b }: Packs, c: Stage, { m, k, n }: OutputLoops, knobs: Knobs): void {
  const inside = (own: Loop): Loop => c.loops.filter((l) => l === own || l === k).at(-1)!;
  if (a && knobs.pack_a !== 'whole') a.computeAt(c, inside(m));
  if (b && (knobs.pack_b === 'block' || knobs.pack_b === 'shuffle')) b.computeAt(c, inside(n));
}

/** The register tile: one vector of columns at a time, times a row's element. Returns the loop over the sum. */
function tileAccumulators(
  acc: Stage,
  c: Stage,
  tile: Loop,
  { row, column }: ProductView,
  products: Products,
  knobs: Knobs,
): Loop {
  acc.computeAt(c, tile);
  const sum = acc.loops.find((l) => l.name === 'k' || l.name === 'ki')!;
  if (products.matrices) return multiplyInMatrices(acc, sum, [acc.loop(row), acc.loop(column)], knobs.tile_m, products);
  const k = stepsOf(acc, sum, products);
  tileInVectors(acc, [k], [acc.loop(row)], acc.loop(column), knobs.lanes);
  acc.unrollBy(k, knobs.unroll_k);
  return k;
}
