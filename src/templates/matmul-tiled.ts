/** Products of matrices on a GPU, tiled for an instruction: see `tiled-product.ts`. */
import { Schedule } from '../ir/schedule.js';
import type { TensorOperator, Workload } from '../operator/operator.js';
import type { Values } from '../space/space.js';
import type { SimtTarget } from '../target/target.js';
import { defineTemplate } from './define-template.js';
import type { Instruction, TiledProblem } from './instruction.js';
import { layoutsOf, operandsOf, viewOf, type OperandLayouts } from './product-view.js';
import type { ReductionKnobs } from './reduction-blocks.js';
import type { ScheduleTemplate } from './template.js';
import { limitTiles, tileProduct } from './tiled-product.js';
import { turn, turnedLayouts } from './turned-operand.js';

/** The template of an operator for an instruction: `matmul.mma`. */
export function tiled<Knobs extends ReductionKnobs & Values>(
  operator: TensorOperator,
  instruction: Instruction<Knobs>,
): ScheduleTemplate<SimtTarget> {
  const { name, summary, version, dtypes, wantsSums = () => false } = instruction;
  /** The operand layouts for each value of the knob `operands`; the same where all lie along the sum. */
  const layoutsBy = (workload: Workload): Readonly<Record<'given' | 'turned', OperandLayouts>> => {
    const [given, { k, dtype }] = [layoutsOf(workload), viewOf(workload)];
    const isTurned = wantsSums(dtype) && [given.a, given.b].some(({ along }) => along === 'own');
    return { given, turned: isTurned ? turnedLayouts(given, k) : given };
  };
  return defineTemplate({
    name: `${operator.name}.${name}`,
    operator: operator.name,
    target: 'simt',
    summary,
    version,
    dtypes,
    refuses: (_, { gpu }) => instruction.lacking(gpu),

    define: (workload, { gpu }) => {
      const layouts = layoutsBy(workload);
      const problem: TiledProblem = { gpu, view: viewOf(workload), layouts: [layouts.given, layouts.turned] };
      const space = instruction.knobs(problem);
      if (layouts.turned === layouts.given) return limitTiles(space, instruction, problem).build();
      // Whether operands are read in place, or transposed by kernels of their own, off the clock where constant.
      const turning = space.choice('operands', ['given', 'turned']);
      return limitTiles(turning, instruction, problem, (c) => layouts[c.operands]).build();
    },

    schedule: (workload: Workload, _, knobs) => {
      const s = new Schedule(operator.computation(workload));
      const { given, turned } = layoutsBy(workload);
      const chosen = knobs['operands'] === 'turned' ? turned : given;
      const [a, b] = operandsOf(s, workload);
      const placed = {
        a: given.a === chosen.a ? a : turn(s, a),
        b: given.b === chosen.b ? b : turn(s, b),
      };
      tileProduct(s, instruction, viewOf(workload), placed, chosen, knobs);
      return s;
    },
  });
}
