import type { GraphNode } from '../graph.js';
import { sameShape, sizeOf } from '../operators/attributes.js';
import { broadcastShape } from '../operators/broadcast.js';
import { unaries } from '../operators/unary.js';
import { perChannel } from './affine.js';
import type { GraphEdit, Replacement, Rule } from './rule.js';
import { isWhole } from '../../../elements/registry.js';
import type { ConstantTensor } from '../../onnx/model.js';

/**
 * One form of products with one matrix on the right, Gemm; MatMul is left for batches of both. A bias, a residual, a
 * gate and an activation come before the rows of a product are reshaped.
 */
export const products: Rule = (node, edit) => {
  if (node.op === 'MatMul') return ofMatMul(node, edit);
  if (node.op === 'Add' || node.op === 'Mul')
    return beforeReshape(node, edit) ?? joinedBefore(node, edit) ?? factorOfMatrices(node, edit);
  return elementwise.has(node.op) ? activatedBefore(node, edit) : undefined;
};

const elementwise: ReadonlySet<string> = new Set([...unaries.map(({ name }) => name), 'Clip', 'Cast']);

function ofMatMul({ inputs, outputs }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [a, b] = [inputs[0]!, inputs[1]!];
  if (edit.shapeOf(b).length !== 2) return undefined;
  const shape = edit.shapeOf(a);
  const attributes = { transB: 0 };
  if (shape.length === 2) return { op: 'Gemm', inputs: [a, b], attributes };
  const rows = edit.emit('Reshape', [a], { shape: [sizeOf(shape.slice(0, -1)), shape.at(-1)!] });
  const product = edit.emit('Gemm', [rows, b], attributes);
  return { op: 'Reshape', inputs: [product], attributes: { shape: edit.shapeOf(outputs[0]!) } };
}

/** The product that a value is, in another shape, if nobody else reads that. */
function reshapedProduct(value: string, edit: GraphEdit): string | undefined {
  const source = edit.isReadOnce(value) ? edit.producer(value, 'Reshape')?.inputs[0] : undefined;
  return source !== undefined && isOfProduct(source, edit) ? source : undefined;
}

/** Of sums of whole numbers, what these stand for, and with a bias, too. */
function isOfProduct(value: string, edit: GraphEdit): boolean {
  const node = edit.producer(value, 'Gemm', 'Cast', 'Mul', 'Add');
  if (node?.op !== 'Cast' && node?.op !== 'Mul' && node?.op !== 'Add') return node !== undefined;
  const [data, other] = node.inputs as [string, string | undefined];
  const isAlone = other === undefined || edit.constant(other) !== undefined || edit.shapeOf(other).length === 0;
  return isAlone && isOfProduct(data, edit);
}

function activatedBefore({ op, inputs, attributes }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const value = inputs[0]!;
  const source = reshapedProduct(value, edit);
  if (source === undefined) return undefined;
  const result = edit.emit(op, [source], Object.fromEntries(attributes));
  return { op: 'Reshape', inputs: [result], attributes: { shape: edit.shapeOf(value) } };
}

function beforeReshape({ op, inputs }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [value, other] = [inputs[0]!, inputs[1]!];
  const source = reshapedProduct(value, edit);
  const constant = edit.constant(other);
  if (source === undefined || constant === undefined) return undefined;
  const shape = edit.shapeOf(value);
  const columns = shape.at(-1) ?? 1;
  if (edit.shapeOf(source)[1] !== columns || constant.shape.length > shape.length) return undefined;
  const each = perChannel(constant, shape.length, shape.length - 1, columns);
  if (each === undefined) return undefined;
  const result = edit.emit(op, [source, edit.number([columns], each)]);
  return { op: 'Reshape', inputs: [result], attributes: { shape } };
}

/** A residual of all elements is added, and a gate or a scale multiplied, before the reshape. */
function joinedBefore({ op, inputs }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [product, other] = [inputs, inputs.toReversed()].find(([value]) => reshapedProduct(value!, edit)) ?? [];
  // One of two products is the residual, and stays it.
  if (product === undefined || edit.constant(other) || edit.producer(other!, 'Gemm')) return undefined;
  const [source, shape] = [reshapedProduct(product, edit)!, edit.shapeOf(product)];
  const isScalar = edit.shapeOf(other!).length === 0;
  if (!isScalar && !sameShape(edit.shapeOf(other!), shape)) return undefined;
  const residual = isScalar ? other : edit.emit('Reshape', [other], { shape: edit.shapeOf(source) });
  return { op: 'Reshape', inputs: [edit.emit(op, [source, residual])], attributes: { shape } };
}

/**
 * A number for each product of a batch, as of the heads of cosine attention, comes to its first factor, if that is no
 * wider than the product: behind it, it would keep attention apart.
 */
function factorOfMatrices({ op, inputs, outputs }: GraphNode, edit: GraphEdit): Replacement | undefined {
  const [value, factor] = inputs as [string, string];
  const product = op === 'Mul' && edit.isReadOnce(value) ? edit.producer(value, 'MatMul') : undefined;
  const [shape, given] = [edit.shapeOf(value), edit.constant(factor)?.shape ?? []];
  const ofEach = given.length > 2 && given.length <= shape.length && given.slice(-2).every((extent) => extent === 1);
  if (!product || !ofEach || !sameShape(shape, edit.shapeOf(outputs[0]!))) return undefined;
  const [a, b] = product.inputs as [string, string];
  const rows = edit.shapeOf(a);
  if (rows.at(-1)! > shape.at(-1)! || !sameShape(broadcastShape([rows, given]) ?? [], rows)) return undefined;
  return { op: 'MatMul', inputs: [edit.emit('Mul', [a, factor]), b], attributes: {} };
}

const commutative = ['Add', 'Mul', 'Max', 'Min'];

/** Constants are second operands, subtraction and division by one are sum and product, small powers are products. */
export const operandOrder: Rule = (node, edit) => {
  const [first, second] = node.inputs;
  const [left, right] = [edit.constant(first), edit.constant(second)];
  if (left !== undefined && right === undefined && commutative.includes(node.op))
    return { op: node.op, inputs: [second, first], attributes: {} };
  const isOfWhole = isWhole(edit.typeOf(node.outputs[0]!).type);
  // A product with -1, a value of its own, may be of a type without negative numbers.
  if (left !== undefined && right === undefined && node.op === 'Sub' && !isOfWhole)
    return { op: 'Add', inputs: [edit.emit('Mul', [second, edit.number([], [-1])]), first], attributes: {} };
  if (left !== undefined || right === undefined) return undefined;
  if (node.op === 'Sub' && !isOfWhole) return mapped(node, edit, 'Add', right, (x) => -x);
  if (node.op === 'Div' && !isOfWhole) return mapped(node, edit, 'Mul', right, (x) => 1 / x);
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
