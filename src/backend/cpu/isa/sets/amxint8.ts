import { int32 } from '../../../../elements/int32.js';
import { int8 } from '../../../../elements/int8.js';
import { uint8 } from '../../../../elements/uint8.js';
import { amx, amxOfInt8, amxTile, multiplied } from '../amx.js';
import type { InstructionSet } from '../instruction-set.js';

/** Products of matrices of bytes; sums wrap. */
export const amxint8: InstructionSet = {
  name: 'amxint8',
  arch: 'x64',
  options: ['-mamx-tile', '-mamx-int8'],
  features: [amxTile, amxOfInt8],
  operations: [],
  matrices: {
    ...amx,
    products: [
      { types: [int8, int8, int32], text: multiplied('tdpbssd') },
      { types: [int8, uint8, int32], text: multiplied('tdpbsud') },
      { types: [uint8, int8, int32], text: multiplied('tdpbusd') },
      { types: [uint8, uint8, int32], text: multiplied('tdpbuud') },
    ],
  },
};
