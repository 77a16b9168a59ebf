import type { ElementType } from '../../../elements/element-type.js';
import { onnxType } from '../../../elements/registry.js';
import type { ConstantTensor, Attribute, OnnxGraph, OnnxNode } from '../../onnx/model.js';
import { isGraph } from '../../onnx/reads.js';
import type { Canonical, GraphNode, InputType, OwnOperator, ValueType } from '../graph.js';
import { isValueType, valueType, type DType } from '../../../ir/tensor.js';
import { numberOf, numbersOf, optionalNumbers, textOf } from './attributes.js';
import { invalid, unsupported, UnsupportedNode } from './errors.js';

/** What operators are written with. */
export type { Canonical, InputType, Values } from '../graph.js';

/** A model's node, normalised: one node behind those that it emitted, a constant, or a value for each output. */
export type Normalised = Draft | { readonly constant: ConstantTensor } | { readonly values: readonly string[] };

export interface Operator {
  readonly name: string;
  /** Least and largest number of inputs; the last may be Infinity. */
  readonly inputs: readonly [number, number];
  /** Places among the least number of inputs at which one may be left out, as an empty name. */
  readonly optional?: readonly number[];
  /** How many of its outputs are understood; all others must be unread. */
  readonly outputs?: number;
  /** From any version of the standard (6 to 28) to the one form that graphs have: what is static is an attribute. */
  readonly normalise: (node: SourceNode) => Normalised;
  /** Left out by operators that no graph has, since they are written with others. */
  readonly canonical?: Canonical;
}

/** The same of an operator of floats whose outputs may differ much where its inputs differ by rounding. */
export function stepwise(operator: Operator): Operator {
  return { ...operator, canonical: { ...operator.canonical!, jumps: true } };
}

export function present(inputs: readonly InputType[], index: number): ValueType {
  return inputs[index]!;
}

export interface Draft {
  readonly op: string;
  readonly inputs: readonly (string | undefined)[];
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly own?: OwnOperator;
}

/** A node as it is with other inputs, for what writes it with another one. */
export function withInputs(node: SourceNode, inputs: SourceNode['inputs']): SourceNode {
  return Object.create(node, { inputs: { value: inputs } }) as SourceNode;
}

/** What an operator makes of a node, with its own inputs or others, as the value of its first output. */
export function normalised({ normalise }: Operator, node: SourceNode, inputs = node.inputs): string {
  const made = normalise(withInputs(node, inputs));
  if ('constant' in made) return node.constant(made.constant);
  return 'values' in made ? made.values[0]! : node.emit(made.op, made.inputs, made.attributes);
}

/** What values are made of others with: in a graph that is built, or is rewritten. */
export type Emitter = Pick<SourceNode, 'typeOf' | 'emit'>;

/** A node of a model on its way into the graph, of which it sees what is built: asked by `Operator.normalise`. */
export abstract class SourceNode {
  readonly name: string;
  readonly op: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** Names of values; undefined where an optional input is left out. */
  readonly inputs: readonly (string | undefined)[];
  readonly outputs: readonly string[];

  constructor(
    node: OnnxNode,
    readonly opset: number,
  ) {
    ({ name: this.name, op: this.op, attributes: this.attributes, outputs: this.outputs } = node);
    this.inputs = node.inputs.map((input) => (input === '' ? undefined : input));
  }

  abstract typeOf(value: string): ValueType;
  abstract constantOf(value: string): ConstantTensor | undefined;
  /** The node that makes a value, as far as there is one. */
  abstract producerOf(value: string): GraphNode | undefined;
  /** The most that a value can be which says extents of others; undefined of any other. */
  abstract roomOf(count: string): number | undefined;
  /** Whether two values say the same extent, as far as that is known. */
  abstract isSameCount(one: string, other: string): boolean;
  /** What the file says of one of its outputs, as far as it does. */
  abstract declared(value: string): ValueType | undefined;
  /** Appends a node before the one that is normalised; returns the name of its (one) output. */
  abstract emit(op: string, inputs: Draft['inputs'], attributes?: Draft['attributes']): string;
  /**
   * Appends a node of which values depend in their extents, and behind whose `outputs` is one that says these, named
   * after the output `of`; returns the names of all but that. Of constants they are constants of their own extents.
   */
  abstract emitCounted(
    op: string,
    inputs: Draft['inputs'],
    attributes: Draft['attributes'],
    outputs: number,
    of?: string,
  ): readonly string[];
  /** A new constant; returns its name. */
  abstract constant(tensor: ConstantTensor): string;
  /** Appends the nodes of a graph of this node, over values for its inputs; returns those of its outputs. */
  abstract inline(graph: OnnxGraph, inputs: readonly string[]): readonly string[];
  /** Refuses a node that comes to too many steps, before they are written out. */
  abstract countSteps(count: number): void;
  /** Refuses a constant too large to be held, before it is. */
  abstract checkSize(shape: readonly number[], type: DType): void;
  /** A constant of one number; refused as the others. Nobody writes to it. */
  abstract filledWith(element: number, type: DType, shape: readonly number[]): ConstantTensor;

  /** The element type that has a number in ONNX. */
  typeNumbered(code: number): ElementType {
    return onnxType(code) ?? this.unsupported(`with element type ${code}`);
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

  graph(name: string): OnnxGraph {
    const graph = this.attributes.get(name);
    return isGraph(graph) ? graph : this.invalid(`its attribute ${name} is no graph`);
  }

  has(input: number): boolean {
    return this.inputs[input] !== undefined;
  }

  input(index: number): string {
    return this.inputs[index] ?? this.invalid(`input ${index} is missing`);
  }

  type(index: number): ValueType {
    return this.typeOf(this.input(index));
  }

  shape(index: number): readonly number[] {
    return this.type(index).shape;
  }

  rank(index: number): number {
    return this.shape(index).length;
  }

  constantInput(index: number, what: string): ConstantTensor {
    return this.constantOf(this.input(index)) ?? this.refuseUnknown(this.input(index), `with ${what}`);
  }

  knownInput(index: number): ConstantTensor | undefined {
    return this.has(index) ? this.constantOf(this.input(index)) : undefined;
  }

  /** Numbers that older versions of the standard have as an attribute and newer ones as an input. */
  static(index: number, name: string): readonly number[] | undefined {
    if (this.has(index)) return Array.from(this.constantInput(index, name).data);
    return this.optionalNumbers(name);
  }

  scalar(value: number, type: DType = valueType): string {
    return this.constant({
      type,
      shape: [],
      data: isValueType(type) ? Float32Array.of(value) : Float64Array.of(value),
    });
  }

  invalid(reason: string): never {
    return invalid(this, reason);
  }

  unsupported(detail: string): never {
    return unsupported(this, detail);
  }

  /** Refuses a value that is not constant, and has to be. */
  refuseUnknown(value: string, what: string): never {
    throw new UnsupportedNode(this, `${what} known only when the network runs`, value);
  }
}
