/** What an ONNX file says, without protobuf: nodes by name, attributes as plain values, data as arrays. */

import type { DType } from '../../ir/tensor.js';

/**
 * A constant array, row-major. float32 is kept as it is; every other type as numbers, of which integers beyond 2^53 are
 * cut to that (ONNX says "to the end" by the largest int64), and truth is 1 or 0. The reader puts types of at most 16
 * bits into a Float32Array, which holds them exactly, and wider ones into a Float64Array.
 */
export interface ConstantTensor {
  readonly type: DType;
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array;
}

export type Attribute = number | string | readonly number[] | readonly string[] | ConstantTensor | OnnxGraph;

/** A graph in a node: a branch of If, the body of Loop and Scan. Its nodes are as those of a model. */
export interface OnnxGraph {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly constants: ReadonlyMap<string, ConstantTensor>;
  readonly nodes: readonly OnnxNode[];
  /** Values of the graphs around it that it reads, by their names. */
  readonly outer: readonly string[];
}

export interface OnnxNode {
  /** Its name, or one made of its operator and place in the file (`Conv_3`) where it has none. */
  readonly name: string;
  readonly op: string;
  /** Names of values, in the operator's order; empty where an optional input is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Attribute>;
}

export interface DeclaredValue {
  readonly name: string;
  readonly type: DType;
  readonly shape: readonly (number | string | undefined)[] | undefined;
}

export interface OnnxModel {
  readonly name: string;
  readonly opset: number;
  /** Those that a caller gives: initializers, which older models list as inputs too, are not among them. */
  readonly inputs: readonly DeclaredValue[];
  readonly outputs: readonly DeclaredValue[];
  readonly constants: ReadonlyMap<string, ConstantTensor>;
  /** Each after those whose outputs it reads; else in the order of the file. No value is defined twice. */
  readonly nodes: readonly OnnxNode[];
  /** What the file says of values between nodes, which is for operators whose shapes nobody else knows. */
  readonly between?: readonly DeclaredValue[];
}
