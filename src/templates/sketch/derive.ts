import type { Schedule } from '../../ir/schedule.js';
import type { SimdTarget } from '../../target/target.js';
import { cacheWrite } from './rules/cache-write.js';
import { fuse } from './rules/fuse.js';
import { inline } from './rules/inline.js';
import { rfactor } from './rules/rfactor.js';
import { splitK } from './rules/split-k.js';
import { splitSum } from './rules/split-sum.js';
import type { Rule, Sketch } from './sketch.js';

const rules: readonly Rule[] = [cacheWrite, splitSum, rfactor, splitK, inline, fuse];

const plain: Sketch = { sums: 'tile', maps: 'store', producers: 'root' };

/** All sketches of a computation: what the rules make of the plain nest, one after the other. */
export function sketchesOf(schedule: Schedule, target: SimdTarget): readonly Sketch[] {
  return rules.reduce<readonly Sketch[]>(
    (sketches, rule) => sketches.flatMap((sketch) => rule(sketch, schedule, target)),
    [plain],
  );
}
