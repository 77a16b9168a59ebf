/** Products of matrices on a GPU, tiled for an instruction: see `tiled-product.ts`. */
import { Schedule } from '../ir/schedule.js';
import type { TensorOperator, Workload } from '../operator/operator.js';
import type { Space, Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import type { SimtTarget } from '../target/target.js';
import { defineTemplate } from './define-template.js';
import type { Instruction, TiledProblem } from './instruction.js';
import { listTiles } from './instruction-list.js';
import { layoutsOf, operandsOf, viewOf } from './product-view.js';
import type { ReductionKnobs } from './reduction-blocks.js';
import type { ScheduleTemplate } from './template.js';
import { limitTiles, tileProduct } from './tiled-product.js';

/** The template of an operator for an instruction: `matmul.mma`. */
export function tiled<Knobs extends ReductionKnobs & Values>(
  operator: TensorOperator,
  instruction: Instruction<Knobs>,
): ScheduleTemplate<SimtTarget> {
  const { name, summary, version, dtypes } = instruction;
  const spaceOf = (problem: TiledProblem): Space<Knobs> =>
    limitTiles(instruction.knobs(problem), instruction, problem).build();
  return defineTemplate({
    name: `${operator.name}.${name}`,
    operator: operator.name,
    target: 'simt',
    summary,
    version,
    dtypes,
    refuses: (_, { gpu }) => instruction.lacking(gpu),

    define: (workload, { gpu }) => spaceOf(problemOf(workload, gpu)),

    shortList: (workload, { gpu }) => {
      const problem = problemOf(workload, gpu);
      return listTiles(spaceOf(problem), instruction, problem);
    },

    schedule: (workload: Workload, _, knobs) => {
      const s = new Schedule(operator.computation(workload));
      const [a, b] = operandsOf(s, workload);
      tileProduct(s, instruction, viewOf(workload), { a, b }, layoutsOf(workload), knobs);
      return s;
    },
  });
}

function problemOf(workload: Workload, gpu: Gpu): TiledProblem {
  return { gpu, view: viewOf(workload), layouts: [layoutsOf(workload)] };
}
