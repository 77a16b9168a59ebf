// The network for Node: see index.js.

type TypedArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** An array of the caller's; `array` names its kind of typed array, `type` what its elements stand for. */
export interface Port {
  readonly name: string;
  readonly type: string;
  readonly array: string;
  readonly shape: readonly number[];
  /** Of an output whose extent along an axis depends on values: the output that says it. */
  readonly counted?: { readonly axis: number; readonly by: number };
}

/** Inputs and outputs of each shape that the library serves. */
export const shapes: readonly { readonly inputs: readonly Port[]; readonly outputs: readonly Port[] }[];
/** Those of the first shape. */
export const inputs: readonly Port[];
export const outputs: readonly Port[];

/** Reads the weights into memory, so that a first call takes as long as later ones. Throws as `run` does. */
export function prepare(): void;

/**
 * The outputs. `shape`: the index of one of `shapes`, by default the one whose inputs are as long as these arrays.
 * Throws TypeError for arrays that are not of the inputs' kinds and lengths, RangeError for numbers that are no index
 * of what they pick from; an error's `code` is UNSUPPORTED_CPU on a CPU without the features that the kernels need.
 */
export function run(given: readonly TypedArray[], shape?: number): TypedArray[];
