/**
 * attention: some rows of queries at a time, from their scores by all keys to the output, so that scores never reach
 * memory: they are as many as keys, times the rows. (FlashAttention, Dao et al., NeurIPS 2022, cuts the keys, too, and
 * corrects sums when a larger score comes; a cache of a core holds a row of some thousand scores, which a GPU's shared
 * memory does not.) Both products are register tiles; keys are transposed into panels, of a head or of a tile.
 */
import type { Loop } from '../ir/loop.js';
import { add, ceilDiv, constant, div, gcd, max, min, scale, subtract, zero } from '../ir/index.js';
import type { PackedDim } from '../ir/layout.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { computedIn, type Tensor } from '../ir/tensor.js';
import { attention, attentionShape, tokensFirst, type AttentionShape } from '../operator/attention.js';
import { elementTypeOf, type Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { evenBlocks } from './blocks.js';
import { defineTemplate } from './define-template.js';
import { isNarrow, isOnCpu } from './narrow.js';
import { transposeBySquares } from './panel-squares.js';
import type { Operand } from './product-view.js';
import {
  maxUnrolled,
  promisingTiles,
  type RegisterTile,
  tileRegisters,
  timeInTiles,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
  unrolledIterations,
} from './register-tile.js';
import { alongRow, inVectors, tileInVectors } from './vector-axis.js';

const vectorsOf = (extent: number, lanes: number): number => Math.ceil(extent / lanes);

const heights = [1, 2, 3, 4, 5, 6, 7, 8, 12, 14];

function defineKnobs(workload: Workload, { vector: { lanes }, threads }: SimdTarget) {
  const shape = attentionShape(workload);
  const rows = rowsOf(shape);
  return (
    new SpaceBuilder()
      // Register tile of the scores: rows, and vectors of keys.
      .choice('score_m', tileSizes(rows, heights, 14))
      .choice('score_n', tileSizes(vectorsOf(shape.keys, lanes), [1, 2, 3, 4], 1))
      // Such tiles of rows whose scores are in memory at a time.
      .choice('tiles', [1, 2, 4, 8])
      // Register tile of the output: rows, and vectors of channels.
      .choice('tile_m', tileSizes(rows, heights, 14))
      .choice('tile_n', tileSizes(vectorsOf(shape.values, lanes), [1, 2, 3, 4], 1))
      // Panels of keys: of a head, which all its rows read, or of a tile of the scores.
      .choice('pack', rows === 1 ? ['tile'] : ['head', 'tile'])
      // How keys come into panels: by squares that are transposed in registers, or by single elements.
      .choice('transpose', hasSquares(workload, lanes) ? ['squares', 'elements'] : ['elements'])
      // Values of a head: as they lie, or copied into panels of the output's tiles.
      .choice('values', isNarrow(elementTypeOf(workload)) ? ['panels'] : rows === 1 ? ['given'] : ['given', 'panels'])
      // Keys whose values are weighed at a time: a panel of so many stays in L1 while the rows of a block pass.
      .choice('block_k', keyBlocks(workload))
      // Vectors of a row at once, in which the powers are computed.
      .choice('unroll', [1, 2, 4])
      // What threads share: heads, these and blocks of rows, or nothing.
      .choice('parallel', threads > 1 ? ['heads', 'rows', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

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
    return defineKnobs(workload, target)
      .constraint(
        tooManyRegisters(vector),
        (c) => tileRegisters(c.score_m, c.score_n) <= registers && tileRegisters(c.tile_m, c.tile_n) <= registers,
      )
      .constraint('a block has no fewer rows than a tile of the output', (c) => c.tile_m <= blockOf(c))
      .constraint('blocks are no larger than all rows', (c) => c.tiles === 1 || blockOf(c) <= rows)
      .constraint(tooMuchCode, (c) => {
        const [score, tile] = [
          { rows: c.score_m, vectors: c.score_n },
          { rows: c.tile_m, vectors: c.tile_n },
        ];
        return (
          isLittleCode(rows, blockOf(c), score, shape.keys, vector) &&
          isLittleCode(rows, blockOf(c), tile, shape.values, vector)
        );
      })
      .build();
  },

  suggestions: suggest,

  schedule: (workload, { vector: { lanes } }, knobs) => {
    const shape = attentionShape(workload);
    const s = new Schedule(attention.computation(workload));
    const named = (name: string): Stage => s.stages.find(({ tensor }) => tensor.name === name)!;
    const [scores, largest, powers, total] = ['scores', 'largest', 'powers', 'total'].map(named) as StagesOfRow;
    const out = s.output;
    confineKeys(s, [scores, powers], shape, knobs, lanes);
    const copies = copyInputs(s, shape, knobs, lanes);
    const [products, sums] = [s.cacheWrite(scores, 'register'), s.accumulate(out, 'j', knobs.block_k, 'register')];
    const places = tileOutput(out, shape, knobs, lanes);
    sums.computeAt(out, places.tile);
    tileSums(sums, knobs.block_k < shape.keys ? 'ji' : 'j', 'e', shape, lanes);
    for (const stage of [scores, powers]) stage.computeAt(out, places.block);
    const tiles = tileScores(scores, shape, knobs, lanes);
    products.computeAt(scores, tiles.tile);
    tileSums(products, 'c', 'j', shape, lanes);
    for (const stage of [largest, total]) alongRows(s, stage, out, places.block, shape, lanes);
    inVectors(powers, powers.loop('j'), lanes, knobs.unroll);
    placeCopies(copies, { out, scores, ...places, panel: tiles.panel }, knobs);
    return s;
  },
});

const rowsAtOnce = 4;

/** Whether the tiles of a block, and of the last one of all rows, unroll few multiply-adds. */
function isLittleCode(rows: number, block: number, tile: RegisterTile, columns: number, unit: VectorUnit): boolean {
  const vectors = vectorsOf(unrolledIterations(columns, tile.vectors * unit.lanes), unit.lanes);
  const isLittle = (extent: number): boolean => unrolledIterations(extent, tile.rows) * vectors <= maxUnrolled(unit);
  return [block, rows % block].every(isLittle);
}

function blockOf({ tiles, score_m }: Pick<Knobs, 'tiles' | 'score_m'>): number {
  return tiles * score_m;
}

/** Whether channels are read in whole vectors of floats, which registers transpose. */
function hasSquares(workload: Workload, lanes: number): boolean {
  return attentionShape(workload).width % lanes === 0 && !isNarrow(elementTypeOf(workload));
}

/** One block where sums cannot be added up in the output. */
function keyBlocks(workload: Workload): number[] {
  const { keys } = attentionShape(workload);
  return isNarrow(elementTypeOf(workload)) ? [keys] : evenBlocks(keys, 128, 1024);
}

type StagesOfRow = [scores: Stage, largest: Stage, powers: Stage, total: Stage];

/** The axis along which rows are blocked: tokens or, where there is one for each, the heads of a group. */
function rowAxis({ queries }: AttentionShape): 'i' | 'r' {
  return queries === 1 ? 'r' : 'i';
}

function rowsOf(shape: AttentionShape): number {
  return rowAxis(shape) === 'i' ? shape.queries : shape.heads / shape.groups;
}

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

interface Copies {
  /** [batch][head][panels of keys][channels][keys of a panel] */
  readonly keys: Stage;
  /** [batch][head][panels of channels][keys][channels of a panel] */
  readonly values: Stage | undefined;
  /** A block's, of narrow elements wide ones, as they are read often. */
  readonly queries: Stage | undefined;
}

function copyInputs(s: Schedule, shape: AttentionShape, knobs: Knobs, lanes: number): Copies {
  const [batch, group, own] = tokensFirst(shape).k ? [0, 2, 1] : [0, 1, 2];
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
  const rows = tokensFirst(shape).q ? [0, 2, 3, 1, 4] : [0, 1, 2, 3, 4];
  return {
    keys: panels,
    values: knobs.values === 'panels' ? copied(values, inPanels(3, knobs.tile_n * lanes, own)) : undefined,
    queries: widened === undefined ? undefined : copied(queries, rows),
  };
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
function tileOutput(out: Stage, shape: AttentionShape, knobs: Knobs, lanes: number): Places {
  const [b, g, other] = outerOf(out, shape) as [Loop, Loop, Loop];
  const [blocks, inBlock] = out.split(out.loop(rowAxis(shape)), blockOf(knobs), 'peel');
  const [rowTile, row] = out.split(inBlock, knobs.tile_m, 'peel');
  const [tile, inTile] = out.split(out.loop('e'), knobs.tile_n * lanes, 'peel');
  const sum = out.loops.filter(({ name }) => name === 'jo');
  tileInVectors(out, [b, g, other, blocks, tile, ...sum, rowTile], [row], inTile, lanes);
  if (knobs.parallel === 'none') return { head: g, block: blocks, tile: rowTile };
  const heads = out.fuse(b, g);
  const shared = knobs.parallel === 'heads' ? heads : out.fuse(out.fuse(heads, other), blocks);
  out.parallel(shared);
  return { head: shared, block: knobs.parallel === 'heads' ? blocks : shared, tile: rowTile };
}

/** A register tile of rows, and of vectors along `column`, of a sum. */
function tileSums(sums: Stage, sum: string, column: string, shape: AttentionShape, lanes: number): void {
  tileInVectors(sums, [...outerOf(sums, shape), sums.loop(sum)], [sums.loop(rowAxis(shape))], sums.loop(column), lanes);
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
): { readonly panel: Loop; readonly tile: Loop } {
  const [panel, inPanel] = scores.split(scores.loop('j'), knobs.score_n * lanes, 'peel');
  const [rowTile, row] = scores.split(scores.loop(rowAxis(shape)), knobs.score_m, 'peel');
  tileInVectors(scores, [...outerOf(scores, shape), panel, rowTile], [row], inPanel, lanes);
  return { panel, tile: rowTile };
}

/** The best register tiles, a few of them in a block. */
function suggest(workload: Workload, { vector, threads }: SimdTarget): Knobs[] {
  const shape = attentionShape(workload);
  const [{ lanes }, rows] = [vector, rowsOf(shape)];
  const tileOf = (columns: number, extent: number, block: (tile: RegisterTile) => number): RegisterTile => {
    const vectors = vectorsOf(columns, lanes);
    const timeOf = (tile: RegisterTile): number => timeInTiles(extent, vectors, tile);
    const offered = promisingTiles(extent, vectors, vector).map((tile) => {
      return { ...tile, rows: heights.findLast((height) => height <= tile.rows)! };
    });
    const tiles = offered.filter(
      // Those that leave no register lose: loops around them are short.
      (tile) =>
        tile.vectors <= 4 &&
        tileRegisters(tile.rows, tile.vectors) < vector.registers &&
        isLittleCode(rows, block(tile), tile, columns, vector),
    );
    const plain = { rows: 1, vectors: 1 };
    return tiles.reduce((best, tile) => (timeOf(tile) < timeOf(best) ? tile : best), tiles[0] ?? plain);
  };
  const heads = shape.batch * shape.groups;
  const suggested = ([4, 2, 1] as const).flatMap((tiles) => {
    const score = tileOf(shape.keys, rows, (tile) => tiles * tile.rows);
    const block = tiles * score.rows;
    if (tiles > 1 && block > rows) return [];
    const tile = tileOf(shape.values, block, () => block);
    const knobs: Knobs = {
      ...{ score_m: score.rows, score_n: score.vectors, tiles, tile_m: tile.rows, tile_n: tile.vectors, unroll: 4 },
      pack: rows > block ? 'head' : 'tile',
      values: isNarrow(elementTypeOf(workload)) || rows > 2 * block ? 'panels' : 'given',
      block_k: keyBlocks(workload).findLast((keys) => keys <= 512) ?? shape.keys,
      transpose: hasSquares(workload, lanes) ? 'squares' : 'elements',
      parallel: threads === 1 ? 'none' : heads % threads === 0 || heads > 4 * threads ? 'heads' : 'rows',
    };
    return [knobs];
  });
  const isKept = (knobs: Knobs): boolean => 2 * 4 * blockOf(knobs) * shape.keys <= CACHED_SCORES;
  return [...suggested.filter(isKept), ...suggested.filter((knobs) => !isKept(knobs)).toReversed()];
}

/** Bytes of scores and powers that the second-level cache keeps beside keys and values on their way. */
const CACHED_SCORES = 256 << 10;
