/** Scalars in C: their types, and how one becomes another. */
import { bitHelpers, cIdentifier, fromFloatText, toFloatText } from '../../../elements/c-helper.js';
import { float32 } from '../../../elements/float32.js';
import { int32 } from '../../../elements/int32.js';
import type { ElementType } from '../../../elements/element-type.js';
import { kernelType, type KernelType } from '../../../elements/registry.js';
import { doubleFunction } from './double-functions.js';
import { memoryType, type Definition } from '../isa/vector-type.js';

/** What scalars of float32 are computed in. */
export type Precision = 'float' | 'double';

/** The type of a scalar variable. */
export function scalarType(type: ElementType, precision: Precision): string {
  if (type === float32) return precision;
  return type === int32 ? 'int' : memoryType(type);
}

interface Conversion {
  readonly definitions: readonly Definition[];
  readonly text: string;
}

/** A scalar in another type, rounded to nearest, ties to even, and saturated, and what its text needs. */
export function scalarConversion(text: string, from: ElementType, to: ElementType): Conversion {
  // C makes an int of whole numbers in any expression.
  if (from === to || (to === int32 && from.kind === 'whole')) return { definitions: [], text };
  if (to === float32)
    return from.kind === 'whole' ? { definitions: [], text: `(float)${text}` } : halfAsFloat(text, from);
  if (from === int32) return saturatedInt(text, to);
  if (to === int32) return intOfFloat(text);
  return {
    definitions: [...opaque(), [`of_float ${to.name}`, helperOf(to, fromFloatText)]],
    text: `${cIdentifier(to)}_of_float(opaque(${text}))`,
  };
}

function halfAsFloat(text: string, from: ElementType): Conversion {
  return {
    definitions: [...bits(), [`float_of ${from.name}`, helperOf(from, toFloatText)]],
    text: `float_of_${cIdentifier(from)}(${text})`,
  };
}

function intOfFloat(text: string): Conversion {
  const body =
    'return x >= 2147483648.0f ? 2147483647 : x >= -2147483648.0f ? (int)whole_of_float(x) : -2147483647 - 1;';
  return {
    definitions: [...opaque(), ['int_of_float', `static inline int int_of_float(float x) {\n  ${body}\n}`]],
    text: `int_of_float(opaque(${text}))`,
  };
}

/** `int_of_double`, whose result is a double, too. */
export function wholeOfDouble(): readonly Definition[] {
  const body = 'return x >= 2147483647.0 ? 2147483647.0 : x >= -2147483648.0 ? round_double(x) : -2147483648.0;';
  return [
    ...doubleFunction('round'),
    ['int_of_double', `static inline double int_of_double(double x) {\n  ${body}\n}`],
  ];
}

/** An int that lies in another type of whole numbers. */
function saturatedInt(text: string, to: ElementType): Conversion {
  const [least, largest] = to.limits;
  const name = `${to.name}_of_int`;
  const c = memoryType(to);
  const body = `x = x < ${least} ? ${least} : x; return (${c})(x > ${largest} ? ${largest} : x);`;
  return { definitions: [[name, `static inline ${c} ${name}(int x) { ${body} }`]], text: `${name}(${text})` };
}

/**
 * A float whose value is hidden from the compiler. It converts a limit that it knows, as the zero of relu, beforehand,
 * and branches to that, which new numbers mispredict.
 */
function opaque(): readonly Definition[] {
  const body = 'uint32_t bits = bits_of_float(x); __asm__("" : "+r"(bits)); return float_of_bits(bits);';
  return [...bits(), ['opaque', withoutHeader(`static inline float opaque(float x) { ${body} }`)]];
}

function bits(): readonly Definition[] {
  return bitHelpers.map((helper): Definition => [helper, withoutHeader(helper)]);
}

function helperOf({ name }: ElementType, text: (type: KernelType) => string): string {
  return withoutHeader(text(kernelType(name)));
}

/** Types of <stdint.h> as compilers name them where no header is. */
function withoutHeader(text: string): string {
  return text.replace(/\b(u?int\d+)_t\b/g, (_, type: string) => `__${type.toUpperCase()}_TYPE__`);
}
