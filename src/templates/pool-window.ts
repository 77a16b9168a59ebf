/**
 * pool: windows of neighbours in vectors, along the columns or along what lies inside of them. The padded rows that a
 * few rows of the output need are copied first, so that no window meets a border; or, where vectors do not run along
 * columns, windows at the border are apart.
 */
import { Schedule } from '../ir/schedule.js';
import { isPadded, pool, poolShape, pooledSize } from '../operator/pool.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { isReadOnCpu } from './narrow.js';
import { defineTemplate } from './define-template.js';
import { tileSizes } from './register-tile.js';
import { inBlock, inVectors } from './vector-axis.js';

/** Columns of a window that are unrolled: more cost code and save nothing. */
const mostUnrolled = 8;

function defineKnobs(workload: Workload, { threads }: SimdTarget) {
  const shape = poolShape(workload);
  return (
    new SpaceBuilder()
      // Rows of the output that are done at once, and whose padded input is copied at once.
      .choice('rows', tileSizes(pooledSize(shape)[0], [1, 2, 4, 8, 16], 8))
      // Vectors of windows at once.
      .choice('vectors', [1, 2, 4])
      // What threads share: images and blocks of rows, or nothing.
      .choice('parallel', threads === 1 ? ['none'] : ['rows', 'none'])
      // Whether the padded rows are copied first.
      .choice('copy', shape.inner > 1 && isPadded(shape) ? ['rows', 'none'] : ['rows'], { unsaid: 'rows' })
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const poolWindow = defineTemplate({
  name: 'pool.window',
  operator: 'pool',
  target: 'simd',
  summary: 'windows in vectors, on copies of the padded rows or with the border apart',
  version: 1,
  dtypes: isReadOnCpu,
  define: (workload, target) => defineKnobs(workload, target).build(),
  suggestions: (workload, { threads, vector: { lanes } }) => {
    const shape = poolShape(workload);
    const rows = Math.min(4, pooledSize(shape)[0]);
    const parallel = threads === 1 ? 'none' : 'rows';
    const vectors = [4, 2].find((some) => some * lanes <= shape.inner) ?? 1;
    return [{ rows, vectors, parallel, copy: shape.inner > 1 ? 'none' : 'rows' }];
  },
  schedule: (workload, { vector: { lanes } }, knobs: Knobs) => {
    const { inner, kernel } = poolShape(workload);
    const s = new Schedule(pool.computation(workload));
    const out = s.output;
    const total = s.cacheWrite(out, 'register');
    const [o, y, x, i] = out.loopsOver('o', 'y', 'x', 'i');
    const along = inner > 1 ? i : x;
    const [blocks, vector, lane] = inVectors(out, along, lanes, knobs.vectors);
    const [rows, row] = out.split(y, knobs.rows, 'peel');
    const other = inner > 1 ? x : i;
    out.reorder(o, rows, row, other, blocks, vector, lane);
    total.computeAt(out, blocks);
    const spatial = [...total.loops.slice(0, 4)];
    const [kh, kw] = total.loopsOver('kh', 'kw');
    const own = spatial[inner > 1 ? 3 : 2]!;
    const parts = inBlock(total, own, lanes);
    total.reorder(kh, kw, ...spatial.filter((loop) => loop !== own), ...parts);
    if (kernel[1] <= mostUnrolled) total.unroll(kw);
    const padded = s.stages.find(({ tensor }) => tensor.name === 'padded');
    const images = knobs.parallel === 'rows' ? out.fuse(o, rows) : rows;
    if (knobs.parallel === 'rows') out.parallel(images);
    if (padded && knobs.copy === 'none') {
      s.inline(padded.tensor);
      out.partition(other);
    } else padded?.computeAt(out, images);
    return s;
  },
});
