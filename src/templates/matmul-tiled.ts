/** Products of matrices on a GPU, tiled for an instruction: see `tiled-product.ts`. */
import { Schedule } from '../ir/schedule.js';
import type { TensorOperator, Workload } from '../operator/operator.js';
import type { Space, Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import type { SimtTarget } from '../target/target.js';
import { defineTemplate } from './define-template.js';
import type { Instruction, TiledProblem } from './instruction.js';
import { listTiles } from './instruction-list.js';
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
  /** The operand layouts for each value of the knob `operands`, which there is where these differ. */
  const layoutsBy = (workload: Workload): Readonly<Record<'given' | 'turned', OperandLayouts>> => {
    const [given, { k, dtype }] = [layoutsOf(workload), viewOf(workload)];
    const isTurned = wantsSums(dtype) && [given.a, given.b].some(({ along }) => along === 'own');
    return { given, turned: isTurned ? turnedLayouts(given, k) : given };
  };
  const layoutsIn = (workload: Workload, knobs: Values): OperandLayouts =>
    layoutsBy(workload)[knobs['operands'] === 'turned' ? 'turned' : 'given'];
  const problemOf = (workload: Workload, gpu: Gpu): TiledProblem => {
    const { given, turned } = layoutsBy(workload);
    return { gpu, view: viewOf(workload), layouts: given === turned ? [given] : [given, turned] };
  };
  const spaceOf = (workload: Workload, problem: TiledProblem): Space<Knobs> => {
    const knobs = instruction.knobs(problem);
    if (problem.layouts.length === 1) return limitTiles(knobs, instruction, problem).build();
    // Whether operands are read in place, or transposed by kernels of their own, off the clock where constant.
    const all = knobs.choice('operands', ['given', 'turned']);
    return limitTiles(all, instruction, problem, (c) => layoutsIn(workload, c)).build();
  };
  return defineTemplate({
    name: `${operator.name}.${name}`,
    operator: operator.name,
    target: 'simt',
    summary,
    version,
    dtypes,
    refuses: (_, { gpu }) => instruction.lacking(gpu),

    define: (workload, { gpu }) => spaceOf(workload, problemOf(workload, gpu)),

    shortList: (workload, { gpu }) => {
      const problem = problemOf(workload, gpu);
      const choices = problem.layouts.length === 1 ? [] : ['operands'];
      const space = spaceOf(workload, problem);
      return listTiles(space, instruction, problem, (c) => layoutsIn(workload, c), choices);
    },

    schedule: (workload: Workload, _, knobs) => {
      const s = new Schedule(operator.computation(workload));
      const [given, chosen] = [layoutsOf(workload), layoutsIn(workload, knobs)];
      const [a, b] = operandsOf(s, workload);
      const placed = {
        a: given.a.along === chosen.a.along ? a : turn(s, a),
        b: given.b.along === chosen.b.along ? b : turn(s, b),
      };
      tileProduct(s, instruction, viewOf(workload), placed, chosen, knobs);
      return s;
    },
  });
}
