/** softmax: largest, exponentials, their sum and quotients of one row, or a vector of rows, while these are cached. */
import { Schedule } from '../ir/schedule.js';
import { softmax, softmaxShape } from '../operator/softmax.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { defineTemplate } from './define-template.js';
import { alongRow, inBlock, inVectors } from './vector-axis.js';

function defineKnobs(workload: Workload, { threads }: SimdTarget) {
  const { inner } = softmaxShape(workload);
  return (
    new SpaceBuilder()
      // Vectors at once: of a row, or of rows side by side.
      .choice('unroll', [1, 2, 4])
      // What threads share: rows, these and blocks of neighbours, or nothing.
      .choice('parallel', threads === 1 ? ['none'] : inner > 1 ? ['outer', 'all', 'none'] : ['outer', 'none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const softmaxRows = defineTemplate({
  name: 'softmax.rows',
  operator: 'softmax',
  target: 'simd',
  summary: 'a row, or a vector of rows, from its largest element to the quotients',
  version: 1,
  refuses: () => undefined,
  define: (workload, target) => defineKnobs(workload, target).build(),
  suggestions: (workload, { threads }) => {
    const isAcross = softmaxShape(workload).inner > 1;
    return [{ unroll: isAcross ? 2 : 1, parallel: threads === 1 ? 'none' : isAcross ? 'all' : 'outer' }];
  },
  schedule: (workload, target, knobs: Knobs) =>
    softmaxShape(workload).inner > 1 ? across(workload, target, knobs) : along(workload, target, knobs),
});

function stagesOf(s: Schedule) {
  const named = (name: string) => s.stages.find(({ tensor }) => tensor.name === name)!;
  return { largest: named('largest'), powers: named('powers'), total: named('total') };
}

function along(workload: Workload, { vector: { lanes } }: SimdTarget, { unroll, parallel }: Knobs): Schedule {
  const s = new Schedule(softmax.computation(workload));
  const { largest, powers, total } = stagesOf(s);
  const [o, j] = s.output.loopsOver('o', 'j');
  inVectors(s.output, j, lanes, unroll);
  powers.computeAt(s.output, o);
  inVectors(powers, powers.loop('j'), lanes, unroll);
  const row = { reduced: softmaxShape(workload).n, lanes, out: s.output, place: o };
  for (const stage of [largest, total]) {
    stage.scope = 'register';
    alongRow(s, stage, 'j', row);
  }
  if (parallel !== 'none') s.output.parallel(o);
  return s;
}

function across(workload: Workload, { vector: { lanes } }: SimdTarget, { unroll, parallel }: Knobs): Schedule {
  const s = new Schedule(softmax.computation(workload));
  const { largest, powers, total } = stagesOf(s);
  const [o, j, i] = s.output.loopsOver('o', 'j', 'i');
  const [blocks, vector, lane] = inVectors(s.output, i, lanes, unroll);
  s.output.reorder(o, blocks, j, vector, lane);
  const place = parallel === 'all' ? s.output.fuse(o, blocks) : blocks;
  if (parallel !== 'none') s.output.parallel(parallel === 'all' ? place : o);
  for (const stage of [largest, powers, total]) {
    stage.computeAt(s.output, place);
    if (stage !== powers) stage.scope = 'register';
    const [rest, own] = [stage.loop('j'), stage.loop('i')];
    stage.reorder(rest, ...stage.loops.filter((loop) => loop !== rest && loop !== own), ...inBlock(stage, own, lanes));
  }
  return s;
}
