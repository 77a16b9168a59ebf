/**
 * A product of matrices tiled for a GPU: a block of threads computes a tile of the result from tiles of the operands in
 * shared memory, one block of the sum at a time, the next ones on their way meanwhile (Volkov and Demmel, SC 2008;
 * MAGMA, Tan et al., SC 2011; CUTLASS). An `Instruction` multiplies them. The sum, in float32, may be cut into parts
 * that different blocks add up, by a second kernel.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { cutGrids } from '../ir/task-mapping.js';
import { elementBytes } from '../ir/tensor.js';
import type { SpaceBuilder } from '../space/builder.js';
import type { Values } from '../space/space.js';
import { fitsRegisters } from './gpu-limits.js';
import type { Instruction, TiledProblem } from './instruction.js';
import type { OperandLayouts } from './product-view.js';
import {
  blockOf,
  fillsBuffers,
  fillsParts,
  fitsResult,
  splitK,
  tooLargeBlock,
  tooManyBuffers,
  tooManyParts,
} from './reduction-blocks.js';
import type { ReductionKnobs, TiledOperand, TiledProduct } from './reduction-blocks.js';

/** Forbids what a block and its threads cannot hold. `layoutsOf`: the operand layouts of a config. */
export function limitTiles<Knobs extends ReductionKnobs & Values, All extends Knobs>(
  space: SpaceBuilder<All>,
  instruction: Instruction<Knobs>,
  problem: TiledProblem,
  layoutsOf: (knobs: All) => OperandLayouts = () => problem.layouts[0],
): SpaceBuilder<All> {
  const { gpu, view } = problem;
  space
    .constraint(tooLargeBlock, (c) => fitsResult(view, blockOf(instruction.mappingOf(c)), instruction.smallest))
    .constraint(instruction.tooManyRegisters, (c) => {
      return fitsRegisters(gpu, instruction.threadsOf(c), instruction.registersOf(c));
    })
    .constraint(`the operands' tiles must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
      return instruction.sharedBytes(c, view, layoutsOf(c)) <= gpu.sharedPerBlock;
    });
  for (const { sentence, test } of instruction.limits(problem))
    space.constraint(sentence, (c) => test(c, layoutsOf(c)));
  return space.constraint(tooManyBuffers, fillsBuffers(view.k)).constraint(tooManyParts, fillsParts(view.k));
}

/**
 * Schedules a stage at the root, which is a product of the operands along its rows and along its columns, as kernels.
 */
export function tileProduct<Knobs extends ReductionKnobs & Values>(
  s: Schedule,
  instruction: Instruction<Knobs>,
  view: TiledProduct,
  operands: Readonly<Record<'a' | 'b', TiledOperand>>,
  layouts: OperandLayouts,
  knobs: Knobs,
  stage = s.output,
): void {
  const mapping = instruction.mappingOf(knobs);
  const product = splitK(s, stage, knobs, view.k);
  const { acc, at } = tileOutput(s, product, instruction, view, knobs);
  acc.computeAt(product, at);
  const { sum, step } = tileSum(acc, instruction, view, knobs);
  for (const side of ['a', 'b'] as const) {
    const operand = { ...operands[side], side, layout: layouts[side], dtype: view.dtype };
    const shared = s.cacheRead(operand.tensor, 'shared');
    instruction.store(shared, operand, knobs);
    if (knobs.buffers > 1) shared.buffers(knobs.buffers, knobs.lag);
    instruction.copy(shared, operand, knobs).computeAt(acc, sum);
    instruction.read?.(s, shared, operand, mapping.parts(side === 'a' ? 0 : 1)).computeAt(acc, step);
  }
}

/** for blocks: for threads: what a thread holds. Returns the accumulators and the loop that they are computed in. */
function tileOutput<Knobs extends ReductionKnobs & Values>(
  s: Schedule,
  product: Stage,
  instruction: Instruction<Knobs>,
  view: TiledProduct,
  knobs: Knobs,
): { acc: Stage; at: Loop } {
  const names = product.compute.axes.map((axis) => axis.name);
  const mapping = instruction.mappingOf(knobs);
  const acc = s.cacheWrite(product, instruction.runBy === 'thread' ? 'register' : 'fragment', {
    [names.indexOf(view.row)]: mapping.parts(0),
    [names.indexOf(view.column)]: mapping.parts(1),
  });
  const others = product.loops.filter((l) => l.name !== view.row && l.name !== view.column);
  const grid = [product.loop(view.row), product.loop(view.column)] as const;
  const [[iBlock, jBlock], ...inBlock] = cutGrids(product, grid, mapping, 'guard');
  const { threads, elements } = instruction.arrange(product, inBlock, view, knobs);
  const blocks = knobs.order === 'mn' ? [iBlock, jBlock] : [jBlock, iBlock];
  product.reorder(...others, ...blocks, ...threads.flat(), ...elements);
  const fuse = (loops: readonly Loop[]): Loop => loops.reduce((outer, inner) => product.fuse(outer, inner));
  product.bind(fuse([...others, ...blocks]), 'blockX');
  const axes = (['threadZ', 'threadY', 'threadX'] as const).slice(-threads.length);
  const bound = threads.map(fuse);
  for (const [i, loop] of bound.entries()) product.bind(loop, axes[i]!);
  return { acc, at: bound.at(instruction.runBy === 'thread' ? -1 : -2)! };
}

/**
 * The sum outside, what an instruction multiplies inside. Returns the loops over blocks of the sum and over the steps
 * in one.
 */
function tileSum<Knobs extends ReductionKnobs & Values>(
  acc: Stage,
  instruction: Instruction<Knobs>,
  view: TiledProduct,
  knobs: Knobs,
): { sum: Loop; step: Loop } {
  const { spans, depthBytes } = instruction;
  const mapping = instruction.mappingOf(knobs);
  // The parts of an axis are loops of its name, numbered from outside in; 0 is that over blocks.
  const innermost = (name: string, axis: number, count: number): Loop[] =>
    Array.from({ length: count }, (_, i) => acc.loop(`${name}${mapping.parts(axis).length - count + 1 + i}`));
  const atOnce = [...innermost(view.row, 0, spans.rows), ...innermost(view.column, 1, spans.columns)];
  const oneByOne = acc.loops.filter((l) => !isReduce(l) && !atOnce.includes(l));
  const [sum, inBlock] = acc.split(acc.loops.find(isReduce)!, knobs.block_k, 'zero');
  const [step, ...depth] =
    depthBytes === undefined ? [inBlock] : acc.split(inBlock, depthBytes / elementBytes(view.dtype), 'guard');
  acc.reorder(sum, step, ...oneByOne, ...atOnce, ...depth).unroll(...oneByOne);
  if (knobs.unroll_k === undefined) acc.unroll(step);
  else acc.unrollBy(step, knobs.unroll_k);
  if (depth.length > 0) acc.tensorize(...atOnce, ...depth);
  return { sum, step };
}
