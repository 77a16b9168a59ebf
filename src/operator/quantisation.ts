/**
 * Steps of a tail by which sums of whole numbers become floats, and floats whole numbers of few bits, as ONNX defines
 * QuantizeLinear and DequantizeLinear: a number x of scale s and zero point z stands for (x - z) s.
 */
import { elementType, isWhole, kernelElements } from '../elements/registry.js';
import { atLeast, atMost, minus, over, plus, smaller, times } from '../ir/compute.js';
import { computedIn, isValueType, valueType, weightsOf, type DType, type Value } from '../ir/tensor.js';
import { cast, constantValue } from '../ir/value.js';
import { UsageError } from '../target/errors.js';

/** What is read beside the value: one number for each channel, or one for each element. */
interface QuantisedInput {
  readonly name: string;
  readonly whole: boolean;
  /** `narrow`: the type of the operator's data; `sums`: that of its sums. */
  readonly type: 'float32' | 'narrow' | 'sums';
  /** Between which numbers random ones are drawn, so that what they scale shows. `terms`: of the operator's sums. */
  readonly drawn?: (narrow: DType, terms: number, before: Flow) => readonly [low: number, high: number];
}

/** Behind a step's colon: a zero point, or that it reads one for each channel. */
export type ZeroPoint = number | 'each';

/** A step with a zero point. */
export interface Quantising {
  readonly reads: readonly QuantisedInput[];
  readonly from: 'int32' | 'float32';
  readonly to: 'narrow' | 'float32';
  /** `read`: elements of what is read, in their order. */
  readonly of: (v: Value, read: readonly Value[], zero: Value, narrow: DType) => Value;
}

/** What random sums are scaled to before they are rounded. */
const ROUNDED = 64;

/** A float for each channel, drawn near what makes `size` of the operator's sums, or of what they were rounded to. */
const ofSums = (name: string, size: number): QuantisedInput => ({
  ...{ name, whole: false, type: 'float32' },
  drawn: (narrow, terms, { stored }) => {
    const sums = Math.sqrt(terms) * usualOf(narrow) * usualOf(weightsOf(narrow));
    const usual = size / (stored === narrow ? ROUNDED : sums);
    return [usual / 2, (3 * usual) / 2];
  },
});

const drawnNear = (name: string, size: number): QuantisedInput => ({
  ...{ name, whole: false, type: 'float32', drawn: () => [size / 2, (3 * size) / 2] },
});

/** The root mean square of random elements. */
function usualOf(dtype: DType): number {
  const [low, high] = kernelElements(dtype).drawn;
  return Math.sqrt((low ** 2 + low * high + high ** 2) / 3);
}

const zeroPoints: QuantisedInput = {
  ...{ name: 'zero', whole: false, type: 'sums' },
  drawn: (narrow) => elementType(narrow).limits,
};

export const quantising = {
  /** round(v m) + z of sums: m is the scale of what is multiplied over that of the result. */
  requantize: {
    ...{ reads: [ofSums('multiplier', ROUNDED)], from: 'int32', to: 'narrow' },
    of: (v, [m], zero, narrow) => narrowed(times(cast(valueType, v), m!), zero, narrow),
  },
  /** (v - z) s */
  dequantize: {
    ...{ reads: [ofSums('scale', 1)], from: 'int32', to: 'float32' },
    of: (v, [s], zero) => times(cast(valueType, minus(v, zero)), s!),
  },
  /** round(v / s) + z */
  quantize: {
    ...{ reads: [drawnNear('step', 1 / 64)], from: 'float32', to: 'narrow' },
    of: (v, [s], zero, narrow) => narrowed(over(v, s!), zero, narrow),
  },
  /** round(v) + z, of what is in units of the result already. */
  round: {
    ...{ reads: [], from: 'float32', to: 'narrow' },
    of: (v, [], zero, narrow) => narrowed(v, zero, narrow),
  },
  /** v + (r - z) s, of a residual r as narrow as the data. */
  'add-quantized': {
    reads: [{ name: 'residual', whole: true, type: 'narrow' }, drawnNear('residual_scale', 1 / 64)],
    ...{ from: 'float32', to: 'float32' },
    of: (v, [r, s], zero) => plus(v, times(cast(valueType, minus(r!, zero)), s!)),
  },
} as const satisfies Readonly<Record<string, Quantising>>;

/** What a step reads, its zero points last. */
export function readsOf(name: QuantisingName, zero: ZeroPoint): readonly QuantisedInput[] {
  return zero === 'each' ? [...quantising[name].reads, zeroPoints] : quantising[name].reads;
}

export type QuantisingName = keyof typeof quantising;

export const quantisingNames = Object.keys(quantising) as readonly QuantisingName[];

/** So far from 0 that no zero point leads back to a number of few bits, and near enough for int32 to hold the sum. */
const FAR = 2 ** 24;

/**
 * Rounded to whole numbers, ties to even, above a zero point, within what the type has; no number is the least of it,
 * as in ONNX Runtime. What is rounded is cut before, since sums of int32 wrap around: at the upper end always, and at
 * the lower one, where a cast leaves the least int32, only below a zero point that may be negative.
 */
function narrowed(v: Value, zero: Value, narrow: DType): Value {
  const [least, largest] = elementType(narrow).limits;
  const mayFall = (zero.kind === 'constant' ? zero.value : least) < 0;
  const cut = smaller(constantValue(FAR), mayFall ? atLeast(v, -FAR) : v);
  return atMost(atLeast(plus(cast(computedIn(narrow), cut), zero), least), largest);
}

/** The type of a tail's value: that in which it is computed, and in which it is stored where nothing follows. */
export interface Flow {
  readonly computed: DType;
  readonly stored: DType;
}

/** Before all steps: sums of whole numbers are stored as they are, floats as the data. */
export function flowOf(dtype: DType): Flow {
  const computed = computedIn(dtype);
  return { computed, stored: isWhole(dtype) ? computed : dtype };
}

/** Behind a step. Throws UsageError where it cannot follow, or its zero point is none. */
export function flowBehind(name: QuantisingName, zero: ZeroPoint, before: Flow, dtype: DType): Flow {
  const { from, to } = quantising[name];
  if (!isWhole(dtype)) throw new UsageError(`${name} is for whole numbers, and these are ${dtype}: use --dtype uint8.`);
  if (before.computed !== from)
    throw new UsageError(
      `${name} is for ${from}, and what stands before it gives ${before.computed}: ${isValueType(from) ? 'dequantize goes before it' : 'it goes before steps of floats'}.`,
    );
  const [least, largest] = elementType(dtype).limits;
  if (zero !== 'each' && (!Number.isInteger(zero) || zero < least || zero > largest))
    throw new UsageError(
      `The zero point of ${name}:${zero} is no ${dtype}: use a whole number from ${least} to ${largest}, or each, which reads one for each channel.`,
    );
  return to === 'narrow' ? { computed: computedIn(dtype), stored: dtype } : { computed: to, stored: to };
}
