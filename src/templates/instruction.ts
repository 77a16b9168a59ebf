/**
 * What multiplies the tiles of a product on a GPU: multiply-adds of threads, or matrix instructions of warps. An
 * instruction says what it matches, what a block of its runs needs, and how its part of the schedule looks;
 * `tiled-product.ts` is the rest of the template.
 */
import type { KernelType } from '../elements/registry.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { FactorLoops, TaskMapping } from '../ir/task-mapping.js';
import type { DType } from '../ir/tensor.js';
import type { SpaceBuilder } from '../space/builder.js';
import type { Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import type { OperandLayout, OperandLayouts } from './product-view.js';
import type { BlockSize, ReductionKnobs, TiledOperand, TiledProduct } from './reduction-blocks.js';

/** What is tiled, and for which GPU. */
export interface TiledProblem {
  readonly gpu: Gpu;
  readonly view: TiledProduct;
  /** The operand layouts that there may be, of which a knob may choose one. */
  readonly layouts: readonly [OperandLayouts, ...OperandLayouts[]];
}

/** What every config satisfies; `layouts` are those of the config. */
interface Limit<Knobs> {
  readonly sentence: string;
  readonly test: (knobs: Knobs, layouts: OperandLayouts) => boolean;
}

/** An operand along one side of the result: its layout, and as which type it is multiplied. */
export interface PlacedOperand extends TiledOperand {
  readonly side: 'a' | 'b';
  readonly layout: OperandLayout;
  readonly dtype: DType;
}

/** The loops of a block over its rows and columns, cut into parts. */
interface BlockLoops {
  /** Those over threads, along z, y and x, or the last of these; loops of one axis are fused. */
  readonly threads: readonly (readonly [Loop, ...Loop[]])[];
  /** Those over what a thread holds, from outside in. */
  readonly elements: readonly Loop[];
}

/** What its short list comes from (`instruction-list.ts`). */
interface InstructionList<Knobs> {
  /** Knobs of which all values are looked at, besides `split_k`. */
  readonly varied: readonly (keyof Knobs & string)[];
  /** The other knobs of a config that has the varied ones; where the space lacks a value it is no config. */
  others(varied: Knobs, problem: TiledProblem, layouts: OperandLayouts): Partial<Knobs>;
  /** Multiply-adds of an SM in a cycle, of elements of so many bytes. */
  rate(bytes: number): number;
  /** At a step of the sum, elements that a block reads of shared memory, and loads by which its threads copy. */
  reads(knobs: Knobs): number;
  loads(knobs: Knobs): number;
}

export interface Instruction<Knobs extends ReductionKnobs & Values> {
  /** Templates of products that are tiled for it are named so: `simt` makes `matmul.simt`. */
  readonly name: string;
  readonly summary: string;
  /** Of its knobs: see `Template`. */
  readonly version: number;
  /** Types that it multiplies. */
  readonly dtypes: (type: KernelType) => boolean;
  /** Whether operands of a type are best, or only, multiplied where neighbours are those of the sum. */
  readonly wantsSums?: (dtype: DType) => boolean;
  /** Why a GPU does not have it, as a clause, or undefined if it does. */
  lacking(gpu: Gpu): string | undefined;

  /** Its knobs and those of the sum, and how many threads a block may have. */
  knobs(problem: TiledProblem): SpaceBuilder<Knobs>;
  /** What only its own configs must satisfy. */
  limits(problem: TiledProblem): readonly Limit<Knobs>[];
  /** The smallest block that there is. */
  readonly smallest: BlockSize;
  /** Which rows and columns of a block its threads, warps or groups of warps compute. */
  mappingOf(knobs: Knobs): TaskMapping;
  /** Threads of a block along z, y and x, or the last of these. */
  threadsOf(knobs: Knobs): readonly number[];
  /** Registers that a thread needs, and the sentence that forbids more than there are. */
  registersOf(knobs: Knobs): number;
  readonly tooManyRegisters: string;
  /** The tiles to try first. */
  readonly list: InstructionList<Knobs>;
  /** Bytes of shared memory that a block needs. */
  sharedBytes(knobs: Knobs, view: TiledProduct, layouts: OperandLayouts): number;

  /**
   * Who runs it: an accumulator is one thread's, or tiles that the lanes of a warp hold together, alone or with the
   * warps of their group.
   */
  readonly runBy: 'thread' | 'warp' | 'warp group';
  /** Bytes of the sum that it takes of a row; absent where it takes a single step. */
  readonly depthBytes?: number;
  /** How many of the innermost parts of rows, and of columns, it multiplies at once. */
  readonly spans: { readonly rows: number; readonly columns: number };
  /**
   * Says of rows and columns that are cut as `mappingOf` says what is unrolled and vectorized of what a thread holds.
   */
  arrange(product: Stage, cut: FactorLoops<[Loop, Loop]>, view: TiledProduct, knobs: Knobs): BlockLoops;
  /** The layout of an operand's tile in shared memory. */
  store(shared: Stage, operand: PlacedOperand, knobs: Knobs): void;
  /** Who copies it there. */
  copy(shared: Stage, operand: PlacedOperand, knobs: Knobs): Stage;
  /** What is multiplied at a step of the sum, brought into registers; absent where it is read from shared memory. */
  read?(s: Schedule, shared: Stage, operand: PlacedOperand, parts: readonly number[]): Stage;
}
