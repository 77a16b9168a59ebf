/** Products of matrices on the cores of a GPU: see `simt-tile.ts`. */
import { Schedule } from '../ir/schedule.js';
import type { Operator } from '../operator/operator.js';
import { liesOf, operandsOf, viewOf } from './product-view.js';
import { tileKernels, tileSpace } from './simt-tile.js';
import type { TileKnobs } from './simt-tile.js';
import type { SimtTarget } from '../target/target.js';
import type { Template } from './template.js';

/** Registers of a thread that are not accumulators or operands. */
const otherRegisters = 32;

export function simt(operator: Operator): Template<SimtTarget> {
  return {
    name: `${operator.name}.simt`,
    operator: operator.name,
    target: 'simt',
    summary: 'tiles in shared memory, register tiles of threads and virtual threads',
    version: 3,
    dtypes: ['float32', 'float16', 'bfloat16'],
    tolerance: 1e-4,
    refuses: () => undefined,

    define: (workload, target) => {
      const { gpu } = target;
      return tileSpace(gpu, viewOf(workload), [liesOf(workload)], otherRegisters).build();
    },

    schedule: (workload, _, config) => {
      const s = new Schedule(operator.computation(workload));
      const [a, b] = operandsOf(s, workload);
      tileKernels(s, viewOf(workload), { a, b }, config.values as unknown as TileKnobs);
      return s;
    },
  };
}
