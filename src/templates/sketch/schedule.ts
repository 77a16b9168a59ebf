/** The schedule of a sketch with sizes for what is open in it. */
import { uses } from '../../ir/index-facts.js';
import { isReduce } from '../../ir/loop.js';
import { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import type { Computation } from '../../ir/tensor.js';
import { alongRow, inBlock } from '../vector-axis.js';
import { shareLoops, tileStage, type Around, type Cut, type Plan, type Shared } from './nest.js';
import { placesOf } from './places.js';
import { inlineMaps } from './rules/inline.js';
import type { Sketch } from './sketch.js';
import { isConditional, isSum, longestSum, producersOf, runsAlongSum, vectorDim } from './stages.js';

/** What is open in a sketch. */
export interface Sizes {
  /** Of vectors. */
  readonly lanes: number;
  /** How the dimensions of a stage are cut; `alongSum`: where vectors run along its sum. */
  cutsOf(stage: Stage, alongSum: boolean): ReadonlyMap<number, Cut>;
  /** Terms of a block of the output's sum. */
  readonly block: number;
  /** Terms of the innermost sums that are unrolled. */
  readonly unroll: number;
  readonly parallel: Shared;
  readonly threads: number;
}

export function scheduleOf(computation: Computation, sketch: Sketch, sizes: Sizes): Schedule {
  const s = new Schedule(computation);
  inlineMaps(s, sketch);
  const producers = producersOf(s);
  const output = placesOf(s, sketch);
  if (sketch.sums === 'split_k') tileParts(s, output.groups, sizes);
  const around = tileSums(s, s.output, sketch, output.groups, sizes);
  const places = output.placesIn(around);
  for (const stage of producers) {
    const place = places.get(stage);
    if (place) stage.computeAt(s.output, place);
    tileSums(s, stage, sketch, [[...stage.tensor.shape.keys()]], place ? { ...sizes, parallel: 'none' } : sizes);
  }
  return s;
}

/** Cuts the output's sum into a part for each thread, in a stage of its own. */
function tileParts(s: Schedule, groups: Plan['groups'], sizes: Sizes): void {
  const { output } = s;
  const cuts = [...sizes.cutsOf(output, false)].map(([dim, cut]) => [dim + 1, cut] as const);
  const { name, extent } = longestSum(output);
  const parts = s.accumulate(output, name, Math.ceil(extent / sizes.threads), 'workspace');
  const dims = [0, ...groups.flat().map((dim) => dim + 1)];
  tileSums(s, parts, { sums: 'cache_write' }, [dims], { ...sizes, cutsOf: () => new Map(cuts) });
}

/** Tiles a stage, with its sums where the sketch has them; returns the loops around the elements of a tile. */
function tileSums(
  s: Schedule,
  stage: Stage,
  { sums }: Pick<Sketch, 'sums'>,
  groups: Plan['groups'],
  sizes: Sizes,
): readonly Around[] {
  const { lanes } = sizes;
  const alongSum = sums === 'rfactor' && runsAlongSum(stage, lanes);
  const cuts = isConditional(stage) && !isSum(stage) ? new Map<number, Cut>() : sizes.cutsOf(stage, alongSum);
  const vector = alongSum ? undefined : { dim: vectorDim(stage), lanes };
  const plan: Plan = { cuts, groups, vector, sums: sums === 'split_sum' ? 'around tiles' : 'in tiles' };
  const tile = (): readonly Around[] => shareLoops(stage, tileStage(stage, plan), sizes.parallel);
  if (!isSum(stage) || sums === 'tile') return tile();

  const axis = longestSum(stage);
  const isOutput = stage === s.output;
  const block = isOutput && sums === 'cache_block' ? s.cacheWrite(stage, 'workspace') : undefined;
  const accumulators =
    isOutput && sums === 'split_sum'
      ? s.accumulate(stage, axis.name, sizes.block, 'register')
      : s.cacheWrite(block ?? stage, 'register');
  const around = tile();
  if (alongSum) {
    alongRow(s, accumulators, axis.name, { reduced: axis.extent, lanes, out: stage, place: around.at(-1)!.loop });
    return around;
  }
  const inside = block ? tileBlock(block, stage, around, plan) : around;
  accumulators.computeAt(block ?? stage, inside.at(-1)!.loop);
  addUp(accumulators, stage, sizes, isOutput && sums !== 'split_sum');
  return around;
}

/** Has what is finished at once be a block; returns the loops around the elements of its tiles. */
function tileBlock(block: Stage, stage: Stage, around: readonly Around[], plan: Plan): readonly Around[] {
  block.computeAt(stage, around.findLast(({ over }) => over === 'blocks')!.loop);
  return tileStage(block, { ...plan, groups: [[...block.tensor.shape.keys()]] });
}

/** A register tile of the sum of a stage; `isCut`: whether its longest axis is cut, too. */
function addUp(accumulators: Stage, stage: Stage, { lanes, block, unroll }: Sizes, isCut: boolean): void {
  const sums = accumulators.loops.filter(isReduce);
  const elements = accumulators.loops.filter((loop) => !isReduce(loop));
  const vectors = elements.at(vectorDim(stage) - stage.tensor.shape.length)!;
  // The number of a part of the sum says how many terms it has.
  const numbers = elements.filter((_, d) => boundsSum(accumulators, d));
  const others = elements.filter((loop) => loop !== vectors && !numbers.includes(loop));
  const { name, extent } = longestSum(accumulators);
  const cut = sums.find((loop) => isCut && loop.name === name && block < extent);
  const uncut = sums.filter((loop) => loop !== cut);
  const terms = cut ? (([outer, inner]) => [outer, ...uncut, inner])(accumulators.split(cut, block, 'min')) : sums;
  accumulators.reorder(...numbers, ...terms, ...others, ...inBlock(accumulators, vectors, lanes));
  accumulators.unroll(...others).unrollBy(terms.at(-1)!, unroll);
}

/** Whether the extents of a stage's sum depend on a dimension of it. */
function boundsSum({ compute: { axes, reduction } }: Stage, dim: number): boolean {
  return reduction!.axes.some(({ extent }) => uses(extent, (v) => v === axes[dim]));
}
