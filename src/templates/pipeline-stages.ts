/**
 * pipeline: the stages of a pipeline from the output back, each where the decisions before allow it: in the expressions
 * that read it, for some rows or a tile of a stage at the root, or for all at once (after the schedules of Adams et
 * al., SIGGRAPH 2019). Stages at the root share one size of tiles. Each stage computes register tiles of rows ×
 * vectors.
 */
import { isReduce, type Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Workload } from '../operator/operator.js';
import { pipeline } from '../operator/pipeline.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobValue } from '../space/config.js';
import type { SimdTarget } from '../target/target.js';
import { defineTemplate } from './define-template.js';
import { tileRegisters, tileSizes, tooManyRegisters } from './register-tile.js';
import { sites, StageGraph, type Chosen, type Site } from './stage-sites.js';
import { alongRow, inBlock, inVectors } from './vector-axis.js';

/** Rows × vectors that a stage computes at a time; a stage without a choice has the first. */
const tiles = [
  [1, 1],
  [1, 2],
  [1, 4],
  [2, 1],
  [2, 2],
  [4, 1],
  [4, 2],
] as const;

/** Times that an element may be computed, and elements that an expression and a register tile may read. */
const mostRecomputed = 3;
const mostReads = 100;
const mostUnrolled = 400;

type Knobs = Readonly<Record<string, KnobValue>>;

export const pipelineStages = defineTemplate({
  name: 'pipeline.stages',
  operator: 'pipeline',
  target: 'simd',
  summary: 'each stage in its readers, for rows or tiles of them, or at the root',
  version: 1,
  define: (workload, target) => {
    const graph = graphOf(workload);
    const { shape } = graph.nodes[0]!.tensor;
    const [height, width] = shape as [number, number];
    const builder = new SpaceBuilder() as unknown as SpaceBuilder<Knobs>;
    // The tiles of stages at the root, and whether threads share blocks of their rows.
    builder
      .choice('rows', tileSizes(height, [4, 8, 16, 32, 64], 4))
      .choice('columns', [...new Set([Math.min(width, 64), Math.min(width, 128), Math.min(width, 256), width])])
      .choice('parallel', target.threads > 1 ? ['rows', 'none'] : ['none']);
    for (const [stage, { tensor }] of graph.nodes.entries()) {
      const isSum = tensor.compute!.reduction !== undefined;
      if (stage > 0) builder.choice(`site_${stage}`, isSum ? sites.filter((site) => site !== 'inline') : sites);
      builder.choice(`tile_${stage}`, isColumn(tensor.shape) ? tiles.slice(0, 1) : tiles);
      constrain(builder, graph, stage, target);
    }
    for (const stage of graph.nodes.keys()) boundReads(builder, graph, stage);
    return builder.build();
  },
  schedule: (workload, target, knobs: Knobs) => {
    const graph = graphOf(workload);
    const s = new Schedule(pipeline.computation(workload));
    // The same stages as those of the graph, whose tensors are others.
    const stages = s.stages.toReversed();
    const chosen = chosenIn(knobs);
    const isInline = (stage: number): boolean => stage > 0 && chosen.siteOf(stage) === 'inline';
    for (const [number, stage] of stages.entries()) if (isInline(number)) s.inline(stage.tensor);
    const places = new Map<number, Places>();
    for (const [number, stage] of stages.entries()) {
      if (isInline(number)) continue;
      const root = graph.rootOf(number, chosen);
      const site = number === root ? undefined : places.get(root)![chosen.siteOf(number) === 'row' ? 'row' : 'tile'];
      if (site) stage.computeAt(stages[root]!, site);
      places.set(number, nest(s, stage, tileOf(knobs, number), site ? undefined : chosen.tile(), target));
      if (!site && knobs['parallel'] === 'rows') stage.parallel(places.get(number)!.block);
    }
    return s;
  },
});

const graphs = new WeakMap<Workload['shape'], StageGraph>();

function graphOf(workload: Workload): StageGraph {
  const found = graphs.get(workload.shape) ?? new StageGraph(pipeline.computation(workload));
  graphs.set(workload.shape, found);
  return found;
}

/** What is legal for a stage, given what was decided for those that read it. */
function constrain(builder: SpaceBuilder<Knobs>, graph: StageGraph, stage: number, target: SimdTarget): void {
  const { tensor } = graph.nodes[stage]!;
  if (stage > 0)
    builder
      .constraint(`stage ${stage} must be where all that reads it can be`, (c) => graph.isLegal(stage, chosenIn(c)))
      .constraint(
        `stage ${stage} must not be computed more than ${mostRecomputed} times`,
        (c) => graph.recomputed(stage, chosenIn(c)) <= mostRecomputed,
      )
      .constraint(
        `stage ${stage} has no register tile where it is inline`,
        (c) => c[`site_${stage}`] !== 'inline' || isFirst(tileOf(c, stage)),
      );
  if (tensor.compute!.reduction && !isColumn(tensor.shape))
    builder.constraint(tooManyRegisters(target.vector), (c) => {
      const [rows, vectors] = tileOf(c, stage);
      return tileRegisters(rows, vectors) <= target.vector.registers;
    });
}

/** What a stage reads is known when the stages that it reads are decided. */
function boundReads(builder: SpaceBuilder<Knobs>, graph: StageGraph, stage: number): void {
  builder.constraint(`stage ${stage} must not read more than ${mostReads} elements, ${mostUnrolled} a tile`, (c) => {
    const reads = graph.readsOf(stage, chosenIn(c));
    const [rows, vectors] = tileOf(c, stage);
    return reads <= mostReads && reads * rows * vectors <= mostUnrolled;
  });
}

function isColumn(shape: readonly number[]): boolean {
  return shape[1] === 1;
}

function chosenIn(knobs: Knobs): Chosen {
  return {
    siteOf: (stage) => knobs[`site_${stage}`] as Site,
    rowsAtOnce: (stage) => tileOf(knobs, stage)[0],
    tile: () => [knobs['rows'] as number, knobs['columns'] as number],
  };
}

function tileOf(knobs: Knobs, stage: number): readonly [rows: number, vectors: number] {
  return knobs[`tile_${stage}`] as readonly [number, number];
}

function isFirst([rows, vectors]: readonly [number, number]): boolean {
  return rows === tiles[0][0] && vectors === tiles[0][1];
}

/** Where producers may be computed inside of a stage at the root. */
interface Places {
  /** Blocks of rows, which threads share. */
  readonly block: Loop;
  /** The tiles of a block. */
  readonly tile: Loop;
  /** The rows of a tile, as many at a time as a register tile has. */
  readonly row: Loop;
}

/**
 * for blocks of rows: for tiles of them: for some rows: for register tiles. A stage that is not at the root, of which
 * `outer` says nothing, has only the last two.
 */
function nest(
  s: Schedule,
  stage: Stage,
  [rows, vectors]: readonly [rows: number, vectors: number],
  outer: readonly [rows: number, columns: number] | undefined,
  { vector: { lanes } }: SimdTarget,
): Places {
  const [sums] = stage.loops.some(isReduce) ? [s.cacheWrite(stage, 'register')] : [];
  const [y, x] = stage.loopsOver('y', 'x');
  const [height, width] = stage.tensor.shape as [number, number];
  const isSplit = outer !== undefined;
  const [block, inBlockOfRows] = isSplit ? stage.split(y, Math.min(outer[0], height), 'peel') : [y, y];
  const [tile, columns] = isSplit ? stage.split(x, Math.min(outer[1], width), 'peel') : [x, x];
  const [row, someRows] = stage.split(inBlockOfRows, rows, 'peel');
  const [vectorBlocks, vector, lane] = inVectors(stage, columns, lanes, vectors);
  stage.reorder(...(isSplit ? [block, tile] : []), row, vectorBlocks, someRows, vector, lane).unroll(someRows);
  if (sums && isColumn(stage.tensor.shape))
    alongRow(s, sums, 'k', {
      reduced: sums.compute.reduction!.axes[0]!.axis.extent,
      lanes,
      out: stage,
      place: vectorBlocks,
    });
  else if (sums) {
    const [own, along, k] = sums.loopsOver('y', 'x', 'k');
    const lanesOf = inBlock(sums, along, lanes);
    sums
      .reorder(k, own, ...lanesOf)
      .unroll(own)
      .computeAt(stage, vectorBlocks);
  }
  return { block, tile: isSplit ? tile : row, row };
}
