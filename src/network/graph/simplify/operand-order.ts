import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode } from '../graph.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';

const commutative = ['Add', 'Mul', 'Max', 'Min'];

/** Constants are second operands, subtraction and division by one are sum and product, small powers are products. */
export const operandOrder: Rule = (node, edit) => {
  const [first, second] = node.inputs;
  const [left, right] = [edit.constant(first), edit.constant(second)];
  if (left !== undefined && right === undefined && commutative.includes(node.op))
    return { op: node.op, inputs: [second, first], attributes: {} };
  if (left !== undefined && right === undefined && node.op === 'Sub')
    return { op: 'Add', inputs: [edit.emit('Mul', [second, edit.number([], [-1])]), first], attributes: {} };
  if (left !== undefined || right === undefined) return undefined;
  if (node.op === 'Sub') return mapped(node, edit, 'Add', right, (x) => -x);
  if (node.op === 'Div') return mapped(node, edit, 'Mul', right, (x) => 1 / x);
  return node.op === 'Pow' && right.data.length === 1 ? power(node, edit, right.data[0]!) : undefined;
};

/** The operator with another constant, unless that is out of the range in which float32 is exact. */
function mapped(
  { inputs }: GraphNode,
  edit: GraphEdit,
  op: string,
  { shape, data }: ConstantTensor,
  f: (x: number) => number,
): Replacement | undefined {
  const values = Float64Array.from(data, f);
  const normal = values.every((value) => value === 0 || (Math.abs(value) > 2 ** -120 && Math.abs(value) < 2 ** 120));
  return normal ? { op, inputs: [inputs[0], edit.number(shape, values)], attributes: {} } : undefined;
}

function power(node: GraphNode, edit: GraphEdit, exponent: number): Replacement | undefined {
  const base = node.inputs[0]!;
  if (edit.shapeOf(base).length !== edit.shapeOf(node.outputs[0]!).length) return undefined;
  if (exponent === 1) return { values: [base] };
  if (exponent === 2) return { op: 'Mul', inputs: [base, base], attributes: {} };
  if (exponent === 0.5) return { op: 'Sqrt', inputs: [base], attributes: {} };
  return undefined;
}
