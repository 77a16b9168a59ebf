import { fourierMatrix, type FourierTransform } from './fourier.js';
import { axisOf, sizeOf } from './attributes.js';
import type { Operator, SourceNode } from './operator.js';
import { cut } from './parts.js';
import { reshaped } from './reshape.js';

/** Elements of a matrix that a transform may take: it is a constant of the library. */
const MOST_ELEMENTS = 2 ** 26;

/** The discrete Fourier transform along an axis, of real or complex numbers, as a product with a constant matrix. */
export const dft: Operator = {
  name: 'DFT',
  inputs: [1, 3],
  normalise: (node) => {
    const { shape } = node.type(0);
    const parts = shape.at(-1) ?? 0;
    if (shape.length < 2 || (parts !== 1 && parts !== 2)) node.invalid('its last axis is not of 1 or 2 elements');
    const axis = axisOf(node, writtenAxis(node), shape.length);
    if (axis === shape.length - 1) node.invalid('its axis is that of real and imaginary parts');
    const [inverse, onesided] = [node.number('inverse', 0) !== 0, node.number('onesided', 0) !== 0];
    if (onesided && (inverse ? parts !== 2 : parts !== 1)) node.invalid('its input has parts that onesided has not');
    const whole = inverse && onesided ? 2 * (shape[axis]! - 1) : shape[axis]!;
    const length = node.has(1) ? node.constantInput(1, 'a length').data[0]! : whole;
    if (!Number.isInteger(length) || length < 1) node.invalid(`its length is ${length}`);
    const transform: FourierTransform = { length, parts, inverse, onesided };
    const { rows, columns, parts: made, data } = matrixOf(node, transform);
    const order = [...shape.keys()].filter((d) => d !== axis).toSpliced(-1, 0, axis);
    const padded = withLength(node, node.input(0), axis, rows / parts);
    const moved = node.emit('Transpose', [padded], { perm: order });
    const outer = order.slice(0, -2).map((d) => shape[d]!);
    const flat = reshaped(node, moved, [sizeOf(outer), rows]);
    const matrix = node.constant({ type: 'float32', shape: [rows, columns], data: Float32Array.from(data) });
    const product = node.emit('MatMul', [flat, node.emit('Cast', [matrix], { to: node.type(0).type })]);
    const apart = reshaped(node, product, [...outer, columns / made, made]);
    return { op: 'Transpose', inputs: [apart], attributes: { perm: order.map((_, d) => order.indexOf(d)) } };
  },
};

function matrixOf(node: SourceNode, transform: FourierTransform) {
  if (2 * transform.length * transform.length * transform.parts > MOST_ELEMENTS)
    node.unsupported(`of ${transform.length} elements along its axis, which as a matrix are too many`);
  return fourierMatrix(transform);
}

/** An attribute before version 20, an input since. */
function writtenAxis(node: SourceNode): number {
  if (node.has(2)) return node.constantInput(2, 'an axis').data[0]!;
  return node.number('axis', node.opset < 20 ? 1 : -2);
}

/** What is missing is zero. */
function withLength(node: SourceNode, value: string, axis: number, length: number): string {
  const { shape } = node.typeOf(value);
  if (shape[axis]! >= length) return cut(node, value, axis, 0, length);
  const none = shape.map(() => 0);
  const pads = [...none, ...none.with(axis, length - shape[axis]!)];
  return node.emit('Pad', [value], { pads, mode: 'constant', value: 0 });
}
