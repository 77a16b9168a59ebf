/** lrn: squares of a block with zeros around them, and windows of these in vectors, along channels or inside. */
import { Schedule } from '../ir/schedule.js';
import { lrn, lrnShape } from '../operator/lrn.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { isOnCpu } from './narrow.js';
import { defineTemplate } from './define-template.js';
import { inBlock, inVectors } from './vector-axis.js';

function defineKnobs(workload: Workload, { threads }: SimdTarget) {
  const { inner } = lrnShape(workload);
  return (
    new SpaceBuilder()
      // Vectors at once.
      .choice('unroll', [1, 2, 4])
      // What threads share: images, these and blocks of neighbours, or nothing.
      .choice('parallel', threads === 1 ? ['none'] : inner > 1 ? ['outer', 'all', 'none'] : ['outer', 'none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const lrnWindow = defineTemplate({
  name: 'lrn.window',
  operator: 'lrn',
  target: 'simd',
  summary: 'windows of squares in vectors',
  version: 1,
  dtypes: isOnCpu,
  define: (workload, target) => defineKnobs(workload, target).build(),
  schedule: (workload, { vector: { lanes } }, { unroll, parallel }: Knobs) => {
    const s = new Schedule(lrn.computation(workload));
    const out = s.output;
    const total = s.cacheWrite(out, 'register');
    const squares = s.stages.find(({ tensor }) => tensor.name === 'squares')!;
    const isAcross = lrnShape(workload).inner > 1;
    const [o, c, i] = out.loopsOver('o', 'c', 'i');
    const [blocks, vector, lane] = inVectors(out, isAcross ? i : c, lanes, unroll);
    out.reorder(o, ...(isAcross ? [blocks, c] : [i, blocks]), vector, lane);
    const place = isAcross && parallel === 'all' ? out.fuse(o, blocks) : isAcross ? blocks : o;
    if (parallel !== 'none') out.parallel(isAcross && parallel !== 'all' ? o : place);
    squares.computeAt(out, place);
    if (isAcross) inBlock(squares, squares.loop('i'), lanes);
    total.computeAt(out, isAcross ? c : blocks);
    const [k, own] = [total.loop('k'), total.loop(isAcross ? 'i' : 'c')];
    total.reorder(k, ...total.loops.filter((loop) => loop !== k && loop !== own), ...inBlock(total, own, lanes));
    return s;
  },
});
