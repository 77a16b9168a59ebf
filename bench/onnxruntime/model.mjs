/**
 * Models of one node, in the encoding of ONNX: onnx.proto of version 8 of the format, operators of version 17.
 */

const VARINT = 0;
const BYTES = 2;
const FLOAT = 1;
const attributeTypes = { int: 2, ints: 7 };

/**
 * An input, constant or not, or the output of a model: float32, row-major.
 *
 * @typedef {{ name: string, shape: readonly number[], data?: Float32Array }} Tensor `data` where it is constant.
 * @typedef {Readonly<Record<string, number | readonly number[]>>} Attributes
 * @typedef {{ type: string, domain?: string, attributes: Attributes }} Operation
 */

/**
 * The bytes of a model.
 *
 * @param {Operation} operation
 * @param {readonly Tensor[]} inputs
 * @param {Tensor} output
 */
export function modelOf({ type, domain = '', attributes }, inputs, output) {
  const node = [
    ...inputs.map(({ name }) => text(1, name)),
    text(2, output.name),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value))),
    text(7, domain),
  ];
  const constants = inputs.filter(({ data }) => data !== undefined);
  const variables = inputs.filter(({ data }) => data === undefined);
  const graph = [
    message(1, node),
    text(2, type),
    ...constants.map((tensor) => message(5, initializer(tensor))),
    ...variables.map((tensor) => message(11, valueInfo(tensor))),
    message(12, valueInfo(output)),
  ];
  const versions = [message(8, [text(1, ''), number(2, 17)]), message(8, [text(1, 'com.microsoft'), number(2, 1)])];
  return Buffer.concat([number(1, 8), message(7, graph), ...versions]);
}

function attribute(name, value) {
  const [kind, values] = Array.isArray(value)
    ? ['ints', value.map((item) => number(8, item))]
    : ['int', [number(3, value)]];
  return [text(1, name), ...values, number(20, attributeTypes[kind])];
}

function initializer({ name, shape, data }) {
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return [...shape.map((extent) => number(1, extent)), number(2, FLOAT), text(8, name), bytes(9, raw)];
}

function valueInfo({ name, shape }) {
  const dimensions = shape.map((extent) => message(1, [number(1, extent)]));
  const type = message(1, [number(1, FLOAT), message(2, dimensions)]);
  return [text(1, name), message(2, [type])];
}

function message(field, parts) {
  return bytes(field, Buffer.concat(parts));
}

function text(field, words) {
  return bytes(field, Buffer.from(words));
}

function bytes(field, content) {
  return Buffer.concat([varint(field * 8 + BYTES), varint(content.length), content]);
}

function number(field, value) {
  return Buffer.concat([varint(field * 8 + VARINT), varint(value)]);
}

/** Negative numbers are of 64 bits, as two's complement. */
function varint(value) {
  const digits = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) digits.push(Number(rest & 127n) | 128);
  digits.push(Number(rest));
  return Buffer.from(digits);
}
