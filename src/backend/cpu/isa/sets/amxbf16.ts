import { bfloat16 } from '../../../../elements/bfloat16.js';
import { float32 } from '../../../../elements/float32.js';
import { amx, amxOfBfloat16, amxTile, multiplied } from '../amx.js';
import type { InstructionSet } from '../instruction-set.js';

/**
 * Products of matrices of bfloat16: of a row's pairs the first elements are multiplied and added up in order, and the
 * second ones apart from them; both sums are added, and that to the result, each rounded to nearest even. Subnormal
 * inputs and sums are zero.
 */
export const amxbf16: InstructionSet = {
  name: 'amxbf16',
  arch: 'x64',
  options: ['-mamx-tile', '-mamx-bf16'],
  features: [amxTile, amxOfBfloat16],
  operations: [],
  matrices: { ...amx, products: [{ types: [bfloat16, bfloat16, float32], text: multiplied('tdpbf16ps') }] },
};
