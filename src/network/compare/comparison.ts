/** A network of ours beside ONNX Runtime: what is asked, and what is told. */
import type { Spread } from '../../measure/statistics.js';

/** A node of the model, as the file has it. */
export interface FileNode {
  readonly name: string;
  /** Names of values; empty where an optional input is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** An array of the caller's. */
export interface ComparePort {
  readonly name: string;
  readonly shape: readonly number[];
}

export interface NetworkToCompare {
  /** Of the library: its header is `include/NAME.h`. */
  readonly name: string;
  /** Of the library, written and maybe built. */
  readonly folder: string;
  /** The ONNX file. */
  readonly model: string;
  /** Its nodes, by which ONNX Runtime names its own. */
  readonly nodes: readonly FileNode[];
  /** In the library's order, which is the model's. */
  readonly inputs: readonly ComparePort[];
  readonly outputs: readonly ComparePort[];
  /** Of each input, row-major. */
  readonly data: readonly Float32Array[];
  /** Layers with the names of the nodes that they cover, in the order of the network. */
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
  /** Aborting it ends the rounds after the turn in flight. */
  readonly signal?: AbortSignal;
}

/** Seconds of a call, over the rounds. */
export interface NetworkComparison {
  readonly threads: number;
  readonly rounds: number;
  readonly ours: Spread;
  readonly onnxruntime: Spread & {
    /** Version, threads, and what of a call is the way through Node. */
    readonly description: string;
  };
  /** How many times as fast ours is, round by round. */
  readonly ratio: Spread;
  /** Between the outputs, relative to theirs; NaN where one has a number and the other has none. */
  readonly largestDifference: number;
  readonly layers: readonly LayerComparison[];
}

/** A comparison, and the largest error of our outputs against the reference, relative to max(|want|, rms(want)). */
export type CheckedComparison = NetworkComparison & { readonly largestError: number };

/** One layer, or what belongs to none: moving elements between layouts; nodes that nothing of ours stands for. */
export interface LayerComparison {
  readonly kind: 'layer' | 'conversions' | 'other';
  readonly layer: string;
  /** Names of the model's nodes; of ONNX Runtime's own ones where the kind is `other`. */
  readonly nodes: readonly string[];
  /** Zero where the layer lies within the memory of others. */
  readonly ours: number;
  /** Null where it has no node for this: it is folded away, or part of another. */
  readonly onnxruntime: number | null;
}
