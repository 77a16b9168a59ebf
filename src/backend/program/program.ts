/** A network as calls of kernels on one piece of memory: what a backend makes a library of. */
import type { FunctionCall } from '../../ir/c-function.js';
import type { Procedure } from '../../ir/procedure/procedure.js';
import type { DType } from '../../ir/tensor.js';
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';
import type { Tuned } from '../library/tuned.js';

/** An array of the caller's, row-major. */
export interface Port {
  readonly name: string;
  readonly type: DType;
  readonly shape: readonly number[];
  /** Of an output whose extent along an axis depends on values, and is at most that of the shape: what says it. */
  readonly counted?: CountedExtent;
}

/** `by`: the output that has the extent, a scalar of int64. Elements lie densely, and zeros behind them. */
interface CountedExtent {
  readonly axis: number;
  readonly by: number;
}

/** Elements that are known ahead, row-major, of the type that the kernels take that read them. */
export interface ProgramConstant {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where an argument of a kernel begins: `bytes` behind the start of what it lies in. */
export type Place =
  | { readonly in: 'input' | 'output'; readonly port: number; readonly bytes: number }
  | { readonly in: 'arena'; readonly bytes: number };

/** A constant is packed as the kernel wants it, if it does. */
export type Argument = Place | { readonly in: 'constants'; readonly constant: number };

/** That a scalar is 1, or, where it is not to hold, 0. */
export interface CallCondition {
  readonly at: Place;
  readonly type: DType;
  readonly holds: boolean;
}

interface AnyCall {
  /** The layer that it computes, as the network names it. */
  readonly layer: string;
  /** It is left out unless all of these are as they say; those before it have computed them. */
  readonly onlyIf: readonly CallCondition[];
}

/** One kernel, called once. */
export interface KernelCall extends AnyCall {
  readonly task: Task;
  readonly config: Config;
  /** Absent of one that was not measured on this machine. */
  readonly tuned?: Tuned | undefined;
  readonly inputs: readonly Argument[];
  readonly output: Place;
}

/** A procedure, and the types in which its arguments lie in memory. */
export interface ProcedureRoutine {
  readonly does: 'procedure';
  readonly procedure: Procedure;
  readonly inputs: readonly DType[];
  readonly outputs: readonly DType[];
}

/** The second input's bytes pick those of the first one, a table of 256: the output has as many as picked. */
interface LookUp {
  readonly does: 'look-up';
  /** Of the table, which is a constant. */
  readonly type: DType;
  readonly elements: number;
}

/** A function of the user's, and the types that its arrays have. */
interface FunctionRoutine {
  readonly does: 'function';
  readonly call: FunctionCall;
  readonly inputs: readonly DType[];
  readonly outputs: readonly DType[];
}

/** What plain code does as fast as memory allows, so that there is nothing to tune. */
export type Routine = ProcedureRoutine | LookUp | FunctionRoutine;

interface RoutineCall extends AnyCall {
  readonly routine: Routine;
  readonly inputs: readonly Argument[];
  readonly outputs: readonly Place[];
  /** Memory that it needs while it runs. */
  readonly scratch: readonly Place[];
}

export type Call = KernelCall | RoutineCall;

export function isKernelCall(call: Call): call is KernelCall {
  return 'task' in call;
}

/** Calls in their order, for inputs of one set of extents. */
export interface Program {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly calls: readonly Call[];
  /** Of what lives between calls; what kernels need while they run comes on top. */
  readonly arenaBytes: number;
}

/**
 * One network for one or several sets of extents: its programs share constants, and kernels that many calls have in
 * common are compiled once.
 */
export interface ProgramSet<T extends Target = Target> {
  /** A name of C, in lower case: all that the library defines begins with it. */
  readonly name: string;
  /** That of all its kernels. */
  readonly target: T;
  readonly constants: readonly ProgramConstant[];
  /** One at least; their ports differ in extents alone. */
  readonly programs: readonly Program[];
}
