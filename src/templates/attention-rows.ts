/**
 * attention: some rows of queries at a time, from their scores by all keys to the output, so that scores never reach
 * memory: they are as many as keys, times the rows. (FlashAttention, Dao et al., NeurIPS 2022, cuts the keys, too, and
 * corrects sums when a larger score comes; a cache of a core holds a row of some thousand scores, which a GPU's shared
 * memory does not.) Both products are register tiles; keys are transposed into panels, of a head or of a tile. Where
 * matrices hold the sums, powers are rounded to the type of the values, and their total is that of the rounded ones.
 */
import type { Loop } from '../ir/loop.js';
import { add, ceilDiv, constant, div, gcd, max, min, scale, subtract, zero } from '../ir/index.js';
import type { PackedDim } from '../ir/layout.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { keptAs } from '../ir/stored-as.js';
import { computedIn, type DType, type Tensor } from '../ir/tensor.js';
import { attention, attentionShape, tokensFirst, type AttentionShape } from '../operator/attention.js';
import { elementTypeOf } from '../operator/operator.js';
import {
  blockOf,
  defineKnobs,
  productsInMatrices,
  rowAxis,
  rowsOf,
  type AttentionKnobs as Knobs,
  type MatrixProducts,
} from './attention-knobs.js';
import { isLittleCode, suggest } from './attention-suggestions.js';
import { defineTemplate } from './define-template.js';
import { panels } from './matmul-blocked.js';
import { multiplyInMatrices, readInVectors, workInMatrices } from './matrix-tile.js';
import { inGroups, isNarrow, isOnCpu, type Products } from './narrow.js';
import { transposeBySquares } from './panel-squares.js';
import type { Operand } from './product-view.js';
import { tileRegisters, tooManyRegisters, tooMuchCode } from './register-tile.js';
import { alongRow, inVectors, tileInVectors } from './vector-axis.js';

export const attentionRows = defineTemplate({
  name: 'attention.rows',
  operator: 'attention',
  target: 'simd',
  summary: 'rows of queries from their scores to the output, which a cache holds',
  version: 2,
  dtypes: isOnCpu,

  define: (workload, target) => {
    const shape = attentionShape(workload);
    const { vector } = target;
    const { registers } = vector;
    const rows = rowsOf(shape);
    const knobs = defineKnobs(workload, target)
      .constraint('a block has no fewer rows than a tile of the output', (c) => c.tile_m <= blockOf(c))
      .constraint('blocks are no larger than all rows', (c) => c.tiles === 1 || blockOf(c) <= rows);
    if (!productsInMatrices(workload, vector))
      knobs
        .constraint(
          tooManyRegisters(vector),
          (c) => tileRegisters(c.score_m, c.score_n) <= registers && tileRegisters(c.tile_m, c.tile_n) <= registers,
        )
        .constraint(tooMuchCode, (c) => {
          const [score, tile] = [
            { rows: c.score_m, vectors: c.score_n },
            { rows: c.tile_m, vectors: c.tile_n },
          ];
          return (
            isLittleCode(rows, blockOf(c), score, shape.keys, vector) &&
            isLittleCode(rows, blockOf(c), tile, shape.values, vector)
          );
        });
    return knobs.build();
  },

  suggestions: suggest,

  work: (workload, { vector }) => {
    if (!productsInMatrices(workload, vector)) return attention.flops(workload);
    const { batch, heads, queries, keys, width, values } = attentionShape(workload);
    const rows = batch * heads * queries;
    return workInMatrices(2 * rows * keys * (width + values), rows * (keys + values));
  },

  computed: (workload, { vector }) => {
    const computation = attention.computation(workload);
    const rounds = productsInMatrices(workload, vector) !== undefined;
    return rounds ? keptAs(computation, 'powers', elementTypeOf(workload)) : computation;
  },

  schedule: (workload, { vector }, knobs) => {
    const shape = attentionShape(workload);
    const { lanes } = vector;
    const matrices = productsInMatrices(workload, vector);
    const s = new Schedule(attention.computation(workload));
    const named = (name: string): Stage => s.stages.find(({ tensor }) => tensor.name === name)!;
    const [scores, largest, powers, total] = ['scores', 'largest', 'powers', 'total'].map(named) as StagesOfRow;
    const out = s.output;
    if (!matrices) confineKeys(s, [scores, powers], shape, knobs, lanes);
    const copies = matrices ? copyInGroups(s, shape, knobs, lanes, matrices) : copyInputs(s, shape, knobs, lanes);
    const shares = matrices ? roundPowers(s, powers, matrices.out, elementTypeOf(workload)) : powers;
    const scope = matrices ? 'fragment' : 'register';
    const [products, sums] = [s.cacheWrite(scores, scope), s.accumulate(out, 'j', knobs.block_k, scope)];
    const places = tileOutput(out, shape, knobs, lanes, matrices !== undefined);
    sums.computeAt(out, places.tile);
    const sum = sums.loop(knobs.block_k < shape.keys ? 'ji' : 'j');
    tileSums(sums, sum, 'e', knobs.tile_m, { shape, lanes, products: matrices?.out });
    for (const stage of [scores, shares]) stage.computeAt(out, places.block);
    const tiles = tileScores(scores, shape, knobs, lanes, matrices !== undefined);
    products.computeAt(scores, tiles.tile);
    tileSums(products, products.loop('c'), 'j', knobs.score_m, { shape, lanes, products: matrices?.scores });
    for (const stage of [largest, total]) alongRows(s, stage, out, places.block, shape, lanes);
    inVectors(shares, shares.loops.at(-1)!, lanes, knobs.unroll);
    if (matrices) peelLastStep(shares, shape, matrices.out);
    placeCopies(copies, { out, scores, ...places, panel: tiles.panel }, knobs);
    return s;
  },
});

const rowsAtOnce = 4;

type StagesOfRow = [scores: Stage, largest: Stage, powers: Stage, total: Stage];

/** The loops around blocks of rows. */
function outerOf(stage: Stage, shape: AttentionShape): Loop[] {
  const names = ['b', 'g', rowAxis(shape) === 'i' ? 'r' : 'i'];
  return names.map((name) => stage.loop(name));
}

/** Has a block compute the tiles of keys that its last row sees, of a window those from the first row's on. */
function confineKeys(
  s: Schedule,
  stages: readonly Stage[],
  { keys, causal = 0, window = 0 }: AttentionShape,
  { score_n, unroll }: Knobs,
  lanes: number,
): void {
  if (causal === 0) return;
  // Tiles of the scores, and of the powers, are whole.
  const tile = lanes * score_n * (unroll / gcd(score_n, unroll));
  s.confine(
    stages.map(({ tensor }) => tensor),
    4,
    ([, , , i]) => {
      const seen = add(i!, constant(causal));
      const first = max(subtract(seen, constant(window)), zero);
      return {
        from: window === 0 ? zero : scale(div(first, tile), tile),
        to: min(scale(ceilDiv(seen, tile), tile), constant(keys)),
      };
    },
  );
}

/** Of operands, where they are not read as they lie; in matrices in groups along the sums. */
interface Copies {
  /** [batch][head][panels of keys][channels][keys of a panel] */
  readonly keys: Stage;
  /** [batch][head][panels of channels][keys][channels of a panel] */
  readonly values: Stage | undefined;
  /** Of a block: wide elements of narrow ones, as they are read often, or whole steps. */
  readonly queries: Stage | undefined;
}

function copyInputs(s: Schedule, shape: AttentionShape, knobs: Knobs, lanes: number): Copies {
  const [batch, group, own] = dimsOf(shape);
  const [queries, keys, values] = s.computation.inputs as [Tensor, Tensor, Tensor];
  const widened = isNarrow(queries.dtype) ? computedIn(queries.dtype) : undefined;
  const inPanels = (dim: number, tile: number, sum: number): PackedDim[] => {
    return [batch, group, { dim, part: 'outer', tile }, sum, { dim, part: 'inner', tile }];
  };
  const copied = (tensor: Tensor, layout: PackedDim[]): Stage => {
    const copy = s.pack(tensor, layout, 'workspace', widened);
    inVectors(copy, copy.loops.at(-1)!, lanes, 1);
    return copy;
  };
  const panels = s.pack(keys, inPanels(own, knobs.score_n * lanes, 3), 'workspace', widened);
  const operand: Operand = { tensor: keys, own, sum: 3, batch: [batch, group], constant: false };
  if (knobs.transpose === 'squares') transposeBySquares(s, panels, operand, lanes);
  return {
    keys: panels,
    values: knobs.values === 'panels' ? copied(values, inPanels(3, knobs.tile_n * lanes, own)) : undefined,
    queries: widened === undefined ? undefined : copied(queries, [...rowDims(shape), 4]),
  };
}

/** The same in groups along the sums, as matrices take them; queries where they lie, if these are whole steps. */
function copyInGroups(
  s: Schedule,
  shape: AttentionShape,
  knobs: Knobs,
  lanes: number,
  { scores, out }: MatrixProducts,
): Copies {
  const [batch, group, own] = dimsOf(shape);
  const [queries, keys, values] = s.computation.inputs as [Tensor, Tensor, Tensor];
  const copied = (tensor: Tensor, of: { own: number; sum: number }, width: number, products: Products): Stage =>
    s.pack(tensor, panels({ batch: [batch, group], ...of }, width * lanes, products));
  const panelsOfValues = copied(values, { own: 3, sum: own }, knobs.tile_n, out);
  // A row is read in order: its elements lie a group apart.
  const [column, inGroup] = panelsOfValues.loops.slice(-2);
  panelsOfValues.reorder(inGroup!, column!);
  return {
    keys: copied(keys, { own, sum: 3 }, knobs.score_n, scores),
    values: panelsOfValues,
    queries: shape.width % scores.step === 0 ? undefined : s.pack(queries, [...rowDims(shape), ...inGroups(4, scores)]),
  };
}

/** Powers as they are multiplied: rounded, in whole steps of the sum. */
function roundPowers(s: Schedule, powers: Stage, { step }: Products, dtype: DType): Stage {
  const cut = { dim: 4, tile: step };
  const layout: PackedDim[] = [0, 1, 2, 3, { ...cut, part: 'outer' }, { ...cut, part: 'inner' }];
  const copy = s.pack(powers.tensor, layout, 'workspace', dtype);
  s.inline(powers.tensor);
  return copy;
}

/** The last step of the powers, which has zeros behind them, is code of its own. */
function peelLastStep(powers: Stage, { keys }: AttentionShape, { step }: Products): void {
  if (keys < step) return;
  const [end] = powers.split(powers.loop('d4o'), Math.floor(keys / step), 'peel');
  powers.unroll(end);
}

/** Dimensions of keys and values: of sequences, of heads and of tokens. */
function dimsOf(shape: AttentionShape): readonly [batch: number, group: number, own: number] {
  return tokensFirst(shape).k ? [0, 2, 1] : [0, 1, 2];
}

/** Dimensions of queries, as heads have rows. */
function rowDims(shape: AttentionShape): number[] {
  return tokensFirst(shape).q ? [0, 2, 3, 1] : [0, 1, 2, 3];
}

interface CopyPlaces extends Places {
  readonly out: Stage;
  readonly scores: Stage;
  /** The loop over panels of keys. */
  readonly panel: Loop;
}

/** What a head's rows share comes before them: where threads share the rows, of all heads before the first. */
function placeCopies({ keys, values, queries }: Copies, places: CopyPlaces, { pack, parallel }: Knobs): void {
  const { out, scores, head, block, panel } = places;
  for (const stage of [keys, values]) {
    if (stage === keys && pack === 'tile') keys.computeAt(scores, panel);
    else if (parallel === 'rows') stage?.parallel(stage.fuse(stage.loops[0]!, stage.loops[1]!));
    else stage?.computeAt(out, head);
  }
  queries?.computeAt(out, block);
}

interface Places {
  /** The loop over heads of keys, or what threads share. */
  readonly head: Loop;
  /** The loop over blocks of rows, or what threads share. */
  readonly block: Loop;
  /** The innermost loop over register tiles. */
  readonly tile: Loop;
}

/** for heads: for blocks of rows: for tiles of channels and of rows: one register tile. */
function tileOutput(out: Stage, shape: AttentionShape, knobs: Knobs, lanes: number, inMatrices: boolean): Places {
  const [b, g, other] = outerOf(out, shape) as [Loop, Loop, Loop];
  const [blocks, inBlock] = out.split(out.loop(rowAxis(shape)), blockOf(knobs), 'peel');
  const [rowTile, row] = out.split(inBlock, knobs.tile_m, 'peel');
  const [tile, inTile] = out.split(out.loop('e'), knobs.tile_n * lanes, 'peel');
  const sum = out.loops.filter(({ name }) => name === 'jo');
  const around = [b, g, other, blocks, tile, ...sum, rowTile];
  if (inMatrices) readInVectors(out, around, row, inTile, lanes);
  else tileInVectors(out, around, [row], inTile, lanes);
  if (knobs.parallel === 'none') return { head: g, block: blocks, tile: rowTile };
  const heads = out.fuse(b, g);
  const shared = knobs.parallel === 'heads' ? heads : out.fuse(out.fuse(heads, other), blocks);
  out.parallel(shared);
  return { head: shared, block: knobs.parallel === 'heads' ? blocks : shared, tile: rowTile };
}

interface SumsOf {
  readonly shape: AttentionShape;
  readonly lanes: number;
  /** In matrices. */
  readonly products: Products | undefined;
}

/** A register tile of rows, and of vectors along `column`, of a sum. */
function tileSums(sums: Stage, sum: Loop, column: string, height: number, { shape, lanes, products }: SumsOf): void {
  const [row, along] = [sums.loop(rowAxis(shape)), sums.loop(column)];
  if (products) multiplyInMatrices(sums, sum, [row, along], height, products);
  else tileInVectors(sums, [...outerOf(sums, shape), sum], [row], along, lanes);
}

/** A number of each row of a block, of a few rows at once: each waits for its last sum. */
function alongRows(s: Schedule, stage: Stage, out: Stage, block: Loop, shape: AttentionShape, lanes: number): void {
  const reduced = s.cacheWrite(stage, 'register');
  stage.computeAt(out, block);
  const [place, row] = stage.split(stage.loop(rowAxis(shape)), rowsAtOnce, 'peel');
  stage.reorder(...outerOf(stage, shape), place, row).unroll(row);
  alongRow(s, reduced, 'j', { reduced: shape.keys, lanes, out: stage, place });
}

/** for panels of keys: for tiles of rows: one register tile. */
function tileScores(
  scores: Stage,
  shape: AttentionShape,
  knobs: Knobs,
  lanes: number,
  inMatrices: boolean,
): { readonly panel: Loop; readonly tile: Loop } {
  const [panel, inPanel] = scores.split(scores.loop('j'), knobs.score_n * lanes, 'peel');
  const [rowTile, row] = scores.split(scores.loop(rowAxis(shape)), knobs.score_m, 'peel');
  const around = [...outerOf(scores, shape), panel, rowTile];
  if (inMatrices) readInVectors(scores, around, row, inPanel, lanes);
  else tileInVectors(scores, around, [row], inPanel, lanes);
  return { panel, tile: rowTile };
}
