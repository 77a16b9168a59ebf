/** Vectors in C: types, and what is done to them, as the instruction sets of a CPU have it. */
import { functions, type FunctionName } from '../../../ir/functions.js';
import { doubleFunction } from './double-functions.js';
import { functionOf } from './functions.js';
import type { CpuVectors } from '../isa/cpu-vectors.js';
import type { ElementType } from '../../../elements/element-type.js';
import { float32 } from '../../../elements/float32.js';
import { functionHeader } from '../isa/function-header.js';
import type { OperationCall, OperationName } from '../isa/instruction-set.js';
import { portableText } from '../isa/portable.js';
import { maskType, vectorType, type Definition } from '../isa/vector-type.js';

/** Functions of at least so many multiply-adds have more constants than a sum leaves registers for. */
const LONG = 9;

/** Names the operations, most of them on vectors, that a kernel uses and, at the end, defines exactly those. */
export class VectorHelpers {
  private readonly definitions = new Map<string, string>();

  constructor(private readonly unit: CpuVectors) {}

  /** The vector of `width` floats, in registers. */
  type(width: number): string {
    return this.vector(float32, width);
  }

  load(address: string, width: number, lanes: number): string {
    return lanes === width
      ? this.floats('load', width, [address])
      : this.floats('loadPart', width, [address], { part: lanes });
  }

  store(address: string, value: string, width: number, lanes: number): string {
    if (lanes === width) return this.floats('store', width, [address, value]);
    return `${this.floats('storePart', width, [address, value], { part: lanes })};`;
  }

  /** a > b ? a : b (or <) lane by lane. */
  extreme(op: 'min' | 'max', a: string, b: string, width: number): string {
    return this.floats(op, width, [a, b]);
  }

  /**
   * The same of two scalars. Each is evaluated once: written out twice, nested ones grow without bound and become
   * branches.
   */
  scalarExtreme(op: 'min' | 'max', a: string, b: string, type: 'float' | 'double'): string {
    const name = `${op}_${type}`;
    const less = op === 'max' ? '>' : '<';
    this.define(name, `static inline ${type} ${name}(${type} a, ${type} b) { return a ${less} b ? a : b; }`);
    return `${name}(${a}, ${b})`;
  }

  /** A function of vectors, or of scalars; `args` are as wide as the result. */
  called(name: FunctionName, args: readonly string[], width: number | 'float' | 'double'): string {
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
    if (functions[name].work < LONG) return call;
    const [type, parameters] = [this.type(width), functions[name].arity === 1 ? ['x'] : ['x', 'p']];
    const own = `${name}${width}_apart`;
    const header = `${own}(${parameters.map((parameter) => `${type} ${parameter}`).join(', ')})`;
    const body = `{ return ${name}${width}(${parameters.join(', ')}); }`;
    this.define(own, `static __attribute__((noinline, unused)) ${type} ${header} ${body}`);
    return `${own}(${args.join(', ')})`;
  }

  /** Lane l of the result is lane picks[l] of a, or, from the width on, of b. */
  shuffle(a: string, b: string, picks: readonly number[]): string {
    return this.floats('shuffle', picks.length, [a, b, ...picks.map(String)]);
  }

  broadcast(scalar: string, width: number): string {
    return this.floats('broadcast', width, [scalar]);
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
    const text = this.unit.operation(does, types, bytes)?.text ?? portableText(does, types);
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

  text(): string[] {
    return [...this.definitions.values()];
  }

  private floats(
    does: OperationName,
    width: number,
    operands: readonly string[],
    options?: { readonly part: number },
  ): string {
    return this.operation(does, [float32], width * float32.bytes, operands, options);
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
