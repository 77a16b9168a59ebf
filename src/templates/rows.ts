/**
 * Operators over rows: all that is computed of one row, or of a vector of rows, while these are cached. A computation
 * has axes `o, j, i` of [outer, n, inner], of which `j` goes along the rows; what it makes of a row on the way is a sum
 * (or the largest …) over `j`, or as long as the row.
 */
import { isReduce } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { TensorOperator, Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { isOnCpu } from './narrow.js';
import { defineTemplate } from './define-template.js';
import { tileSizes } from './register-tile.js';
import type { ScheduleTemplate } from './template.js';
import { alongRow, inBlock, inVectors } from './vector-axis.js';

function defineKnobs([outer, , inner]: readonly number[], { threads }: SimdTarget) {
  const isAcross = inner! > 1;
  return (
    new SpaceBuilder()
      // Vectors at once: of a row, or of rows side by side.
      .choice('unroll', [1, 2, 4])
      // Rows at once, as each waits for its last sum.
      .choice('rows', isAcross ? [1] : tileSizes(outer!, [1, 2, 4, 8], 1))
      // What threads share: rows, these and blocks of neighbours, or nothing.
      .choice('parallel', threads === 1 ? ['none'] : isAcross ? ['outer', 'all', 'none'] : ['outer', 'none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

/** The template `NAME.rows` of an operator over rows; `summary`: what it computes at a time. */
export function rowsOf(operator: TensorOperator, summary: string): ScheduleTemplate<SimdTarget> {
  const shapeOf = (workload: Workload): readonly number[] => operator.computation(workload).output.shape;
  const isAcross = (workload: Workload): boolean => shapeOf(workload)[2]! > 1;
  return defineTemplate({
    name: `${operator.name}.rows`,
    operator: operator.name,
    target: 'simd',
    summary,
    version: 2,
    dtypes: isOnCpu,
    define: (workload, target) => defineKnobs(shapeOf(workload), target).build(),
    suggestions: (workload, { threads }) => {
      const shape = shapeOf(workload);
      const across = isAcross(workload);
      const rows = across ? 1 : tileSizes(shape[0]!, [1, 2, 4], 1).at(-1)!;
      return [{ unroll: 2, rows, parallel: threads === 1 ? 'none' : across ? 'all' : 'outer' }];
    },
    schedule: (workload, target, knobs: Knobs) => {
      const schedule = new Schedule(operator.computation(workload));
      return isAcross(workload) ? across(schedule, target, knobs) : along(schedule, target, knobs);
    },
  });
}

/** What is computed of a row on the way to the output: numbers of it, and other rows. */
function stagesOf(s: Schedule): { readonly numbers: readonly Stage[]; readonly rows: readonly Stage[] } {
  const inner = s.stages.filter((stage) => stage !== s.output);
  const isNumber = (stage: Stage): boolean => stage.loops.some(isReduce);
  return { numbers: inner.filter(isNumber), rows: inner.filter((stage) => !isNumber(stage)) };
}

function along(s: Schedule, { vector: { lanes } }: SimdTarget, { unroll, rows: atOnce, parallel }: Knobs): Schedule {
  const { numbers, rows } = stagesOf(s);
  const [o, row] = s.output.split(s.output.loop('o'), atOnce, 'peel');
  for (const stage of [s.output, ...rows]) {
    if (stage !== s.output) stage.computeAt(s.output, o);
    const own = stage === s.output ? row : stage.loop('o');
    const [blocks, vector, lane] = inVectors(stage, stage.loop('j'), lanes, unroll);
    stage.reorder(blocks, own, vector, lane).unroll(own);
  }
  const place = { reduced: s.output.tensor.shape[1]!, lanes, out: s.output, place: o };
  for (const stage of numbers) {
    stage.scope = 'register';
    alongRow(s, stage, 'j', place);
  }
  if (parallel !== 'none') s.output.parallel(o);
  return s;
}

function across(s: Schedule, { vector: { lanes } }: SimdTarget, { unroll, parallel }: Knobs): Schedule {
  const { numbers, rows } = stagesOf(s);
  const [o, j, i] = s.output.loopsOver('o', 'j', 'i');
  const [blocks, vector, lane] = inVectors(s.output, i, lanes, unroll);
  s.output.reorder(o, blocks, j, vector, lane);
  const place = parallel === 'all' ? s.output.fuse(o, blocks) : blocks;
  if (parallel !== 'none') s.output.parallel(parallel === 'all' ? place : o);
  for (const stage of s.stages.filter((one) => numbers.includes(one) || rows.includes(one))) {
    stage.computeAt(s.output, place);
    if (numbers.includes(stage)) stage.scope = 'register';
    const [rest, own] = [stage.loop('j'), stage.loop('i')];
    stage.reorder(rest, ...stage.loops.filter((loop) => loop !== rest && loop !== own), ...inBlock(stage, own, lanes));
  }
  return s;
}
