import { kernelTypes } from '../elements/registry.js';
import { valueType, type Computation, type DType, elementBytes } from '../ir/tensor.js';
import { leastTraffic, type LeastTraffic } from '../ir/least-traffic.js';
import { UsageError } from '../target/errors.js';
import { isWritten, type ArrayArgument, type SourceReference } from '../ir/source-kernel.js';

/** One argument of a workload as AutoTVM's log writes it: a tensor, a number, a string, null, or a list of these. */
export type WorkloadArg = string | number | boolean | null | readonly WorkloadArg[];

/** One operator with its shape: everything that fixes the computation, nothing about how it is scheduled. */
export interface Workload {
  readonly operator: string;
  /** `resnet18.C2` when the shape is a named one, otherwise a short description of the shape. */
  readonly name: string;
  /** Fields by name (`inChannels`, `stride`, …), validated; an operator's `shapeOf` knows their types. */
  readonly shape: Readonly<Record<string, WorkloadArg | undefined>>;
}

/** The type of a workload's inputs and output, float32 where its shape does not say. */
export function elementTypeOf({ shape }: Workload): DType {
  return kernelTypes().find(({ name }) => name === shape['dtype'])?.name ?? valueType;
}

/** A shape option of an operator, for parsing and help. */
export interface ShapeOption {
  /** Key in `Workload.shape`. */
  readonly key: string;
  /** As commander writes it: `--in-channels <n>`. */
  readonly flags: string;
  readonly description: string;
}

/** Options of a shape as the command line gives them, by their keys. */
export type ShapeOptions = Readonly<Record<string, string>>;

/** Shapes by their names, or as options. */
export type AwkwardShapes = readonly (string | ShapeOptions)[];

/** What every operator has. Every error that it throws is a `UsageError` with one clear sentence. */
interface OperatorBase {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly ShapeOption[];
  /** Named shapes, `resnet18.C2` → option values as strings. The first is the default. */
  readonly workloads: Readonly<Record<string, ShapeOptions>>;
  /**
   * Shapes by which the contract of its templates is checked: primes, ones, what tiles do not divide. Where it has
   * none, they are made of the named ones.
   */
  readonly awkward?: AwkwardShapes;
  /** Options that others imply in a shape without a name, where they are not given: a kernel of 1 needs no padding. */
  readonly implied?: ((given: ShapeOptions) => ShapeOptions) | undefined;
  /**
   * A named workload with options on top, all as the command line gives them. Throws UsageError on an impossible shape.
   */
  workload(name: string | undefined, options: ShapeOptions): Workload;
  /**
   * The arguments that AutoTVM's log keeps of a workload, and back. Throws UsageError when they are not of this
   * operator.
   */
  encode(workload: Workload): readonly WorkloadArg[];
  decode(args: readonly WorkloadArg[]): Workload;
  /** Floating-point operations, counted on the direct algorithm; bytes of one that `counts` these. */
  flops(workload: Workload): number;
  /** What `flops` counts, where it is not floating-point operations. */
  readonly counts?: 'bytes';
}

/**
 * What is computed, as a definition of tensors. An operator is one file in `src/operator/` that declares it
 * (`declaration.ts`), and one line in `registry.ts`.
 */
export interface TensorOperator extends OperatorBase {
  readonly gives?: 'computation';
  /**
   * Of an operator over rows (`templates/rows.ts`), what its template NAME.rows computes at a time; others have
   * templates of their own.
   */
  readonly rows?: string;
  /** The computation over tensors; its inputs, then its output, are the arguments of every kernel of this workload. */
  computation(workload: Workload): Computation;
}

/** What is computed, as source of the user's: nothing is known of it but what it answers. */
export interface SourceOperator extends OperatorBase {
  readonly gives: 'source';
  /** What gives the right answers. */
  reference(workload: Workload): SourceReference;
  /** Bytes of its arguments, or as many as its author says that it moves. */
  bytes(workload: Workload): number;
  /** What every config is compiled by, besides its own. */
  readonly flags: readonly string[];
}

export type Operator = TensorOperator | SourceOperator;

/** What is computed as tensors. Throws UsageError of source of the user's, which says nothing of that. */
export function computationOf(operator: Operator, workload: Workload): Computation {
  if (operator.gives !== 'source') return operator.computation(workload);
  throw new UsageError(`${operator.name} is source of its own, which no computation over tensors stands for.`);
}

/** Bytes of inputs and output, once each: the least that has to be moved when nothing stays in a cache. */
export function bytesOf(operator: Operator, workload: Workload): number {
  if (operator.gives === 'source') return operator.bytes(workload);
  const { inputs, output } = operator.computation(workload);
  const bytes = [...inputs, output].map(({ shape, dtype }) =>
    shape.reduce((n, extent) => n * extent, elementBytes(dtype)),
  );
  return bytes.reduce((sum, count) => sum + count, 0);
}

/** Bytes that a call must read and write, whatever the kernel; of source it is unknown what it need read. */
export function leastTrafficOf(operator: Operator, workload: Workload): LeastTraffic {
  if (operator.gives !== 'source') return leastTraffic(operator.computation(workload));
  const written = operator.reference(workload).arguments.filter(isWritten);
  return { read: 0, written: written.reduce((sum, array) => sum + arrayBytes(array), 0) };
}

function arrayBytes({ shape, type }: ArrayArgument): number {
  return shape.reduce((product, extent) => product * extent, elementBytes(type));
}
