import { float32 } from '../../../elements/float32.js';
import { shapeText, sizeOf } from './attributes.js';
import { contributed } from './contributed.js';
import type { Operator } from './operator.js';

/** The numbers of bitsandbytes' float4 that are not negative. */
const positive = [0, 1 / 192, 2 / 3, 1, 1 / 3, 1 / 2, 1 / 6, 1 / 4];

/** By `quant_type`: float4, and quantiles of a normal distribution (Dettmers et al., QLoRA, 2023). */
const tables = [
  [...positive, ...positive.map((number) => -number)],
  [
    ...[-1, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453],
    ...[-0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0],
    ...[0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224],
    ...[0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1],
  ],
] as const;

/**
 * A product with constant weights in four bits that name numbers of a table, times a number for each block: all
 * outputs x inputs in a row, the first of two in the upper bits of a byte. They become floats.
 */
export const matMulBnb4: Operator = contributed('MatMulBnb4', [3, 3], (node) => {
  if (node.number('transB', 1) === 0) node.unsupported('with weights that are not transposed');
  const [inputs, outputs, block] = [node.number('K'), node.number('N'), node.number('block_size')];
  const table = tables[node.number('quant_type')] ?? node.invalid('its quant_type is neither 0 nor 1');
  const [{ data: bytes }, { data: scales }] = [node.constantInput(1, 'weights'), node.constantInput(2, 'absmax')];
  const shape = [inputs, outputs];
  if (node.shape(0).at(-1) !== inputs) node.invalid(`K is ${inputs}, and its data are ${shapeText(node.shape(0))}`);
  if (bytes.length !== Math.ceil(sizeOf(shape) / 2) || scales.length !== Math.ceil(sizeOf(shape) / block))
    node.invalid(`its ${bytes.length} bytes in ${scales.length} blocks are not weights of ${shapeText(shape)}`);
  node.checkSize(shape, float32.name);
  const data = new Float32Array(sizeOf(shape));
  for (let place = 0; place < data.length; place++) {
    const byte = bytes[Math.floor(place / 2)]!;
    const [output, input] = [Math.floor(place / inputs), place % inputs];
    data[input * outputs + output] =
      table[place % 2 === 0 ? byte >> 4 : byte & 15]! * scales[Math.floor(place / block)]!;
  }
  const weights = node.constant({ type: float32.name, shape, data });
  return { op: 'MatMul', inputs: [node.input(0), weights], attributes: {} };
});
