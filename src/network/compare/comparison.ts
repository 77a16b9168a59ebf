/** A network of ours beside runtimes: what is asked. */
import type { Port } from '../../backend/program/program.js';
import type { ConstantTensor, OnnxNode } from '../onnx/model.js';
import type { Runtime } from './runtime.js';

/** A node of the model, as the file has it. */
export type FileNode = Pick<OnnxNode, 'name' | 'inputs' | 'outputs'>;

export interface NetworkToCompare {
  /** Of the library: its header is `include/NAME.h`. */
  readonly name: string;
  readonly folder: string;
  /** The index in it of the shape that the inputs have. */
  readonly shape: number;
  readonly model: string;
  readonly nodes: readonly FileNode[];
  readonly inputs: readonly Port[];
  /** Inputs of the model that are constants of the library, by name. */
  readonly fixed: ReadonlyMap<string, ConstantTensor>;
  readonly outputs: readonly Port[];
  /** Of each input, row-major. */
  readonly data: readonly ArrayLike<number>[];
  readonly layers: readonly { readonly name: string; readonly nodes: readonly string[] }[];
  /** Calls of kernels, in their order; one whose layer is none of `layers` moves elements. */
  readonly calls: readonly {
    readonly layer: string;
    /** Seconds of its kernel by itself, as a trial on this machine measured it. */
    readonly alone?: number | undefined;
  }[];
  readonly threads: number;
}

export interface CompareOptions {
  /** For the rounds; there are some, however short it is. */
  readonly seconds?: number;
  /** ONNX Runtime first. */
  readonly runtimes: readonly Runtime[];
  readonly signal?: AbortSignal;
}

/**
 * The largest difference of two arrays, relative to max(|want|, root mean square of want), as the libraries' own test
 * has it; NaN where one is not a number, or not infinite, that should be just that.
 */
export function largestDifference(got: Float64Array, want: Float64Array): number {
  if (got.length !== want.length) throw new RangeError('Arrays of one shape have as many elements.');
  const typical = Math.sqrt(
    want.reduce((sum, value) => (Number.isFinite(value) ? sum + value ** 2 : sum), 0) / want.length,
  );
  let largest = 0;
  for (const [i, value] of want.entries()) {
    const error = Number.isFinite(value) ? errorOf(got[i]!, value, typical) : Object.is(got[i], value) ? 0 : NaN;
    if (!(error <= largest)) largest = error;
    if (Number.isNaN(error)) return NaN;
  }
  return largest;
}

function errorOf(got: number, want: number, typical: number): number {
  const size = Math.max(Math.abs(want), typical);
  const difference = Math.abs(got - want);
  return size > 0 ? difference / size : difference;
}
