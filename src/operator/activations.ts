/**
 * Activations as text: a name, and numbers behind colons, `leaky:0.1`. The text is what names of workloads, logs and
 * options have, in one spelling for each.
 */
import { apply, atLeast, atMost, plus, times } from '../ir/compute.js';
import type { Value } from '../ir/tensor.js';
import { constantValue } from '../ir/value.js';

interface Activation {
  /** What its numbers are where they are not said. */
  readonly numbers: readonly number[];
  readonly of: (v: Value, ...numbers: readonly number[]) => Value;
}

/** Numbers default to those of ONNX. */
const activations = {
  relu: { numbers: [], of: (v) => atLeast(v, 0) },
  relu6: { numbers: [], of: (v) => atMost(atLeast(v, 0), 6) },
  /** Slope below zero. */
  leaky: { numbers: [0.01], of: (v, slope = 0) => apply('leaky', v, constantValue(slope)) },
  /** The least and the most. */
  clip: { numbers: [-1, 1], of: (v, least = 0, most = 0) => atMost(atLeast(v, least), most) },
  sigmoid: { numbers: [], of: (v) => apply('sigmoid', v) },
  tanh: { numbers: [], of: (v) => apply('tanh', v) },
  /** max(0, min(1, a v + b)) */
  hardsigmoid: {
    numbers: [0.2, 0.5],
    of: (v, a = 0, b = 0) => atMost(atLeast(plus(times(v, constantValue(a)), constantValue(b)), 0), 1),
  },
  hardswish: { numbers: [], of: (v) => apply('hardswish', v) },
  elu: { numbers: [1], of: (v, alpha = 0) => apply('elu', v, constantValue(alpha)) },
  gelu: { numbers: [], of: (v) => apply('gelu', v) },
  silu: { numbers: [], of: (v) => apply('silu', v) },
} as const satisfies Readonly<Record<string, Activation>>;

type ActivationName = keyof typeof activations;

export const activationNames = Object.keys(activations) as readonly ActivationName[];

/**
 * What an activation does, and its one spelling, with all of its numbers; undefined of text that is none. Numbers are
 * those of float32 in as few digits as tell them.
 */
export function activationOf(text: string): { readonly text: string; of: (v: Value) => Value } | undefined {
  const [word = '', ...rest] = text.split(':');
  const name = activationNames.find((one) => one === word);
  if (name === undefined) return undefined;
  const { numbers: otherwise, of }: Activation = activations[name];
  const given = rest.map(numberOf);
  if (given.length > otherwise.length || !given.every((n) => n !== undefined)) return undefined;
  const numbers = otherwise.map((n, i) => given[i] ?? n);
  return { text: [name, ...numbers.map(numberText)].join(':'), of: (v) => of(v, ...numbers) };
}

/** A finite number in decimal digits, among those of float32. */
function numberOf(text: string): number | undefined {
  if (!/^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= 3.4e38 ? number : undefined;
}

/** Without the `+` of exponents, which parts the tags of a name. */
function numberText(number: number): string {
  return String(number).replace('e+', 'e');
}
