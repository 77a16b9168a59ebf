import type { ElementType } from '../../../elements/element-type.js';
import type { OperationName } from './instruction-set.js';
import { maskType, memoryType } from './vector-type.js';

/** What an operation is as a function in C. */
interface FunctionHeader {
  readonly name: string;
  readonly result: string;
  readonly parameters: readonly string[];
}

/** An operation on the first of so many lanes, `part`, or on all `lanes`; `vectors`: those of its types, by name. */
interface OperationFunction {
  readonly types: readonly ElementType[];
  readonly vectors: readonly string[];
  readonly lanes: number;
  readonly part: number;
}

type Signature = Omit<FunctionHeader, 'name'>;

const signatures: Readonly<Record<OperationName, (of: OperationFunction) => Signature>> = {
  load: ({ types, vectors }) => ({ result: vectors[0]!, parameters: [`const ${memoryType(types[0]!)} *p`] }),
  store: ({ types, vectors }) => ({ result: 'void', parameters: [`${memoryType(types[0]!)} *p`, `${vectors[0]!} v`] }),
  loadPart: (of) => signatures.load(of),
  storePart: (of) => signatures.store(of),
  min: ({ vectors: [v] }) => ({ result: v!, parameters: [`${v!} a`, `${v!} b`] }),
  max: (of) => signatures.min(of),
  shuffle: (of) => signatures.min(of),
  blend: ({ types, lanes, vectors: [v] }) => {
    return { result: v!, parameters: [`${maskType(types[0]!, lanes)[0]} m`, `${v!} a`, `${v!} b`] };
  },
  sqrt: ({ vectors: [v] }) => ({ result: v!, parameters: [`${v!} a`] }),
  fma: ({ vectors: [v] }) => ({ result: v!, parameters: [`${v!} a`, `${v!} b`, `${v!} c`] }),
  dot: ({ vectors: [a, b, c] }) => ({ result: c!, parameters: [`${c!} c`, `${a!} a`, `${b!} b`] }),
  convert: ({ vectors: [from, to] }) => ({ result: to!, parameters: [`${from!} a`] }),
  convertBelow: (of) => signatures.convert(of),
  broadcast: ({ types, vectors }) => ({ result: vectors[0]!, parameters: [`${memoryType(types[0]!)} x`] }),
};

/** `max16` of floats, `load3of16`, `dot_uint8x64_int8x64_int32x16`. */
export function functionHeader(does: OperationName, of: OperationFunction): FunctionHeader {
  return { name: nameOf(does, of), ...signatures[does](of) };
}

function nameOf(does: OperationName, { vectors, part }: OperationFunction): string {
  const [first = '', ...others] = vectors.map((vector) => vector.slice(1));
  const [, moved] = /^(\w+)Part$/.exec(does) ?? [];
  const name = moved === undefined ? `${does}${first}` : `${moved}${part}of${first}`;
  return [name, ...others.map((shape) => shape.replace(/^_/, ''))].join('_');
}
