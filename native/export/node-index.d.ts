// The library for Node: see index.js.

type TypedArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** A kernel with its memory: called again and again, it looks nothing up. */
export interface Plan {
  /** Of the kernel; plain code has one, too. */
  readonly name: string;
  /** Of each argument, inputs and then the output. */
  readonly elements: readonly number[];
  /** The kinds of typed arrays that they are. */
  readonly arrays: readonly string[];
  /** The output. Throws TypeError for arrays that are not of the arguments' kinds and lengths. */
  run(inputs: readonly TypedArray[], output?: TypedArray): TypedArray;
}

interface Tail {
  /** Steps, `bias` or `requantize:128`; what they read follows the other inputs. */
  readonly epilogue?: readonly string[];
  /** Whether the second input is known before the calls. */
  readonly constant?: boolean;
  /** The most threads that the kernel may use; 0: as many as the fastest was tuned for. */
  readonly threads?: number;
  readonly dtype?: string;
}

type Pair = readonly [number, number];

export interface Conv2d extends Tail {
  readonly batch?: number;
  readonly inChannels: number;
  readonly height: number;
  readonly width: number;
  readonly outChannels: number;
  readonly kernel?: Pair;
  readonly stride?: Pair;
  readonly pad?: readonly [top: number, left: number, bottom: number, right: number];
  readonly dilation?: Pair;
  readonly groups?: number;
  readonly layout?: 'NCHW' | 'NHWC' | 'ANY';
}

export interface Conv2dTranspose extends Conv2d {
  readonly outputPadding?: Pair;
}

export interface Dense extends Tail {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

export interface Matmul extends Dense {
  readonly transA?: boolean;
  readonly transB?: boolean;
}

export interface BatchMatmul extends Matmul {
  readonly batch?: number;
}

/** The kernel for a shape. Throws TypeError for what is none. */
export function plan(operation: 'conv2d', shape: Conv2d): Plan;
export function plan(operation: 'conv2d_transpose', shape: Conv2dTranspose): Plan;
export function plan(operation: 'matmul', shape: Matmul): Plan;
export function plan(operation: 'batch_matmul', shape: BatchMatmul): Plan;
export function plan(operation: 'dense', shape: Dense): Plan;

/** The kernel for a workload as the log names it, on at most so many threads (0: any number). */
export function workload(operation: string, name: string, threads?: number): Plan;
