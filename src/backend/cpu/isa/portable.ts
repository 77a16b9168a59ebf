/** Operations that gcc's vector extensions (also clang's) have for vectors of every CPU. */
import type { ElementType } from '../../../elements/element-type.js';
import type { OperationCall, OperationName } from './instruction-set.js';
import { isComputed } from './memory.js';

type Text = (call: OperationCall) => string;

const moves: Partial<Record<OperationName, Text>> = {
  load: ({ vectors: [vector], operands: [address] }) => `*(const ${vector}u *)(${address})`,
  store: ({ vectors: [vector], operands: [address, value] }) => `*(${vector}u *)(${address}) = ${value};`,
  loadPart: ({ vectors: [vector], inFunction, part, bytes, lanes }) =>
    inFunction(`{ ${vector} v = {0}; __builtin_memcpy(&v, p, ${(part * bytes) / lanes}); return v; }`),
  storePart: ({ inFunction, part, bytes, lanes }) =>
    inFunction(`{ __builtin_memcpy(p, &v, ${(part * bytes) / lanes}); }`),
  blend: ({ vectors: [vector], inFunction, mask }) => {
    const m = mask();
    return inFunction(`{ return (${vector})((m & (${m})a) | (~m & (${m})b)); }`);
  },
  /** Lane l of the result is lane picks[l] of a, or, from the width on, of b. */
  shuffle: ({ operands }) => `__builtin_shufflevector(${operands.join(', ')})`,
};

const arithmetic: Partial<Record<OperationName, Text>> = {
  min: extreme('<'),
  max: extreme('>'),
  broadcast: ({ vectors: [vector], operands: [scalar] }) => `((${vector}){0} + ${scalar})`,
};

/** The text of an operation on vectors of a type; undefined of what the extensions lack. */
export function portableText(does: OperationName, [type]: readonly ElementType[]): Text | undefined {
  return moves[does] ?? (type && isComputed(type) ? arithmetic[does] : undefined);
}

function extreme(less: '<' | '>'): Text {
  return ({ vectors: [vector], inFunction, mask }) => {
    const m = mask();
    return inFunction(`{ ${m} m = a ${less} b; return (${vector})((m & (${m})a) | (~m & (${m})b)); }`);
  };
}
