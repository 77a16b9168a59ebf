/** Vectors in C: types, and what is done to them, as the instruction sets of a CPU have it. */
import { functions, type FunctionName } from '../../../ir/functions.js';
import { doubleFunction } from './double-functions.js';
import { functionOf } from './functions.js';
import type { CpuVectors } from '../isa/cpu-vectors.js';
import type { ElementType } from '../../../elements/element-type.js';
import { float32 } from '../../../elements/float32.js';
import { int32 } from '../../../elements/int32.js';
import { functionHeader } from '../isa/function-header.js';
import type { Operation, OperationCall, OperationName } from '../isa/instruction-set.js';
import { portableText } from '../isa/portable.js';
import { maskType, memoryType, vectorType, type Definition } from '../isa/vector-type.js';
import { isValueType, type DType } from '../../../ir/tensor.js';
import { scalarConversion, scalarType, wholeOfDouble, type Precision } from './scalars.js';

/** Functions of at least so many multiply-adds have more constants than a sum leaves registers for. */
const LONG = 9;

/** Names the operations, most of them on vectors, that a kernel uses and, at the end, defines exactly those. */
export class VectorHelpers {
  private readonly definitions = new Map<string, string>();

  constructor(private readonly unit: CpuVectors) {}

  get matrices(): CpuVectors['matrices'] {
    return this.unit.matrices;
  }

  /** The vector of `width` elements, in registers. */
  type(type: ElementType, width: number): string {
    return this.vector(type, width);
  }

  load(type: ElementType, address: string, width: number, lanes: number): string {
    return lanes === width
      ? this.simple('load', type, width, [address])
      : this.simple('loadPart', type, width, [address], { part: lanes });
  }

  store(type: ElementType, address: string, value: string, width: number, lanes: number): string {
    if (lanes === width) return this.simple('store', type, width, [address, value]);
    return `${this.simple('storePart', type, width, [address, value], { part: lanes })};`;
  }

  /** a > b ? a : b (or <) lane by lane. */
  extreme(op: 'min' | 'max', type: ElementType, a: string, b: string, width: number): string {
    return this.simple(op, type, width, [a, b]);
  }

  /**
   * The same of two scalars. Each is evaluated once: written out twice, nested ones grow without bound and become
   * branches.
   */
  scalarExtreme(op: 'min' | 'max', a: string, b: string, type: ElementType, precision: Precision): string {
    const c = scalarType(type, precision);
    const name = `${op}_${c}`;
    const less = op === 'max' ? '>' : '<';
    this.define(name, `static inline ${c} ${name}(${c} a, ${c} b) { return a ${less} b ? a : b; }`);
    return `${name}(${a}, ${b})`;
  }

  /** Floats that are below the largest int32 as such, rounded; what is too small, and no number, is the least one. */
  wholeBelow(text: string, width: number): string {
    const types = [float32, int32] as const;
    return this.can('convertBelow', types, 4 * width)
      ? this.operation('convertBelow', types, 4 * width, [text])
      : this.converted(text, ...types, width, 'float');
  }

  /**
   * A value in another type, rounded and saturated: a scalar where there is no width. Scalars of double precision stand
   * for float32.
   */
  converted(text: string, from: ElementType, to: ElementType, width: number | undefined, precision: Precision): string {
    if (width === undefined) return this.convertedScalar(text, from, to, precision);
    const bytes = width * Math.max(from.bytes, to.bytes);
    if (this.textOf('convert', [from, to], bytes)) return this.operation('convert', [from, to], bytes, [text]);
    const [given, made] = [this.vector(from, width), this.vector(to, width)];
    const name = `convert${given.slice(1)}_${made.slice(1)}`;
    const lanes = Array.from({ length: width }, (_, lane) => this.convertedScalar(`a[${lane}]`, from, to, 'float'));
    this.define(name, `static inline ${made} ${name}(${given} a) {\n  return (${made}){${lanes.join(', ')}};\n}`);
    return `${name}(${text})`;
  }

  /** A double as the nearest number of a type, as a double. */
  castDouble(text: string, to: DType): string {
    if (isValueType(to)) return `(double)(float)${text}`;
    for (const [name, definition] of wholeOfDouble()) this.define(name, definition);
    return `int_of_double(${text})`;
  }

  /** Of floats by the instruction for a vector of four, where a CPU has it: no branch is left to mispredict. */
  private convertedScalar(text: string, from: ElementType, to: ElementType, precision: Precision): string {
    const isOfFloats = from.kind === 'floating' || to.kind === 'floating';
    if (precision === 'float' && isOfFloats && this.unit.bytes >= 16 && this.can('convert', [from, to], 16))
      return `${this.operation('convert', [from, to], 16, [`(${this.vector(from, 4)}){${text}}`])}[0]`;
    const { definitions, text: converted } = scalarConversion(text, from, to);
    for (const [name, definition] of definitions) this.define(name, definition);
    return precision === 'double' && to === float32 ? `(double)${converted}` : converted;
  }

  /** A function of vectors, or of scalars; `args` are as wide as the result. */
  called(name: FunctionName, args: readonly string[], width: number | Precision): string {
    if (this.isInstruction(name, width))
      return typeof width === 'number'
        ? this.simple('sqrt', float32, width, args)
        : `${this.simple('sqrt', float32, 4, [`(${this.vector(float32, 4)}){${args[0]!}}`])}[0]`;
    const definitions = width === 'double' ? doubleFunction(name) : functionOf(name, width);
    for (const [defined, text] of definitions) this.define(defined, text);
    return `${name}${typeof width === 'number' ? width : `_${width}`}(${args.join(', ')})`;
  }

  /**
   * The same of sums in registers. Where their text is part of the loops, gcc (12 to 14) keeps the constants of long
   * functions in registers all along the sum, and the sum in memory.
   */
  calledApart(name: FunctionName, args: readonly string[], width: number): string {
    const call = this.called(name, args, width);
    if (functions[name].work < LONG || this.isInstruction(name, width)) return call;
    const [type, parameters] = [this.type(float32, width), functions[name].arity === 1 ? ['x'] : ['x', 'p']];
    const own = `${name}${width}_apart`;
    const header = `${own}(${parameters.map((parameter) => `${type} ${parameter}`).join(', ')})`;
    const body = `{ return ${name}${width}(${parameters.join(', ')}); }`;
    this.define(own, `static __attribute__((noinline, unused)) ${type} ${header} ${body}`);
    return `${own}(${args.join(', ')})`;
  }

  /** Whether the CPU has it of vectors of so many floats, or of a float as one of four. */
  private isInstruction(name: FunctionName, width: number | Precision): boolean {
    return name === 'sqrt' && width !== 'double' && this.can(name, [float32], 4 * (width === 'float' ? 4 : width));
  }

  /** Lane l of the result is lane picks[l] of a, or, from the width on, of b. */
  shuffle(type: ElementType, a: string, b: string, picks: readonly number[]): string {
    return this.simple('shuffle', type, picks.length, [a, b, ...picks.map(String)]);
  }

  broadcast(type: ElementType, scalar: string, width: number): string {
    return this.simple('broadcast', type, width, [scalar]);
  }

  /**
   * An operation on vectors of `bytes`, the widest of them where it converts, as an instruction set has it or, where
   * none does, as compilers make it. Throws for what neither can.
   */
  operation(
    does: OperationName,
    types: readonly ElementType[],
    bytes: number,
    operands: readonly string[],
    { part = 0 }: { readonly part?: number } = {},
  ): string {
    const text = this.textOf(does, types, bytes);
    if (!text)
      throw new Error(`no ${does} of ${types.map(({ name }) => name).join(', ')} in vectors of ${bytes} bytes`);
    const lanes = bytes / Math.max(...types.map((type) => type.bytes));
    const vectors = types.map((type) => this.vector(type, does === 'dot' ? bytes / type.bytes : lanes));
    const call: OperationCall = {
      ...{ bytes, lanes, part, operands, vectors },
      mask: () => this.defined(maskType(types[0]!, lanes)),
      inFunction: (body) => {
        const { name, result, parameters } = functionHeader(does, { types, vectors, lanes, part });
        this.define(name, `static inline ${result} ${name}(${parameters.join(', ')}) ${body}`);
        return `${name}(${operands.join(', ')})`;
      },
    };
    return text(call);
  }

  /** Whether an instruction set has an operation on vectors of so many bytes. */
  can(does: OperationName, types: readonly ElementType[], bytes: number): boolean {
    return this.unit.operation(does, types, bytes) !== undefined;
  }

  /** The four bytes at an address, `count` times. */
  repeated(type: ElementType, address: string, count: number): string {
    const vector = this.vector(type, (4 * count) / type.bytes);
    const ints = this.vector(int32, count);
    this.define('bytes4', 'typedef __INT32_TYPE__ bytes4 __attribute__((aligned(1), may_alias));');
    return `(${vector})((${ints}){0} + *(const bytes4 *)(${address}))`;
  }

  /** The same byte in all places. */
  constantVector(type: ElementType, value: number, width: number): string {
    return this.broadcast(type, `(${memoryType(type)})${value}`, width);
  }

  /** Elements with the upper bit of each the other way: signed ones become as many above the least one, and back. */
  signFlipped(text: string, from: ElementType, to: ElementType, width: number): string {
    const [given, made] = [this.vector(from, width), this.vector(to, width)];
    const upper = from.limits[0] < 0 ? from.limits[0] : 2 ** (8 * from.bytes - 1);
    return `((${made})${text} ^ (${made})((${given}){0} + (${memoryType(from)})${upper}))`;
  }

  text(): string[] {
    return [...this.definitions.values()];
  }

  private textOf(does: OperationName, types: readonly ElementType[], bytes: number): Operation['text'] | undefined {
    return this.unit.operation(does, types, bytes)?.text ?? portableText(does, types);
  }

  private simple(
    does: OperationName,
    type: ElementType,
    width: number,
    operands: readonly string[],
    options?: { readonly part: number },
  ): string {
    return this.operation(does, [type], width * type.bytes, operands, options);
  }

  private vector(type: ElementType, lanes: number): string {
    return this.defined(vectorType(type, lanes));
  }

  private defined([name, text]: Definition): string {
    this.define(name, text);
    return name;
  }

  private define(name: string, definition: string): void {
    if (!this.definitions.has(name)) this.definitions.set(name, definition);
  }
}
