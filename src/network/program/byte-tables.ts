/**
 * Functions of one byte become tables: whatever is computed between DequantizeLinear of a value and QuantizeLinear to
 * another, element by element, is one of 256 numbers, which are known ahead.
 */
import { isWhole, elementType } from '../../elements/registry.js';
import type { DType } from '../../ir/tensor.js';
import type { GraphNode } from '../graph/graph.js';
import { sameShape } from '../graph/operators/attributes.js';
import { canonicalOf } from '../graph/operators/registry.js';
import type { GraphEdit, Rule } from '../graph/simplify/rule.js';
import type { ConstantTensor } from '../onnx/model.js';
import { isElementwise } from './lower/expressions.js';

/** Numbers of a byte. */
const COUNT = 256;
/** Nodes of a function: more are evaluated as they are. */
const MOST_NODES = 32;

export const byteTables: Rule = (node, edit) => {
  const { type, shape } = edit.typeOf(node.outputs[0]!);
  if (node.op !== 'QuantizeLinear' || !isByte(type)) return undefined;
  const traced = new Trace(shape, edit);
  const data = traced.ofNode(node);
  if (!data || traced.root === undefined) return undefined;
  const table = edit.constantNamed({ type, shape: [COUNT], data: Float32Array.from(data) });
  return { op: 'Gather', inputs: [table, traced.root], attributes: { axis: 0 } };
};

function isByte(type: DType): boolean {
  return isWhole(type) && elementType(type).bytes === 1;
}

/** What values are for each number of one byte: 0 to 127, and then 128 to 255, or -128 to -1. */
class Trace {
  root: string | undefined;
  private nodes = 0;

  constructor(
    private readonly shape: readonly number[],
    private readonly edit: GraphEdit,
  ) {}

  /** Undefined where it is no function of one byte alone. */
  ofNode(node: GraphNode): ArrayLike<number> | undefined {
    if (!isElementwise(node) || ++this.nodes > MOST_NODES) return undefined;
    const inputs = node.inputs.map((input) => this.ofValue(input!));
    if (inputs.some((input) => input === undefined)) return undefined;
    const tensors = node.inputs.map((input, i) => asRow(this.edit.typeOf(input!).type, inputs[i]!));
    const output = { type: this.edit.typeOf(node.outputs[0]!).type, shape: [COUNT] };
    return canonicalOf(node).evaluate(node, tensors, [output])[0];
  }

  private ofValue(value: string): ArrayLike<number> | undefined {
    const known = this.edit.constant(value);
    if (known) return known.data.length === 1 ? known.data : undefined;
    const { type, shape } = this.edit.typeOf(value);
    if (!sameShape(shape, this.shape)) return undefined;
    const lookup = this.edit.producer(value, 'Gather');
    const table = lookup && this.edit.constant(lookup.inputs[0]);
    if (table?.shape.length === 1 && table.data.length === COUNT) return this.lookedUp(table, lookup!.inputs[1]!);
    if (isByte(type)) return this.asRoot(value, type);
    const producer = this.edit.producer(value);
    return producer && this.ofNode(producer);
  }

  private lookedUp({ data }: ConstantTensor, indices: string): ArrayLike<number> | undefined {
    const chosen = this.ofValue(indices);
    return chosen && Array.from(chosen, (index) => data[index < 0 ? index + COUNT : index]!);
  }

  private asRoot(value: string, type: DType): ArrayLike<number> | undefined {
    this.root ??= value;
    const isSigned = elementType(type).limits[0] < 0;
    const numbers = Array.from({ length: COUNT }, (_, i) => (isSigned && i >= COUNT / 2 ? i - COUNT : i));
    return this.root === value ? numbers : undefined;
  }
}

function asRow(type: DType, numbers: ArrayLike<number>): ConstantTensor {
  return { type, shape: numbers.length === 1 ? [] : [numbers.length], data: Float64Array.from(numbers) };
}
