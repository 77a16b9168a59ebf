/** Operations that gcc's vector extensions (also clang's) have for vectors of every CPU. */
import { bfloat16 } from '../../../elements/bfloat16.js';
import type { ElementType } from '../../../elements/element-type.js';
import { float32 } from '../../../elements/float32.js';
import type { OperationCall, OperationName } from './instruction-set.js';
import { isComputed } from './memory.js';
import { partLoaded, partStored } from './part-moves.js';

type Text = (call: OperationCall) => string;

const moves: Partial<Record<OperationName, Text>> = {
  load: ({ vectors: [vector], operands: [address] }) => `*(const ${vector}u *)(${address})`,
  store: ({ vectors: [vector], operands: [address, value] }) => `*(${vector}u *)(${address}) = ${value};`,
  loadPart: ({ vectors: [vector], inFunction, part, bytes, lanes }) =>
    inFunction(partLoaded(vector!, (part * bytes) / lanes, bytes)),
  storePart: ({ inFunction, part, bytes, lanes }) => inFunction(partStored((part * bytes) / lanes, bytes)),
  blend: ({ vectors: [vector], inFunction, mask }) => {
    const m = mask();
    return inFunction(`{ return (${vector})((m & (${m})a) | (~m & (${m})b)); }`);
  },
  broadcast: ({ vectors: [vector], operands: [scalar] }) => `((${vector}){0} + ${scalar})`,
  /** Lane l of the result is lane picks[l] of a, or, from the width on, of b. */
  shuffle: ({ operands }) => `__builtin_shufflevector(${operands.join(', ')})`,
};

const arithmetic: Partial<Record<OperationName, Text>> = {
  min: extreme('<'),
  max: extreme('>'),
};

/** The text of an operation on vectors of a type; undefined of what the extensions lack. */
export function portableText(does: OperationName, [type, to]: readonly ElementType[]): Text | undefined {
  if (does === 'convert' && type && to) return conversion(type, to);
  return moves[does] ?? (type && isComputed(type) ? arithmetic[does] : undefined);
}

/** Of whole numbers: to wider ones, to floats, and, saturated, to smaller ones. Of bfloat16: to float32 and back. */
function conversion(from: ElementType, to: ElementType): Text | undefined {
  if (from === bfloat16 && to === float32) return widenedBfloat16;
  if (from === float32 && to === bfloat16) return narrowedBfloat16;
  const [[least, largest], [low, high]] = [from.limits, to.limits];
  if (from.kind !== 'whole') return undefined;
  if (isComputed(to) && least >= low && largest <= high)
    return ({ vectors: [, vector], operands: [a] }) => `__builtin_convertvector(${a}, ${vector})`;
  if (to.kind !== 'whole') return undefined;
  return ({ vectors: [given, made], inFunction }) =>
    inFunction(
      `{\n  ${given} small = a < ${low}, large = a > ${high};\n` +
        `  a = (a & ~(small | large)) | (small & ${low}) | (large & ${high});\n` +
        `  return __builtin_convertvector(a, ${made});\n}`,
    );
}

function extreme(less: '<' | '>'): Text {
  return ({ vectors: [vector], inFunction, mask }) => {
    const m = mask();
    return inFunction(`{ ${m} m = a ${less} b; return (${vector})((m & (${m})a) | (~m & (${m})b)); }`);
  };
}

/** A bfloat16 is the upper half of a float32. */
const widenedBfloat16: Text = ({ inFunction, vectors: [, to], lanes }) =>
  inFunction(`{\n  ${wide(lanes)}\n  return (${to!})(__builtin_convertvector(a, wide) << 16);\n}`);

/** Rounded to nearest, ties to even. */
const narrowedBfloat16: Text = ({ inFunction, vectors: [, to], lanes }) =>
  inFunction(
    `{\n  ${wide(lanes)}\n  wide bits = (wide)a, nan = (wide)(a != a);\n` +
      '  bits = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;\n' +
      `  return __builtin_convertvector((bits & ~nan) | (nan & 0x7fff), ${to!});\n}`,
  );

function wide(lanes: number): string {
  return `typedef unsigned wide __attribute__((vector_size(${4 * lanes})));`;
}
