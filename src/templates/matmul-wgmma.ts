/** Products of matrices of low precision by groups of warps, on the tensor cores of Hopper (`wgmma-tile.ts`). */
import { Schedule } from '../ir/schedule.js';
import type { Operator } from '../operator/operator.js';
import { wgmmaKernels, wgmmaSpace, withoutWarpGroups } from './wgmma-tile.js';
import type { WgmmaKnobs } from './wgmma-tile.js';
import { liesOf, operandsOf, viewOf } from './product-view.js';
import type { SimtTarget } from '../target/target.js';
import type { Template } from './template.js';

export function wgmma(operator: Operator): Template<SimtTarget> {
  return {
    name: `${operator.name}.wgmma`,
    operator: operator.name,
    target: 'simt',
    summary: 'tiles in shared memory that groups of four warps multiply where they lie',
    version: 2,
    dtypes: ['tfloat32', 'float16', 'bfloat16'],
    tolerance: 1e-4,
    refuses: (_, { gpu }) => withoutWarpGroups(gpu),

    define: (workload, target) => {
      const { gpu } = target;
      return wgmmaSpace(gpu, viewOf(workload), liesOf(workload)).build();
    },

    schedule: (workload, _, config) => {
      const s = new Schedule(operator.computation(workload));
      const [a, b] = operandsOf(s, workload);
      wgmmaKernels(s, viewOf(workload), { a, b }, liesOf(workload), config.values as unknown as WgmmaKnobs);
      return s;
    },
  };
}
