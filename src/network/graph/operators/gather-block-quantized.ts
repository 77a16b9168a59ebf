import { uint8 } from '../../../elements/uint8.js';
import { axisOf } from './attributes.js';
import { contributed } from './contributed.js';
import { unpacked } from './packed-fields.js';
import type { Operator, SourceNode } from './operator.js';
import { dequantised } from './quantisation.js';

const [DATA, INDICES, SCALES, ZEROS] = [0, 1, 2, 3];

/** Rows of a table of weights in few bits, as floats; blocks along another axis have a scale and a zero point each. */
export const gatherBlockQuantized: Operator = contributed('GatherBlockQuantized', [3, 4], (node) => {
  const axis = axisOf(node, node.number('gather_axis', 0), node.rank(DATA));
  const along = axisOf(node, node.number('quantize_axis', 1), node.rank(DATA));
  if (along === axis) node.invalid('its blocks lie along the axis that is picked from');
  const bits = node.type(DATA).type === uint8.name ? node.number('bits', 4) : 8;
  const picked = (table: string): string => node.emit('Gather', [table, node.input(INDICES)], { axis });
  const value = picked(elementsOf(node, DATA, bits, (extent) => (extent * 8) / bits));
  const { type } = node.typeOf(value);
  const zero = node.has(ZEROS)
    ? picked(elementsOf(node, ZEROS, bits, () => node.shape(SCALES).at(-1)!))
    : node.scalar(type === uint8.name ? 2 ** (bits - 1) : 0, type);
  const scale = picked(node.input(SCALES));
  const place = along > axis ? along + node.rank(INDICES) - 1 : along;
  return {
    values: [dequantised(node, value, { scale, zero }, { axis: place, block: node.number('block_size', 128) })],
  };
});

/** A table, of which several elements may lie in a byte: as many in a row as `extent` says of the bytes of one. */
function elementsOf(node: SourceNode, table: number, bits: number, extent: (bytes: number) => number): string {
  if (bits === 8) return node.input(table);
  const packed = node.constantInput(table, `weights of ${bits} bits`);
  const elements = extent(packed.shape.at(-1)!);
  node.checkSize([...packed.shape.slice(0, -1), elements], uint8.name);
  return node.constant(unpacked(packed, elements, bits));
}
