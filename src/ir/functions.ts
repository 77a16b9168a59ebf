/**
 * Functions of values that are no arithmetic: names that every backend has code for, and what they are in exact terms,
 * by which constants fold, rounding is estimated and tests check the code. Those that need their argument twice
 * (`silu`) are functions of their own, so that expressions do not grow.
 */

export interface ScalarFunction {
  /** Takes as many numbers as `arity` says. */
  readonly of: (x: number, p: number) => number;
  readonly arity: 1 | 2;
  /** About how many multiply-adds the code takes, for estimates. */
  readonly work: number;
  /** The largest argument that the code is made for; none where it takes all. */
  readonly most?: number;
}

/** Of a normal float. */
const leastExponent = -126;

const one = (work: number, of: (x: number) => number): ScalarFunction => ({ arity: 1, work, of });
const two = (work: number, of: (x: number, p: number) => number): ScalarFunction => ({ arity: 2, work, of });

export const functions = {
  exp: one(9, Math.exp),
  /** 2^x of numbers not above zero, and 0 where that is below the normal floats: shares of a softmax. */
  exp2: { ...one(6, (x) => (x < leastExponent ? 0 : 2 ** x)), most: 0 },
  /** Of base e. */
  log: one(12, Math.log),
  sqrt: one(6, Math.sqrt),
  tanh: one(18, Math.tanh),
  erf: one(18, erf),
  abs: one(1, Math.abs),
  floor: one(3, Math.floor),
  ceil: one(3, Math.ceil),
  /** To the nearest whole number, of two the even one. */
  round: one(3, round),
  sign: one(2, Math.sign),
  /** 1 where x > p, and 0 elsewhere. */
  greater: two(1, (x, p) => (x > p ? 1 : 0)),
  /** 1 where x = p, and 0 elsewhere. */
  equal: two(1, (x, p) => (x === p ? 1 : 0)),
  /** x, and 0 where p is 0. */
  kept: two(1, (x, p) => (p === 0 ? 0 : x)),
  /** x to the power of p; no number where x is below 0. */
  power: two(22, (x, p) => Math.exp(p * Math.log(x))),
  sigmoid: one(11, (x) => 1 / (1 + Math.exp(-x))),
  silu: one(12, (x) => x / (1 + Math.exp(-x))),
  gelu: one(20, (x) => 0.5 * x * (1 + erf(x * Math.SQRT1_2))),
  /** About gelu: x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))). */
  gelu_tanh: one(15, (x) => x / (1 + Math.exp(-x * (1.5957691216057308 + 0.07135481627260025 * x * x)))),
  hardswish: one(3, (x) => x * Math.min(Math.max(x / 6 + 0.5, 0), 1)),
  /** x, and p * x where that is below 0 (the slope of LeakyReLU and PReLU). */
  leaky: two(2, (x, p) => (x > 0 ? x : p * x)),
  /** x, and p * (e^x - 1) where that is below 0. */
  elu: two(11, (x, p) => (x > 0 ? x : p * Math.expm1(x))),
} as const satisfies Readonly<Record<string, ScalarFunction>>;

export type FunctionName = keyof typeof functions;

export const functionNames = Object.keys(functions) as readonly FunctionName[];

/** The value of a function, in double precision; `args` are as many as it takes. */
export function valueOf(name: FunctionName, args: readonly number[]): number {
  const [x = NaN, p = NaN] = args;
  return functions[name].of(x, p);
}

function round(x: number): number {
  const near = Math.round(x);
  return Math.abs(near - x) === 0.5 && near % 2 !== 0 ? near - 1 : near;
}

/**
 * The error function, 2 / sqrt(pi) * e^(-x²) * sum over n of 2^n x^(2n+1) / (2n+1)!!, whose terms are all of one sign
 * (Abramowitz and Stegun 7.1.6); beyond 6 it is 1 in double precision.
 */
function erf(x: number): number {
  if (Number.isNaN(x)) return x;
  if (Math.abs(x) > 6) return Math.sign(x);
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 2 ** -60; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}
