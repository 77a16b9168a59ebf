/** A network as calls of kernels on one piece of memory: what a backend makes a library of. */
import type { DType } from '../../ir/tensor.js';
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Task } from '../../templates/template.js';

/** An array of the caller's, row-major. */
export interface Port {
  readonly name: string;
  readonly type: DType;
  readonly shape: readonly number[];
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

/** One kernel, called once. */
export interface KernelCall {
  /** The layer that it computes, as the network names it. */
  readonly layer: string;
  readonly task: Task;
  readonly config: Config;
  readonly inputs: readonly Argument[];
  readonly output: Place;
}

/** Elements as the nearest ones of another type: of arrays of the caller's, in types that no kernel computes with. */
export interface Convert {
  readonly does: 'convert';
  readonly from: DType;
  readonly to: DType;
  readonly elements: number;
}

/**
 * The second input's whole numbers (negative ones count from the end) pick slices of the first one's axis of
 * `extent`: `outer` times `count` blocks of `inner` elements. A number beyond the extent ends the call with an error.
 */
export interface Gather {
  readonly does: 'gather';
  readonly type: DType;
  readonly indices: DType;
  readonly outer: number;
  readonly extent: number;
  readonly inner: number;
  readonly count: number;
}

/** What plain code does as fast as memory allows, so that there is nothing to tune. */
export type Routine = Convert | Gather;

interface RoutineCall {
  readonly layer: string;
  readonly routine: Routine;
  readonly inputs: readonly Argument[];
  readonly output: Place;
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
