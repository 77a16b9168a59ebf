/**
 * Functions of values in C: on vectors of floats by gcc's vector extensions, without a library. Polynomials after a
 * reduction of the argument; off by at most two units in the last place (sigmoid and what is made of it three), NaN,
 * infinities and denormals included. A scalar is a vector of one lane.
 */
import type { FunctionName } from '../../../ir/functions.js';
import { float32 } from '../../../elements/float32.js';
import { maskType, vectorType, type Definition } from '../isa/vector-type.js';

/** What a function is made of, in the order of definition, and itself. */
export function functionOf(name: FunctionName, width: number | 'float'): readonly Definition[] {
  if (width !== 'float')
    return [
      vectorType(float32, width),
      maskType(float32, width),
      ...neededBy(name).map((one) => vectorText(one, width)),
    ];
  const isTwo = parametersOf(name).length === 2;
  const scalar =
    `static inline float ${name}_float(float x${isTwo ? ', float p' : ''}) ` +
    `{ return ${name}1((v1){x}${isTwo ? ', (v1){p}' : ''})[0]; }`;
  return [...functionOf(name, 1), [`${name}_float`, scalar]];
}

type Part = FunctionName | 'pick' | 'all';

interface Body {
  readonly needs: readonly Part[];
  /** Statements; `V` and `I` are the vectors of floats and of ints, `F(` is what follows called in the same width. */
  readonly lines: readonly string[];
  readonly parameters?: readonly string[];
}

const body = (needs: readonly Part[], ...lines: readonly string[]): Body => ({ needs, lines });

/** Of an argument and a parameter. */
const bodyOfTwo = (needs: readonly Part[], ...lines: readonly string[]): Body => ({
  ...{ needs, lines },
  parameters: ['V x', 'V p'],
});

const bodies: Readonly<Record<Part, Body>> = {
  /** The same in all lanes. */
  all: { needs: [], parameters: ['float x'], lines: ['return (V){0} + x;'] },
  pick: {
    needs: [],
    parameters: ['I m', 'V a', 'V b'],
    lines: ['return (V)((m & (I)a) | (~m & (I)b));'],
  },
  abs: body([], 'return (V)((I)x & 0x7fffffff);'),
  // Beyond 2^23 all floats are whole.
  floor: body(
    ['pick', 'abs'],
    'I small = @abs(x) < 8388608.0f;',
    'V whole = __builtin_convertvector(__builtin_convertvector((V)((I)x & small), I), V);',
    'whole -= (V)((whole > x) & 0x3f800000);',
    'return @pick(small, (V)((I)whole | ((I)x & ~0x7fffffff)), x);',
  ),
  ceil: body(['floor'], 'return -@floor(-x);'),
  round: body(
    ['pick', 'abs'],
    'V a = @abs(x), whole = a + 8388608.0f;',
    'whole -= 8388608.0f;',
    'return @pick(a < 8388608.0f, (V)((I)whole | ((I)x & ~0x7fffffff)), x);',
  ),
  sign: body(
    ['pick'],
    'V one = (V)(0x3f800000 | ((I)x & ~0x7fffffff));',
    'return @pick((x < 0.0f) | (x > 0.0f), one, x);',
  ),
  greater: bodyOfTwo([], 'return (V)((x > p) & 0x3f800000);'),
  equal: bodyOfTwo([], 'return (V)((x == p) & 0x3f800000);'),
  kept: bodyOfTwo([], 'return (V)((p != 0.0f) & (I)x);'),
  // Newton's iteration for 1 / sqrt(x) from a first guess by its bits, and one for sqrt(x), of numbers far from the
  // denormals.
  sqrt: body(
    ['pick', 'all'],
    'I tiny = x < 1.5e-36f;',
    'V v = @pick(tiny, x * 1.8446744e19f, x);',
    'V y = (V)(0x5f375a86 - ((I)v >> 1));',
    'y *= 1.5f - 0.5f * v * y * y;',
    'y *= 1.5f - 0.5f * v * y * y;',
    'y *= 1.5f - 0.5f * v * y * y;',
    'V s = v * y;',
    's += 0.5f * y * (v - s * s);',
    's *= @pick(tiny, @all(2.3283064e-10f), @all(1.0f));',
    's = @pick((x == 0.0f) | (x == __builtin_inff()) | (x != x), x, s);',
    'return @pick(x < 0.0f, @all(__builtin_nanf("")), s);',
  ),
  // Cody and Waite's reduction to |r| <= log(2) / 2; the polynomial is Cephes' (expf.c). Two factors of 2^(n/2) reach
  // denormals. No number is below or above a bound, and stays what it is.
  exp: body(
    ['pick', 'all'],
    'V c = @pick(x > 89.0f, @all(89.0f), x);',
    'c = @pick(c < -104.0f, @all(-104.0f), c);',
    'V shifted = c * 1.44269504f + 12582912.0f;',
    'V n = shifted - 12582912.0f;',
    'I k = (I)shifted - 0x4b400000;',
    'V r = c - n * 0.693359375f;',
    'r -= n * -2.12194440e-4f;',
    'V q = r * 1.9875691500e-4f + 1.3981999507e-3f;',
    'q = q * r + 8.3334519073e-3f;',
    'q = q * r + 4.1665795894e-2f;',
    'q = q * r + 1.6666665459e-1f;',
    'q = q * r + 5.0000001201e-1f;',
    'V y = q * (r * r) + r + 1.0f;',
    'I half = k >> 1;',
    'return y * (V)((half + 127) << 23) * (V)((k - half + 127) << 23);',
  ),
  // A minimax polynomial of the rest behind the nearest whole number, which becomes the exponent.
  exp2: body(
    [],
    'V shifted = x + 12582912.0f;',
    'V r = x - (shifted - 12582912.0f);',
    'V q = r * 1.5353362e-4f + 1.3398875e-3f;',
    'q = q * r + 9.6184369e-3f;',
    'q = q * r + 5.5503324e-2f;',
    'q = q * r + 2.40226477e-1f;',
    'q = q * r + 6.93147182e-1f;',
    'V y = (q * r + 1.0f) * (V)(((I)shifted - 0x4b3fff81) << 23);',
    'return (V)((I)y & ~(x < -126.0f));',
  ),
  // FreeBSD's logf (e_logf.c): x = 2^k (1 + f), and a series in f / (2 + f).
  log: body(
    ['pick', 'all'],
    'I tiny = x < 1.17549435e-38f;',
    'V v = @pick(tiny, x * 8388608.0f, x);',
    'I bits = (I)v + 0x004afb0d;',
    'V k = __builtin_convertvector((bits >> 23) - 127, V) - (V)(tiny & 0x41b80000);',
    'V f = (V)((bits & 0x007fffff) + 0x3f3504f3) - 1.0f;',
    'V s = f / (2.0f + f), z = s * s, w = z * z;',
    'V t = w * (0.40000972152f + w * 0.24279078841f) + z * (0.66666662693f + w * 0.28498786688f);',
    'V h = 0.5f * f * f;',
    'V y = k * 6.9313812256e-1f + (f - (h - (s * (h + t) + k * 9.0580006145e-6f)));',
    'y = @pick((x == __builtin_inff()) | (x != x), x, y);',
    'y = @pick(x == 0.0f, @all(-__builtin_inff()), y);',
    'return @pick(x < 0.0f, @all(__builtin_nanf("")), y);',
  ),
  // Cephes' tanhf near zero, where 1 - 2 / (e^2x + 1) would cancel.
  tanh: body(
    ['pick', 'abs', 'exp'],
    'V a = @abs(x), z = x * x;',
    'V far = 1.0f - 2.0f / (@exp(a + a) + 1.0f);',
    'far = (V)((I)far | ((I)x & ~0x7fffffff));',
    'V q = z * -5.70498872745e-3f + 2.06390887954e-2f;',
    'q = q * z - 5.37397155531e-2f;',
    'q = q * z + 1.33314422036e-1f;',
    'q = q * z - 3.33332819422e-1f;',
    'return @pick(a < 0.625f, q * z * x + x, far);',
  ),
  // Two minimax polynomials after Norbert Juffa, of x and of log(1 - erf(x)).
  erf: body(
    ['pick', 'abs', 'exp'],
    'V a = @abs(x), s = x * x;',
    'V u = a * -3.88396438e-3f + 2.42546219e-2f;',
    'V t = (a * -1.72853470e-5f + 3.83197126e-4f) * s + u;',
    't = t * a - 1.06777877e-1f;',
    't = t * a - 6.34846687e-1f;',
    't = t * a - 1.28717512e-1f;',
    'V far = 1.0f - @exp(t * a - a);',
    'far = (V)((I)@pick(a < 4.0f, far, (V){0} + 1.0f) | ((I)x & ~0x7fffffff));',
    'V q = s * -5.96761703e-4f + 4.99119423e-3f;',
    'q = q * s - 2.67681349e-2f;',
    'q = q * s + 1.12819925e-1f;',
    'q = q * s - 3.76125336e-1f;',
    'q = q * s + 1.28379166e-1f;',
    'return @pick(a > 0.927734375f, far, @pick(x == x, q * x + x, x));',
  ),
  power: bodyOfTwo(['exp', 'log'], 'return @exp(p * @log(x));'),
  sigmoid: body(['exp'], 'return 1.0f / (1.0f + @exp(-x));'),
  silu: body(['exp'], 'return x / (1.0f + @exp(-x));'),
  // erf(x / sqrt(2)) / x as a minimax rational of x², a quarter of the time of `erf`: off by three units at most where
  // that is near 1, which x times the half of it forgives.
  gelu: body(
    ['pick'],
    'V s = x * x, h = 0.5f * x;',
    'V p = s * 8.19768644e-8f + 2.28199151e-5f;',
    'p = p * s + 6.04315137e-4f;',
    'p = p * s + 1.69090275e-2f;',
    'p = p * s + 1.22135900e-1f;',
    'p = p * s + 1.44635046f;',
    'V q = s * 2.15564933e-6f + 1.31841560e-4f;',
    'q = q * s + 3.39466729e-3f;',
    'q = q * s + 5.17414548e-2f;',
    'q = q * s + 4.55196023e-1f;',
    'q = q * s + 1.81273150f;',
    'return h + h * @pick(s > 30.8f, (V)(0x3f800000 | ((I)x & ~0x7fffffff)), x * p / q);',
  ),
  gelu_tanh: body(['exp'], 'return x / (1.0f + @exp(x * (x * x * -7.13548163e-2f - 1.59576912f)));'),
  hardswish: body(
    ['pick', 'all'],
    'V h = x * 0.16666667f + 0.5f;',
    'h = @pick(h > 0.0f, h, (V){0});',
    'return x * @pick(h < 1.0f, h, @all(1.0f));',
  ),
  leaky: bodyOfTwo(['pick'], 'return @pick(x > 0.0f, x, p * x);'),
  elu: bodyOfTwo(['pick', 'exp'], 'return @pick(x > 0.0f, x, p * (@exp(x) - 1.0f));'),
};

function parametersOf(name: Part): readonly string[] {
  return bodies[name].parameters ?? ['V x'];
}

/** What a function calls, and what that calls, before it. */
function neededBy(name: Part): readonly Part[] {
  return [...new Set([...bodies[name].needs.flatMap(neededBy), name])];
}

function vectorText(name: Part, width: number): Definition {
  const lines = [...bodies[name].lines].join(' ');
  const text = `static inline V @${name}(${parametersOf(name).join(', ')}) { ${lines} }`
    .replace(/\bV\b/g, `v${width}`)
    .replace(/\bI\b/g, `i${width}`)
    .replace(/@(\w+)/g, `$1${width}`);
  return [`${name}${width}`, wrapped(text)];
}

/** A line for each statement. */
function wrapped(text: string): string {
  return text
    .replace(/\{ (?=\w)/, '{\n  ')
    .replace(/; (?=[\w])/g, ';\n  ')
    .replace(/; \}$/, ';\n}');
}
