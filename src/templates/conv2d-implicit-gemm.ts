/**
 * conv2d as an implicit matmul on a GPU: the product of `conv2d-product.ts`, tiled for an instruction
 * (`tiled-product.ts`). The patches of a block are gathered from the image into shared memory, one block of the sum at
 * a time, so that no matrix of patches is ever written (Chetlur et al., cuDNN, 2014).
 */
import { Schedule } from '../ir/schedule.js';
import { conv2dShape } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import type { SimtTarget } from '../target/target.js';
import { conv2dProduct, productExtents } from './conv2d-product.js';
import { layoutsOf, operandsOf, viewOf } from './conv2d-product-view.js';
import { defineTemplate } from './define-template.js';
import { multiplyAdd } from './instruction-fma.js';
import { mma } from './instruction-mma.js';
import { listTiles } from './instruction-list.js';
import type { Instruction, TiledProblem } from './instruction.js';
import type { OperandLayouts } from './product-view.js';
import type { ReductionKnobs } from './reduction-blocks.js';
import type { ScheduleTemplate } from './template.js';
import { limitTiles, tileProduct } from './tiled-product.js';
import { transposeWeights } from './weights.js';

interface ImplicitGemm {
  readonly name: string;
  readonly summary: string;
  readonly version: number;
  /**
   * What is contiguous in weights that were transposed for the instruction: output channels, or steps of the sum.
   */
  readonly transposed: 'own' | 'sum';
}

/**
 * Its threads need more registers than those of a plain product: where each vector that they copy lies takes several.
 */
export const conv2dIgemm = implicitGemm(multiplyAdd(40), {
  name: 'conv2d.igemm',
  summary: 'a matmul of pixels and channels, whose patches are gathered into shared memory',
  version: 2,
  transposed: 'own',
});

export const conv2dMma = implicitGemm(mma, {
  name: 'conv2d.mma',
  summary: 'a matmul of pixels and channels by matrix instructions of the tensor cores',
  version: 2,
  transposed: 'sum',
});

function implicitGemm<Knobs extends ReductionKnobs & Values>(
  instruction: Instruction<Knobs>,
  { transposed, ...named }: ImplicitGemm,
): ScheduleTemplate<SimtTarget> {
  /** The operand layouts for each value of the knob `weights`. */
  const layoutsBy = (shape: Conv2dShape): Readonly<Record<'given' | 'turned', OperandLayouts>> => {
    const { channels, k } = productExtents(shape);
    const run = transposed === 'own' ? channels : k;
    return { given: layoutsOf(shape), turned: layoutsOf(shape, { along: transposed, run }) };
  };
  const spaceOf = (shape: Conv2dShape, gpu: Gpu) => {
    const layouts = layoutsBy(shape);
    const view = viewOf(shape, productExtents(shape));
    const problem: TiledProblem = { gpu, view, layouts: [layouts.given, layouts.turned] };
    // Whether weights are read in place, or transposed by a kernel of their own, off the clock where they are constant.
    const knobs = instruction.knobs(problem).choice('weights', ['given', 'turned']);
    return { problem, space: limitTiles(knobs, instruction, problem, (c) => layouts[c.weights]).build() };
  };
  return defineTemplate({
    ...named,
    operator: 'conv2d',
    target: 'simt',
    dtypes: instruction.dtypes,
    refuses: (_, { gpu }) => instruction.lacking(gpu),

    define: (workload, { gpu }) => spaceOf(conv2dShape(workload), gpu).space,

    shortList: (workload, { gpu }) => {
      const shape = conv2dShape(workload);
      const { space, problem } = spaceOf(shape, gpu);
      return listTiles(space, instruction, problem, ({ weights }) => layoutsBy(shape)[weights], ['weights']);
    },

    schedule: (workload, _, knobs) => {
      const shape = conv2dShape(workload);
      const isTransposed = knobs.weights === 'turned';
      // Filters whose output channels are contiguous are another tensor; along the sum, only their order in memory
      // changes.
      const byChannels = isTransposed && transposed === 'own';
      const product = conv2dProduct(shape, byChannels);
      const s = new Schedule(product.computation);
      if (isTransposed) transposeWeights(s, byChannels ? [0, 3, 4, 2, 1] : [0, 1, 3, 4, 2]);
      const view = viewOf(shape, product.extents);
      const operands = operandsOf(shape, product, byChannels);
      tileProduct(s, instruction, view, operands, layoutsBy(shape)[knobs.weights], knobs);
      s.inline(product.patches);
      s.inline(product.filters);
      return s;
    },
  });
}
