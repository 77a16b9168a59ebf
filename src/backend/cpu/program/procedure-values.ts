/** Values of procedures in C, and the functions that they call. */
import { bitHelpers, cIdentifier, fromFloatText, toFloatText } from '../../../elements/c-helper.js';
import { elementType, type KernelType } from '../../../elements/registry.js';
import type { DType } from '../../../ir/tensor.js';
import {
  isElementKind,
  isTruthType,
  isWholeKind,
  type ArrayName,
  type Kind,
  type RealFunction,
  type Value,
} from '../../../ir/procedure/value.js';
import { isInBits, memoryOf } from './port-texts.js';

/** Functions in the order in which they are needed, each once. */
export class CFunctions {
  readonly texts = new Set<string>();

  /** Returns the name that it is called by. */
  need(name: string, ...texts: readonly string[]): string {
    for (const text of texts) this.texts.add(text);
    return name;
  }
}

/** What a local variable of a kind is declared as. */
export function localType(kind: Kind): string {
  if (kind === 'index') return 'int64_t';
  if (kind === 'real') return 'double';
  if (kind === 'truth') return 'int';
  return isInBits(kind) ? 'float' : memoryOf(kind);
}

export interface Names {
  readonly arrayName: (array: ArrayName) => string;
  /** The type that elements have in memory. */
  readonly memory: (array: ArrayName) => Kind;
  readonly functions: CFunctions;
}

export function valueText(value: Value, names: Names): string {
  const { kind, form } = value;
  const textOf = (one: Value): string => valueText(one, names);
  switch (form.of) {
    case 'number':
      return numberText(form.value, kind);
    case 'variable':
      return `v${form.number}`;
    case 'element':
      return loaded(
        `${names.arrayName(form.array)}[${textOf(form.at)}]`,
        names.memory(form.array),
        kind,
        names.functions,
      );
    case 'pair':
      return pairText(form.by, form.left.kind, textOf(form.left), textOf(form.right), names.functions);
    case 'function':
      return `${functionNames[form.by] ?? form.by}(${textOf(form.x)})`;
    case 'not':
      return `!${textOf(form.x)}`;
    case 'choice':
      return `(${textOf(form.condition)} ? ${textOf(form.yes)} : ${textOf(form.no)})`;
    case 'conversion':
      return converted(textOf(form.x), form.x.kind, kind, names.functions);
    case 'bits':
      return `${bitsFunction(form.x.kind, kind, names.functions)}(${textOf(form.x)})`;
  }
}

/** Those that C calls otherwise. */
const functionNames: Partial<Readonly<Record<RealFunction, string>>> = {
  truncated: 'trunc',
  rounded: 'rint',
  size: 'fabs',
};

function numberText(value: number, kind: Kind): string {
  if (isWholeKind(kind)) return kind === 'index' ? wholeText(value) : `(${localType(kind)})${wholeText(value)}`;
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value < 0 ? '(-INFINITY)' : 'INFINITY';
  const text = Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
  const signed = value < 0 || Object.is(value, -0) ? `(-${text.replace('-', '')})` : text;
  return localType(kind) === 'float' ? `(float)${signed}` : signed;
}

function wholeText(value: number): string {
  const text = Math.abs(value) < 2 ** 31 ? `${value}` : `INT64_C(${BigInt(value)})`;
  return value < 0 ? `(${text})` : text;
}

const symbols = {
  plus: '+',
  minus: '-',
  times: '*',
  over: '/',
  bitAnd: '&',
  bitOr: '|',
  bitXor: '^',
  below: '<',
  atMost: '<=',
  is: '==',
  isNot: '!=',
  and: '&&',
  or: '||',
} as const;

type Pair = Extract<Value['form'], { of: 'pair' }>['by'];

function pairText(by: Pair, kind: Kind, left: string, right: string, functions: CFunctions): string {
  switch (by) {
    case 'least':
    case 'largest':
      return `${extremum(by, kind, functions)}(${left}, ${right})`;
    case 'power':
      return `pow(${left}, ${right})`;
    case 'rest':
      if (!isWholeKind(kind)) return `fmod(${left}, ${right})`;
      return kind === 'index' ? `(${left} % ${right})` : `${restOf(kind, functions)}(${left}, ${right})`;
    case 'shiftedLeft':
    case 'shiftedRight':
      return `${shift(by, kind, functions)}(${left}, ${right})`;
    case 'plus':
    case 'minus':
    case 'times':
      return isElementOfWhole(kind) ? wrapping(symbols[by], kind, left, right) : `(${left} ${symbols[by]} ${right})`;
    case 'bitAnd':
    case 'bitOr':
    case 'bitXor':
      return `(${localType(kind)})(${left} ${symbols[by]} ${right})`;
    default:
      return `(${left} ${symbols[by]} ${right})`;
  }
}

function isElementOfWhole(kind: Kind): kind is DType {
  return isWholeKind(kind) && kind !== 'index';
}

/** In unsigned numbers, which wrap around, of as many bits as products take. */
function wrapping(symbol: string, kind: DType, left: string, right: string): string {
  const wide = elementType(kind).bytes > 4 ? 'uint64_t' : 'uint32_t';
  return `(${localType(kind)})((${wide})${left} ${symbol} (${wide})${right})`;
}

function idOf(kind: Kind): string {
  return cIdentifier({ name: kind });
}

/** NaN where either is. */
function extremum(by: 'least' | 'largest', kind: Kind, functions: CFunctions): string {
  const [name, type, symbol] = [`${by}_${idOf(kind)}`, localType(kind), by === 'least' ? '<' : '>'];
  const isOrdered = isWholeKind(kind);
  const first = isOrdered ? `a ${symbol} b` : `a ${symbol} b || a != a`;
  return functions.need(name, `static inline ${type} ${name}(${type} a, ${type} b) { return ${first} ? a : b; }`);
}

function restOf(kind: DType, functions: CFunctions): string {
  const [name, type] = [`rest_${idOf(kind)}`, localType(kind)];
  const isNone = elementType(kind).limits[0] < 0 ? 'b == 0 || b == -1' : 'b == 0';
  const text = `static inline ${type} ${name}(${type} a, ${type} b) { return (${type})(${isNone} ? 0 : a % b); }`;
  return functions.need(name, text);
}

function shift(by: 'shiftedLeft' | 'shiftedRight', kind: Kind, functions: CFunctions): string {
  const [name, type] = [
    by === 'shiftedLeft' ? `shift_left_${idOf(kind)}` : `shift_right_${idOf(kind)}`,
    localType(kind),
  ];
  const bits = kind === 'index' ? 64 : 8 * elementType(kind).bytes;
  const isSigned = kind === 'index' || elementType(kind).limits[0] < 0;
  const beyond = isSigned && by === 'shiftedRight' ? `(${type})(a < 0 ? -1 : 0)` : '0';
  const shifted = by === 'shiftedLeft' ? `(uint64_t)a << b` : 'a >> b';
  return functions.need(
    name,
    `static inline ${type} ${name}(${type} a, ${type} b) {
  return (uint64_t)b >= ${bits} ? ${beyond} : (${type})(${shifted});
}`,
  );
}

/** An element in memory as a value of a kind. */
export function loaded(element: string, memory: Kind, kind: Kind, functions: CFunctions): string {
  if (isTruthType(kind)) return `(${localType(kind)})(${widened(element, memory, functions)} != 0)`;
  const text = widened(element, memory, functions);
  return localType(kind) === memoryLocal(memory) ? text : `(${localType(kind)})${text}`;
}

/** A value as an element of the type that it has in memory. */
export function stored(text: string, kind: Kind, memory: Kind, functions: CFunctions): string {
  if (!isElementKind(memory)) return text;
  const own = elementType(memory);
  if (isInBits(memory)) {
    const type = own as KernelType;
    const name = `${idOf(memory)}_of_float`;
    return `${functions.need(name, ...bitHelpers, fromFloatText(type))}((float)${text})`;
  }
  if (own.kind !== 'whole' || !isElementOfWhole(kind) || kind === memory)
    return localType(kind) === memoryOf(memory) ? text : `(${memoryOf(memory)})${text}`;
  return saturating(text, kind, memory, functions);
}

/** A whole number that the other type does not reach becomes its least or its largest. */
function saturating(text: string, from: DType, to: DType, functions: CFunctions): string {
  const [own, other] = [elementType(from), elementType(to)];
  const below =
    own.limits[0] < other.limits[0] ? `x < ${limitText(other.limits[0])} ? ${limitText(other.limits[0])} : ` : '';
  const above =
    own.limits[1] > other.limits[1] ? `x > ${limitText(other.limits[1])} ? ${limitText(other.limits[1])} : ` : '';
  if (below === '' && above === '') return `(${memoryOf(to)})${text}`;
  const name = `${idOf(to)}_near_${idOf(from)}`;
  const body = `return (${memoryOf(to)})(${below}${above}x);`;
  return `${functions.need(name, `static inline ${memoryOf(to)} ${name}(${memoryOf(from)} x) { ${body} }`)}(${text})`;
}

function limitText(value: number): string {
  if (value === 2 ** 63 - 1) return 'INT64_MAX';
  return value === -(2 ** 63) ? 'INT64_MIN' : wholeText(value);
}

function memoryLocal(memory: Kind): string {
  return isElementKind(memory) && !isInBits(memory) ? memoryOf(memory) : localType(memory);
}

/** By way of the memory of both. */
function bitsFunction(from: DType, to: DType, functions: CFunctions): string {
  const name = `bits_of_${idOf(from)}_as_${idOf(to)}`;
  const [given, result] = [stored('x', from, from, functions), loaded('to', to, to, functions)];
  return functions.need(
    name,
    `static inline ${localType(to)} ${name}(${localType(from)} x) {
  const ${memoryOf(from)} from = ${given};
  ${memoryOf(to)} to;
  memcpy(&to, &from, sizeof to);
  return ${result};
}`,
  );
}

function widened(element: string, memory: Kind, functions: CFunctions): string {
  if (!isElementKind(memory) || !isInBits(memory)) return element;
  const name = `float_of_${idOf(memory)}`;
  return `${functions.need(name, ...bitHelpers, toFloatText(elementType(memory) as KernelType))}(${element})`;
}

function converted(text: string, from: Kind, to: Kind, functions: CFunctions): string {
  if (isTruthType(to)) return `(${localType(to)})(${text} != 0)`;
  const isFloating = !isWholeKind(from) && from !== 'truth';
  if (isWholeKind(to) && isFloating) return `${truncation(to, functions)}((double)${text})`;
  if (to === 'index' && isElementOfWhole(from) && elementType(from).limits[1] > 2 ** 63)
    return `${clamped(functions)}(${text})`;
  return localType(to) === localType(from) ? text : `(${localType(to)})${text}`;
}

/** Beyond the limits the least or the largest; of NaN 0. */
function truncation(kind: Kind, functions: CFunctions): string {
  const [name, type] = [`truncated_${idOf(kind)}`, localType(kind)];
  const [least, largest] = kind === 'index' ? [-(2 ** 53), 2 ** 53] : elementType(kind).limits;
  const isUnsignedWide = largest > 2 ** 63;
  const top = isUnsignedWide ? 'UINT64_MAX' : limitText(largest);
  return functions.need(
    name,
    `static inline ${type} ${name}(double x) {
  return x != x ? 0 : x <= ${numberText(least, 'real')} ? ${limitText(least)} : x >= ${numberText(largest, 'real')} ? ${top} : (${type})x;
}`,
  );
}

function clamped(functions: CFunctions): string {
  const body = 'return x > INT64_MAX ? INT64_MAX : (int64_t)x;';
  return functions.need('index_near_uint64', `static inline int64_t index_near_uint64(uint64_t x) { ${body} }`);
}
