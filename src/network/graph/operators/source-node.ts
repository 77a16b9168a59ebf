import { isValueType, valueType, type DType } from '../../../ir/tensor.js';
import type { Attribute, ConstantTensor, OnnxNode } from '../../onnx/model.js';
import type { ValueType } from '../graph.js';
import { numberOf, numbersOf, optionalNumbers, textOf } from './attributes.js';
import { invalid, unsupported } from './errors.js';
import type { Draft } from './draft.js';

/** The graph as far as it is built, as a node that joins it sees it. */
export interface Surroundings {
  readonly opset: number;
  typeOf(value: string): ValueType;
  constantOf(value: string): ConstantTensor | undefined;
  /** Appends a node before the one that is normalised; returns the name of its (one) output. */
  emit(draft: Draft): string;
  /** A new constant; returns its name. */
  constant(tensor: ConstantTensor): string;
  /** Refuses a value too large to be held, before it is. */
  checkSize(shape: readonly number[], type: DType): void;
}

/** A node of a model on its way into the graph: asked by `Operator.normalise`. */
export class SourceNode {
  readonly name: string;
  readonly op: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Names of values; undefined where an optional input is left out. */
  readonly inputs: readonly (string | undefined)[];
  readonly outputs: readonly string[];
  readonly opset: number;

  constructor(
    node: OnnxNode,
    private readonly around: Surroundings,
  ) {
    ({ name: this.name, op: this.op, attributes: this.attributes, outputs: this.outputs } = node);
    this.inputs = node.inputs.map((input) => (input === '' ? undefined : input));
    this.opset = around.opset;
  }

  number(name: string, otherwise?: number): number {
    return numberOf(this, name, otherwise);
  }

  text(name: string, otherwise?: string): string {
    return textOf(this, name, otherwise);
  }

  numbers(name: string): readonly number[] {
    return numbersOf(this, name);
  }

  optionalNumbers(name: string): readonly number[] | undefined {
    return optionalNumbers(this, name);
  }

  has(input: number): boolean {
    return this.inputs[input] !== undefined;
  }

  /** The name of an input that must be there. */
  input(index: number): string {
    return this.inputs[index] ?? this.invalid(`input ${index} is missing`);
  }

  type(index: number): ValueType {
    return this.around.typeOf(this.input(index));
  }

  shape(index: number): readonly number[] {
    return this.type(index).shape;
  }

  rank(index: number): number {
    return this.shape(index).length;
  }

  /** An input that must be known when the graph is built. */
  constantInput(index: number, what: string): ConstantTensor {
    return (
      this.around.constantOf(this.input(index)) ?? this.unsupported(`with ${what} known only when the network runs`)
    );
  }

  /** The constant of an input, if it is one. */
  knownInput(index: number): ConstantTensor | undefined {
    return this.has(index) ? this.around.constantOf(this.input(index)) : undefined;
  }

  /** Numbers that older versions of the standard have as an attribute and newer ones as an input. */
  static(index: number, name: string): readonly number[] | undefined {
    if (this.has(index)) return Array.from(this.constantInput(index, name).data);
    return this.optionalNumbers(name);
  }

  emit(op: string, inputs: Draft['inputs'], attributes: Draft['attributes'] = {}): string {
    return this.around.emit({ op, inputs, attributes });
  }

  typeOf(value: string): ValueType {
    return this.around.typeOf(value);
  }

  constant(tensor: ConstantTensor): string {
    return this.around.constant(tensor);
  }

  /** A constant number of the type of an input. */
  scalar(value: number, type: DType = valueType): string {
    return this.constant({
      type,
      shape: [],
      data: isValueType(type) ? Float32Array.of(value) : Float64Array.of(value),
    });
  }

  checkSize(shape: readonly number[], type: DType): void {
    this.around.checkSize(shape, type);
  }

  invalid(reason: string): never {
    return invalid(this, reason);
  }

  unsupported(detail: string): never {
    return unsupported(this, detail);
  }
}
