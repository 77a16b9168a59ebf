/** Rules of rewriting, and the graph as they see it. */
import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import type { Draft } from '../operators/operator.js';

/** What takes a node's place: a node with its outputs (and another's name, if given), or values that are there. */
export type Replacement = (Draft & { readonly name?: string }) | { readonly values: readonly string[] };

/** What replaces a node; undefined where it stays. A rule that emits must replace. */
export type Rule = (node: GraphNode, edit: GraphEdit) => Replacement | undefined;

/** The graph as the rule sees it: nodes before the one in question are rewritten already. */
export interface GraphEdit {
  typeOf(value: string): ValueType;
  shapeOf(value: string): readonly number[];
  constant(value: string | undefined): ConstantTensor | undefined;
  /** The node that makes a value, if it is of one of these operators; of any where none is named. */
  producer(value: string, ...ops: readonly string[]): GraphNode | undefined;
  isReadOnce(value: string): boolean;
  isReadTwice(value: string): boolean;
  /** Appends a node, named as the one that is replaced; returns its output. */
  emit(op: string, inputs: Draft['inputs'], attributes?: Draft['attributes']): string;
  /** A new float32 constant; returns its name. */
  number(shape: readonly number[], data: Float64Array | readonly number[]): string;
  /** The same of elements that are float32 already. */
  weights(shape: readonly number[], data: Float32Array): string;
  /** A new constant of any type; returns its name. */
  constantNamed(tensor: ConstantTensor): string;
  constants(tensors: readonly ConstantTensor[]): Replacement;
  /** Takes out a node of which nothing is read but what is replaced. */
  remove(node: GraphNode): void;
}
