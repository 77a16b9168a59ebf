/** Products of matrices of low precision on the tensor cores of a GPU (`mma-tile.ts`). */
import { Schedule } from '../ir/schedule.js';
import type { Operator } from '../operator/operator.js';
import { mmaKernels, mmaSpace, withoutTensorCores } from './mma-tile.js';
import type { MmaKnobs } from './mma-tile.js';
import { liesOf, operandsOf, viewOf } from './product-view.js';
import type { SimtTarget } from '../target/target.js';
import type { Template } from './template.js';

export function mma(operator: Operator): Template<SimtTarget> {
  return {
    name: `${operator.name}.mma`,
    operator: operator.name,
    target: 'simt',
    summary: 'matrix instructions of the tensor cores on tiles in shared memory',
    version: 2,
    dtypes: ['tfloat32', 'float16', 'bfloat16'],
    tolerance: 1e-4,
    refuses: (_, { gpu }) => withoutTensorCores(gpu),

    define: (workload, target) => {
      const { gpu } = target;
      return mmaSpace(gpu, viewOf(workload), [liesOf(workload)]).build();
    },

    schedule: (workload, _, config) => {
      const s = new Schedule(operator.computation(workload));
      const [a, b] = operandsOf(s, workload);
      mmaKernels(s, viewOf(workload), { a, b }, config.values as unknown as MmaKnobs);
      return s;
    },
  };
}
