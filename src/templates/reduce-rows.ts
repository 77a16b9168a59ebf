/**
 * reduce: side by side in the lanes of vectors where there are neighbours, otherwise along the row in several vectors,
 * which are added up at its end.
 */
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { reduce, reduceShape } from '../operator/reduce.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { isReadOnCpu } from './narrow.js';
import { defineTemplate } from './define-template.js';
import { alongRow, inBlock, inVectors } from './vector-axis.js';

function defineKnobs(workload: Workload, { threads }: SimdTarget) {
  const { inner } = reduceShape(workload);
  return (
    new SpaceBuilder()
      // Vectors of neighbours, or rows, at once.
      .choice('unroll', [1, 2, 4])
      // What threads share: rows, these and blocks of neighbours, or nothing.
      .choice('parallel', threads === 1 ? ['none'] : inner > 1 ? ['outer', 'all', 'none'] : ['outer', 'none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const reduceRows = defineTemplate({
  name: 'reduce.rows',
  operator: 'reduce',
  target: 'simd',
  summary: 'neighbours in vectors, or rows in several',
  version: 1,
  dtypes: isReadOnCpu,
  define: (workload, target) => defineKnobs(workload, target).build(),
  suggestions: (workload, { threads }) => {
    const shared = reduceShape(workload).inner > 1 ? 'all' : 'outer';
    return [{ unroll: 4, parallel: threads === 1 ? 'none' : shared }];
  },
  schedule: (workload, { vector: { lanes } }, knobs: Knobs) => {
    const { inner, reduced } = reduceShape(workload);
    const s = new Schedule(reduce.computation(workload));
    const out = s.output;
    const total = s.cacheWrite(out, 'register');
    const [o, i] = out.loopsOver('o', 'i');
    const largest = s.stages.find(({ tensor }) => tensor.name === 'largest');
    const isAcross = inner > 1;
    const [blocks] = isAcross ? inVectors(out, i, lanes, knobs.unroll) : [undefined];
    const [rows, row] = isAcross ? [o, undefined] : out.split(o, knobs.unroll, 'peel');
    if (row) out.unroll(row);
    const place = share(out, rows, blocks, knobs);
    for (const stage of [...(largest ? [largest] : []), total]) {
      if (largest === stage) stage.scope = 'register';
      if (isAcross) {
        stage.computeAt(out, place);
        const [r, own] = stage.loopsOver('r', 'i');
        const parts = inBlock(stage, own, lanes);
        stage.reorder(r, stage.loop('o'), ...parts);
      } else alongRow(s, stage, 'r', { reduced, lanes, out, place });
    }
    return s;
  },
});

/** The loop that the totals are computed in. */
function share(out: Stage, rows: Loop, blocks: Loop | undefined, { parallel }: Knobs): Loop {
  if (blocks && parallel === 'all') {
    const fused = out.fuse(rows, blocks);
    out.parallel(fused);
    return fused;
  }
  if (parallel !== 'none') out.parallel(rows);
  return blocks ?? rows;
}
