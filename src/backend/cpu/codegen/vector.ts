/** Vectors in C by gcc's vector extensions (also clang's): types, and loads and stores of whole and partial vectors. */
import { functions, type FunctionName } from '../../../ir/functions.js';
import { doubleFunction } from './double-functions.js';
import { functionOf } from './functions.js';
import type { VectorUnit } from '../../../target/target.js';

/** Functions of at least so many multiply-adds have more constants than a sum leaves registers for. */
const LONG = 9;

/** Names the operations, most of them on vectors, that a kernel uses and, at the end, defines exactly those. */
export class VectorHelpers {
  private readonly definitions = new Map<string, string>();

  constructor(private readonly unit: VectorUnit) {}

  /** The vector of `width` floats, in registers. */
  type(width: number): string {
    const bytes = width * 4;
    this.define(
      `v${width}`,
      `typedef float v${width} __attribute__((vector_size(${bytes})));\n` +
        `typedef float v${width}u __attribute__((vector_size(${bytes}), aligned(4), may_alias));`,
    );
    return `v${width}`;
  }

  load(address: string, width: number, lanes: number): string {
    const type = this.type(width);
    if (lanes === width) return `*(const ${type}u *)(${address})`;
    const name = `load${lanes}of${width}`;
    const body = this.masked(width)
      ? `return __builtin_ia32_loadups${width * 32}_mask(${pointer('const ', width)}, (${type}){0}, ${mask(lanes)});`
      : `${type} v = {0}; __builtin_memcpy(&v, p, ${lanes * 4}); return v;`;
    this.define(name, `static inline ${type} ${name}(const float *p) { ${body} }`);
    return `${name}(${address})`;
  }

  store(address: string, value: string, width: number, lanes: number): string {
    const type = this.type(width);
    if (lanes === width) return `*(${type}u *)(${address}) = ${value};`;
    const name = `store${lanes}of${width}`;
    const body = this.masked(width)
      ? `__builtin_ia32_storeups${width * 32}_mask(${pointer('', width)}, v, ${mask(lanes)});`
      : `__builtin_memcpy(p, &v, ${lanes * 4});`;
    this.define(name, `static inline void ${name}(float *p, ${type} v) { ${body} }`);
    return `${name}(${address}, ${value});`;
  }

  /** a > b ? a : b (or <) lane by lane. */
  extreme(op: 'min' | 'max', a: string, b: string, width: number): string {
    const type = this.type(width);
    const name = `${op}${width}`;
    this.define(name, `static inline ${type} ${name}(${type} a, ${type} b) ${this.extremeBody(op, width)}`);
    return `${name}(${a}, ${b})`;
  }

  /** x86 has an instruction of that very meaning, which gcc does not find behind the comparison. */
  private extremeBody(op: 'min' | 'max', width: number): string {
    const instruction = `__builtin_ia32_${op}ps${width * 32}`;
    if (width === 16 && this.unit.masks)
      return (
        `{\n#ifdef __clang__\n  return ${instruction}(a, b, 4);\n` +
        `#else\n  return ${instruction}_mask(a, b, a, -1, 4);\n#endif\n}`
      );
    if (width === 8 && this.unit.lanes >= 8) return `{ return ${instruction}(a, b); }`;
    const [type, lanes] = [this.type(width), `i${width}`];
    this.define(lanes, `typedef int ${lanes} __attribute__((vector_size(${width * 4})));`);
    const less = op === 'max' ? '>' : '<';
    return `{ ${lanes} m = a ${less} b; return (${type})((m & (${lanes})a) | (~m & (${lanes})b)); }`;
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
    return `__builtin_shufflevector(${[a, b, ...picks].join(', ')})`;
  }

  broadcast(scalar: string, width: number): string {
    return `((${this.type(width)}){0} + ${scalar})`;
  }

  text(): string[] {
    return [...this.definitions.values()];
  }

  private define(name: string, definition: string): void {
    if (!this.definitions.has(name)) this.definitions.set(name, definition);
  }

  private masked(width: number): boolean {
    return this.unit.masks && width >= 4;
  }
}

/** Below 512 bits gcc's masked loads and stores take pointers to floats, clang's to vectors; newer clangs insist. */
function pointer(constant: 'const ' | '', width: number): string {
  return width < 16 ? `(${constant}void *)p` : 'p';
}

function mask(lanes: number): string {
  return `0x${(2 ** lanes - 1).toString(16)}`;
}
