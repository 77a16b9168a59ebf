/** A network of ours beside ONNX Runtime: what is asked. */
import type { Port } from '../../backend/program/program.js';
import type { ConstantTensor, OnnxNode } from '../onnx/model.js';

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
  /** Of each call of a kernel, in their order, the name of its layer; one that no layer has moves elements. */
  readonly calls: readonly string[];
  readonly threads: number;
}

export interface CompareOptions {
  /** For the rounds; there are some, however short it is. */
  readonly seconds?: number;
  /** The folder whose `node_modules` has onnxruntime-node. */
  readonly runtime: string;
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
