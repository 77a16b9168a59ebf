/**
 * Functions of values in C in double precision, for references: series that are summed until they are exact, which is
 * slow and off by a few units in the last place of a double.
 */
import type { FunctionName } from '../../../ir/functions.js';
import type { Definition } from '../isa/vector-type.js';

interface Body {
  readonly needs: readonly FunctionName[];
  readonly text: string;
}

const bodies: Readonly<Record<FunctionName, Body>> = {
  abs: { needs: [], text: 'return __builtin_fabs(x);' },
  floor: {
    needs: [],
    text: 'if (!(x > -4e15 && x < 4e15)) return x; double n = (double)(long long)x; return n > x ? n - 1.0 : n;',
  },
  ceil: { needs: ['floor'], text: 'return -floor_double(-x);' },
  round: {
    needs: [],
    text:
      'double a = __builtin_fabs(x); if (!(a < 4503599627370496.0)) return x; ' +
      'return __builtin_copysign(a + 4503599627370496.0 - 4503599627370496.0, x);',
  },
  sign: { needs: [], text: 'return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;' },
  greater: { needs: [], text: 'return x > p ? 1.0 : 0.0;' },
  equal: { needs: [], text: 'return x == p ? 1.0 : 0.0;' },
  kept: { needs: [], text: 'return p == 0.0 ? 0.0 : x;' },
  sqrt: { needs: [], text: 'return __builtin_sqrt(x);' },
  // e^x = 2^n e^r with |r| <= log(2) / 2.
  exp: {
    needs: ['floor'],
    text:
      'if (x != x) return x; if (x > 720.0) return __builtin_inf(); if (x < -760.0) return 0.0; ' +
      'double n = floor_double(x * 1.4426950408889634 + 0.5); ' +
      'double r = (x - n * 0.693147180369123816490) - n * 1.90821492927058770002e-10; double y = 1.0; ' +
      'for (int i = 18; i > 0; i--) y = 1.0 + y * r / i; ' +
      'for (; n > 0.0; n -= 1.0) y *= 2.0; for (; n < 0.0; n += 1.0) y *= 0.5; return y;',
  },
  exp2: {
    needs: ['floor', 'exp'],
    text:
      'if (x < -126.0) return 0.0; double n = floor_double(x + 0.5); ' +
      'double y = exp_double((x - n) * 0.69314718055994530942); for (; n < 0.0; n += 1.0) y *= 0.5; return y;',
  },
  // x = 2^n m with m near 1; log(m) = 2 atanh((m - 1) / (m + 1)).
  log: {
    needs: [],
    text:
      'if (x != x || x == __builtin_inf()) return x; if (x == 0.0) return -__builtin_inf(); ' +
      'if (x < 0.0) return __builtin_nan(""); double n = 0.0; ' +
      'for (; x > 1.4142135623730951; x *= 0.5) n += 1.0; for (; x < 0.70710678118654752; x *= 2.0) n -= 1.0; ' +
      'double s = (x - 1.0) / (x + 1.0), z = s * s, y = 0.0; ' +
      'for (int i = 25; i > 0; i -= 2) y = y * z + 1.0 / i; ' +
      'return n * 0.69314718055994530942 + 2.0 * s * y;',
  },
  // Lambert's continued fraction near zero.
  tanh: {
    needs: ['exp'],
    text:
      'if (x > 1.0) return 1.0 - 2.0 / (exp_double(2.0 * x) + 1.0); ' +
      'if (x < -1.0) return 2.0 / (exp_double(-2.0 * x) + 1.0) - 1.0; ' +
      'double y = 25.0; for (int i = 23; i > 0; i -= 2) y = i + x * x / y; return x / y;',
  },
  // Abramowitz and Stegun 7.1.6, whose terms are all of one sign.
  erf: {
    needs: ['exp'],
    text:
      'if (x != x) return x; if (x > 6.0) return 1.0; if (x < -6.0) return -1.0; double term = x, sum = x; ' +
      'for (int n = 1; n < 200 && term != 0.0; n++) { term *= 2.0 * x * x / (2 * n + 1); sum += term; } ' +
      'return 1.1283791670955126 * exp_double(-x * x) * sum;',
  },
  power: { needs: ['exp', 'log'], text: 'return exp_double(p * log_double(x));' },
  sigmoid: { needs: ['exp'], text: 'return 1.0 / (1.0 + exp_double(-x));' },
  silu: { needs: ['exp'], text: 'return x / (1.0 + exp_double(-x));' },
  gelu: { needs: ['erf'], text: 'return 0.5 * x * (1.0 + erf_double(x * 0.70710678118654752));' },
  gelu_tanh: {
    needs: ['exp'],
    text: 'return x / (1.0 + exp_double(-x * (1.5957691216057308 + 0.07135481627260025 * x * x)));',
  },
  hardswish: {
    needs: [],
    text: 'double h = x / 6.0 + 0.5; h = h > 0.0 ? h : 0.0; return x * (h < 1.0 ? h : 1.0);',
  },
  leaky: { needs: [], text: 'return x > 0.0 ? x : p * x;' },
  elu: { needs: ['exp'], text: 'return x > 0.0 ? x : p * (exp_double(x) - 1.0);' },
};

const ofTwo: readonly FunctionName[] = ['power', 'leaky', 'elu', 'greater', 'equal', 'kept'];

/** What a function calls, in the order of definition, and itself. */
export function doubleFunction(name: FunctionName): readonly Definition[] {
  const { needs, text } = bodies[name];
  const parameters = ofTwo.includes(name) ? 'double x, double p' : 'double x';
  const own = `static inline double ${name}_double(${parameters}) { ${text} }`;
  return [...needs.flatMap(doubleFunction), [`${name}_double`, own]];
}
