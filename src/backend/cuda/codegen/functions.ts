/** Functions of values in CUDA: those of its library, and what is made of them. */
import type { FunctionName } from '../../../ir/functions.js';

/** The library's, by the names that they have there for floats. */
const ofLibrary: Partial<Record<FunctionName, string>> = {
  ...{ exp: 'expf', exp2: 'exp2f', log: 'logf', sqrt: 'sqrtf', tanh: 'tanhf', erf: 'erff' },
  ...{ abs: 'fabsf', floor: 'floorf', ceil: 'ceilf', round: 'rintf' },
};

/** `static __device__ inline` functions that texts may call. */
export const functionDefinitions: readonly string[] = [
  ['tune_power(float x, float p)', 'expf(p * logf(x))'],
  ['tune_sigmoid(float x)', '1.0f / (1.0f + expf(-x))'],
  ['tune_silu(float x)', 'x / (1.0f + expf(-x))'],
  ['tune_gelu(float x)', '0.5f * x * (1.0f + erff(x * 0.70710678f))'],
  ['tune_gelu_tanh(float x)', 'x / (1.0f + expf(x * (x * x * -7.13548163e-2f - 1.59576912f)))'],
  ['tune_hardswish(float x)', 'x * fminf(fmaxf(x * 0.16666667f + 0.5f, 0.0f), 1.0f)'],
  ['tune_sign(float x)', 'x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x'],
  ['tune_greater(float x, float p)', 'x > p ? 1.0f : 0.0f'],
  ['tune_equal(float x, float p)', 'x == p ? 1.0f : 0.0f'],
  ['tune_kept(float x, float p)', 'p == 0.0f ? 0.0f : x'],
  ['tune_leaky(float x, float p)', 'x > 0.0f ? x : p * x'],
  ['tune_elu(float x, float p)', 'x > 0.0f ? x : p * (expf(x) - 1.0f)'],
].map(([header, value]) => `static __device__ inline float ${header!} { return ${value!}; }`);

export function callText(name: FunctionName, args: readonly string[]): string {
  return `${ofLibrary[name] ?? `tune_${name}`}(${args.join(', ')})`;
}
